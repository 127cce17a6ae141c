"""The sandbox without a browser: one V8 isolate per run, in a process that is killed with it.

It runs the files of `taskpane_static/sandbox` and unmodified Office.js, as the pane's Worker does.
Everything the process says is checked here; see `v8_process` for the other end of the pipes.
"""

import asyncio
import contextlib
import json
import os
import sys
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
from tieout.office_wire.batch import Batch

START_SECONDS = 60.0
STDERR_BYTES = 64 * 1024
CONSOLE_FACTOR = 2
"""The sandbox cuts its console itself; code that broke that is cut here, at this times the cap."""
ERROR_CHARACTERS = 8_000
ERROR_LINES = 20
NOTICE_CHARACTERS = 1_000
"""A notice of the sandbox about a value it couldn't return is shorter, whatever the cap."""

_PROCESS = Path(__file__).with_name("v8_process.py")
_PASSED_ON = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "TZ")
"""Environment of the process; above all not the keys."""


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


class _Kill(Exception):
    """Ends the conversation; the process is killed by whoever holds it."""

    def __init__(self, reason: KillReason, detail: str) -> None:
        super().__init__(detail)
        self.reason: KillReason = reason
        self.detail = detail


class _Process:
    """One child: loading, then waiting as a spare, then running, then dead."""

    def __init__(self, child: asyncio.subprocess.Process) -> None:
        self._child = child
        self._stderr = bytearray()
        self._draining = asyncio.create_task(self._drain())
        self.largest: int | None = None

    @classmethod
    async def start(cls, scripts: list[str]) -> "_Process":
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-I",
            str(_PROCESS),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={name: os.environ[name] for name in _PASSED_ON if name in os.environ},
        )
        process = cls(child)
        try:
            await process.write("p", json.dumps(scripts))
            async with asyncio.timeout(START_SECONDS):
                await process.read()
        except BaseException:
            await process.end()
            raise
        return process

    @property
    def alive(self) -> bool:
        return self._child.returncode is None

    async def write(self, kind: str, text: str) -> None:
        assert self._child.stdin is not None
        if not self.alive or self._child.stdin.is_closing():
            return
        payload = text.encode("utf-8", "replace")
        self._child.stdin.write(len(payload).to_bytes(4, "big") + kind.encode() + payload)
        with contextlib.suppress(ConnectionError):
            await self._child.stdin.drain()

    async def read(self) -> tuple[str, bytes]:
        """Next frame as kind and payload.

        Raises:
            _Kill: The frame is too large, or the process died.
        """
        assert self._child.stdout is not None
        try:
            header = await self._child.stdout.readexactly(5)
            length = int.from_bytes(header[:4], "big")
            if self.largest is not None and length > self.largest:
                raise _Kill("message_size", f"a message was larger than {self.largest} bytes")
            return chr(header[4]), await self._child.stdout.readexactly(length)
        except asyncio.IncompleteReadError:
            raise await self._death() from None

    async def _death(self) -> _Kill:
        code = await self._child.wait()
        await self._draining
        said = self._stderr.decode("utf-8", "replace")
        if "out of memory" in said.lower() or "MemoryError" in said:
            return _Kill("memory", "it used more memory than allowed")
        return _Kill("crashed", f"the sandbox process ended by itself (exit code {code})")

    async def _drain(self) -> None:
        assert self._child.stderr is not None
        while part := await self._child.stderr.read(STDERR_BYTES):
            self._stderr += part[: max(0, STDERR_BYTES - len(self._stderr))]

    def kill(self) -> None:
        if self.alive:
            with contextlib.suppress(ProcessLookupError):
                self._child.kill()

    async def end(self) -> None:
        self.kill()
        await self._child.wait()
        await self._draining
        if self._child.stdin is not None:
            self._child.stdin.close()


class _Conversation:
    """One run: reads the process, answers in the order of the questions, keeps the clocks."""

    def __init__(self, process: _Process, run: SandboxRun, services: SandboxServices) -> None:
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
            return self._killed(_Kill("time", f"it ran longer than {limits.wall:g} s"))
        except _Kill as kill:
            return self._killed(kill)
        finally:
            for task in (reading, answering):
                task.cancel()
            await asyncio.gather(reading, answering, return_exceptions=True)

    def _killed(self, kill: _Kill) -> Killed:
        return Killed(kill.reason, kill.detail, tuple(self._console))

    def _order(self) -> str:
        run, limits = self._run, self._run.limits
        text = {
            "type": "run",
            "run_id": run.run_id,
            "code": run.code,
            "requirement_sets": run.requirement_sets,
            "returned_bytes": limits.returned_bytes,
        }
        return json.dumps({"text": json.dumps(text), "limits": _numbers(limits)})

    async def _read(self) -> SandboxResult:
        while True:
            kind, payload = await self._next_frame()
            if kind == "x":
                stopped = _Stopped.model_validate_json(payload)
                raise _Kill(stopped.reason, stopped.detail)
            self._messages += 1
            if self._messages > self._run.limits.messages:
                raise _Kill("messages", f"it sent more than {self._run.limits.messages} messages")
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
                    raise _Kill(
                        "time", f"it ran {seconds:g} s without reaching context.sync() or its end"
                    )
        finally:
            reading.cancel()

    def _heard(self, payload: bytes) -> SandboxResult | None:
        try:
            message = _MESSAGES.validate_json(payload)
        except ValidationError:
            raise _Kill("crashed", "it sent a message that can't be understood") from None
        if message.run_id != self._run.run_id:
            raise _Kill("crashed", "it sent a message that belongs to no run")
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
        except FileNotFoundError as missing:
            raise SettingsError(str(missing)) from None
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
        self._spare: asyncio.Task[_Process] | None = None
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
            if isinstance(outcome, _Process):
                self._bury(outcome)
            self._spare = None
        await asyncio.gather(*self._ending)

    def _ready(self) -> "asyncio.Task[_Process]":
        if self._spare is None:
            self._spare = asyncio.create_task(_Process.start(self._scripts.paths))
        return self._spare

    async def _take(self) -> _Process:
        """The spare, once; one that died in the meantime is replaced."""
        while True:
            spare = self._ready()
            self._spare = None
            process = await spare
            if process.alive:
                return process
            self._bury(process)

    def _bury(self, process: _Process) -> None:
        task = asyncio.create_task(process.end())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)
