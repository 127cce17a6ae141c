"""The sandbox without a browser: one V8 isolate per run, in a process that is killed with it.

It runs the files of `taskpane_static/sandbox` and unmodified Office.js, as the pane's Worker does.
Everything the process says is checked here; see `v8_process` for the other end of the pipes.
"""

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, ValidationError

from tieout.assets import asset
from tieout.errors import KillReason, ModelVisibleError, SettingsError
from tieout.execution.ports import (
    CodeError,
    ConsoleLine,
    Killed,
    Returned,
    SandboxLimits,
    SandboxResult,
    SandboxRun,
    SandboxServices,
    Threw,
)
from tieout.headless.v8_child import Kill, V8Process
from tieout.office_wire.batch import Batch

CONSOLE_FACTOR = 2
"""The sandbox cuts its console itself; code that broke that is cut here, at this times the cap."""
ERROR_CHARACTERS = 8_000
ERROR_LINES = 20
NOTICE_CHARACTERS = 1_000
"""A notice of the sandbox about a value it couldn't return is shorter, whatever the cap."""


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    run_id: str
    console: tuple[ConsoleLine, ...] = ()


class _ConsoleMessage(_Message):
    type: Literal["console"]


class _Sync(_Message):
    type: Literal["sync"]
    sync_id: int
    flags: int = 0
    body: dict[str, JsonValue]


class _Call(_Message):
    type: Literal["call"]
    call_id: int
    name: str = Field(max_length=64)
    arguments: JsonValue = None


class _Returned(_Message):
    type: Literal["done"]
    end: Literal["returned"]
    value: JsonValue = None


class _Threw(_Message):
    type: Literal["done"]
    end: Literal["threw"]
    error: CodeError


class _Stopped(BaseModel):
    reason: KillReason
    detail: str


_MESSAGES: TypeAdapter[_ConsoleMessage | _Sync | _Call | _Returned | _Threw] = TypeAdapter(
    _ConsoleMessage | _Sync | _Call | _Returned | _Threw
)


class _Conversation:
    """One run: reads the process, answers in the order of the questions, keeps the clocks."""

    def __init__(self, process: V8Process, run: SandboxRun, services: SandboxServices) -> None:
        self._process = process
        self._run = run
        self._services = services
        self._console: list[ConsoleLine] = []
        self._console_left = CONSOLE_FACTOR * run.limits.returned_bytes
        self._messages = 0
        self._questions: asyncio.Queue[_Sync | _Call] = asyncio.Queue()
        self._open = 0

    async def result(self) -> SandboxResult:
        limits = self._run.limits
        self._process.largest = limits.message_bytes
        reading = asyncio.create_task(self._read())
        answering = asyncio.create_task(self._answer())
        try:
            await self._process.write("r", self._order())
            async with asyncio.timeout(limits.wall):
                await asyncio.wait({reading, answering}, return_when=asyncio.FIRST_COMPLETED)
            finished = answering if answering.done() else reading
            return await finished
        except TimeoutError:
            return self._killed(Kill("time", f"it ran longer than {limits.wall:g} s"))
        except Kill as kill:
            return self._killed(kill)
        finally:
            for task in (reading, answering):
                task.cancel()
            await asyncio.gather(reading, answering, return_exceptions=True)

    def _killed(self, kill: Kill) -> Killed:
        return Killed(kill.reason, kill.detail, tuple(self._console))

    def _order(self) -> str:
        run, limits = self._run, self._run.limits
        text = {
            "type": "run",
            "run_id": run.run_id,
            "code": run.code,
            "requirement_sets": run.requirement_sets,
            "specs": run.specs,
            "returned_bytes": limits.returned_bytes,
        }
        return json.dumps({"text": json.dumps(text), "limits": _numbers(limits)})

    async def _read(self) -> SandboxResult:
        while True:
            kind, payload = await self._next_frame()
            if kind == "x":
                stopped = _Stopped.model_validate_json(payload)
                raise Kill(stopped.reason, stopped.detail)
            self._messages += 1
            if self._messages > self._run.limits.messages:
                raise Kill("messages", f"it sent more than {self._run.limits.messages} messages")
            result = self._heard(payload)
            if result is not None:
                return result

    async def _next_frame(self) -> tuple[str, bytes]:
        seconds = self._run.limits.between_syncs
        reading = asyncio.ensure_future(self._process.read())
        try:
            while True:
                done, _ = await asyncio.wait({reading}, timeout=seconds)
                if done:
                    return await reading
                if self._open == 0:
                    raise Kill(
                        "time", f"it ran {seconds:g} s without reaching context.sync() or its end"
                    )
        finally:
            reading.cancel()

    def _heard(self, payload: bytes) -> SandboxResult | None:
        try:
            message = _MESSAGES.validate_json(payload)
        except ValidationError:
            raise Kill("crashed", "it sent a message that can't be understood") from None
        if message.run_id != self._run.run_id:
            raise Kill("crashed", "it sent a message that belongs to no run")
        self._keep(message.console)
        match message:
            case _ConsoleMessage():
                return None
            case _Sync() | _Call():
                self._open += 1
                self._questions.put_nowait(message)
                return None
            case _Returned():
                return Returned(self._capped(message.value), tuple(self._console))
            case _Threw():
                return Threw(_shortened(message.error), tuple(self._console))

    def _keep(self, lines: tuple[ConsoleLine, ...]) -> None:
        for line in lines:
            self._console_left -= len(line.text) + 1
            if self._console_left > 0:
                self._console.append(line)

    def _capped(self, value: JsonValue) -> JsonValue:
        most = max(self._run.limits.returned_bytes, NOTICE_CHARACTERS)
        if len(json.dumps(value, ensure_ascii=False).encode()) > most:
            return "[the returned value was too large]"
        return value

    async def _answer(self) -> SandboxResult:
        while True:
            question = await self._questions.get()
            match question:
                case _Sync():
                    answer = await self._sync(question)
                case _Call():
                    answer = await self._call(question)
            self._open -= 1
            await self._process.write("a", json.dumps(answer))

    async def _sync(self, question: _Sync) -> dict[str, JsonValue]:
        answer: dict[str, JsonValue] = {"type": "sync_result", "sync_id": question.sync_id}
        try:
            response = await self._services.sync(Batch(question.body, question.flags))
        except ModelVisibleError as refusal:
            return {**answer, "refusal": str(refusal)}
        return {**answer, "body": dict(response.body)}

    async def _call(self, question: _Call) -> dict[str, JsonValue]:
        answer: dict[str, JsonValue] = {"type": "call_result", "call_id": question.call_id}
        try:
            value = await self._services.call(question.name, question.arguments)
        except ModelVisibleError as error:
            return {**answer, "error": str(error)}
        return {**answer, "value": value}


def _shortened(error: CodeError) -> CodeError:
    """The sandbox cuts these texts itself; code that broke that must not get past here."""
    return CodeError(
        name=error.name[:ERROR_CHARACTERS],
        message=error.message[:ERROR_CHARACTERS],
        code=error.code[:ERROR_CHARACTERS],
        location=error.location[:ERROR_CHARACTERS],
        statement=error.statement[:ERROR_CHARACTERS],
        surrounding=tuple(text[:ERROR_CHARACTERS] for text in error.surrounding[:ERROR_LINES]),
        line=error.line,
    )


def _numbers(limits: SandboxLimits) -> dict[str, float]:
    return {
        "messages": limits.messages,
        "message_bytes": limits.message_bytes,
        "memory_bytes": limits.memory_bytes,
    }


@dataclass(frozen=True, slots=True)
class _Scripts:
    """Files of the sandbox program for an isolate, in loading order."""

    paths: list[str]

    @classmethod
    def find(cls, office_js: Path | None) -> "_Scripts":
        folder = asset("taskpane_static/sandbox")
        listed = json.loads((folder / "scripts.json").read_text("utf-8"))
        try:
            office = office_js or asset("taskpane_static/vendor/office/excel-web-16.00.js")
        except FileNotFoundError:
            raise SettingsError(
                "Office.js is missing: run `make setup` in a checkout of Tieout, or name its Excel "
                "host file (excel-web-16.00.js of npm's @microsoft/office-js) with TIEOUT_OFFICE_JS."
            ) from None
        if not office.is_file():
            raise SettingsError(f"There is no Office.js file at {office}.")
        before = [str(folder / name) for name in listed["before_office"]]
        names = [listed["index"], *listed["after_office"], listed["isolate"]]
        after = [str(folder / name) for name in names]
        return cls([*before, str(office), *after])


class V8Sandbox:
    """Runs generated code in V8 processes of its own, one per run, with one spare kept warm.

    Implements `tieout.execution.ports.Sandbox`. Runs may overlap.

    Args:
        office_js: The Excel host file of Office.js; None takes the vendored one.

    Raises:
        SettingsError: There is no such file.
    """

    def __init__(self, office_js: Path | None = None) -> None:
        self._scripts = _Scripts.find(office_js)
        self._spare: asyncio.Task[V8Process] | None = None
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = False

    async def warm(self) -> None:
        """Start the spare and wait until it is ready."""
        await asyncio.shield(self._ready())

    async def run(self, run: SandboxRun, services: SandboxServices) -> SandboxResult:
        """As `Sandbox.run`."""
        process = await self._take()
        try:
            return await _Conversation(process, run, services).result()
        finally:
            process.kill()
            self._bury(process)
            if not self._closed:
                self._ready()

    async def close(self) -> None:
        """Kill the spare and wait until every process is gone."""
        self._closed = True
        if self._spare is not None:
            self._spare.cancel()
            outcome = (await asyncio.gather(self._spare, return_exceptions=True))[0]
            if isinstance(outcome, V8Process):
                self._bury(outcome)
            self._spare = None
        await asyncio.gather(*self._ending)

    def _ready(self) -> "asyncio.Task[V8Process]":
        if self._spare is None:
            self._spare = asyncio.create_task(V8Process.start(self._scripts.paths))
        return self._spare

    async def _take(self) -> V8Process:
        """The spare, once; one that died in the meantime is replaced."""
        while True:
            spare = self._ready()
            self._spare = None
            process = await spare
            if process.alive:
                return process
            self._bury(process)

    def _bury(self, process: V8Process) -> None:
        task = asyncio.create_task(process.end())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)
