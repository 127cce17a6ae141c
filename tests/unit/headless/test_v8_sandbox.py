import asyncio
import json
import os
import signal
from pathlib import Path

import pytest

from tieout.assets import asset
from tieout.errors import PaneLost, SettingsError
from tieout.execution.ports import Killed, Returned, SandboxLimits, SandboxRun, Threw
from tieout.headless.v8_sandbox import V8Sandbox

LIMITS = SandboxLimits(wall=5.0, between_syncs=1.0, memory_bytes=100 * 1024 * 1024)


class Answers:
    """Services that answer every call with what they are told."""

    def __init__(self, answer=None):
        self.answer = answer

    async def sync(self, batch):
        raise PaneLost("The pane went away.")

    async def call(self, name, arguments):
        if callable(self.answer):
            return await self.answer()
        return self.answer


@pytest.fixture
async def sandbox():
    made = V8Sandbox()
    yield made
    await made.close()


def processes() -> set[int]:
    """Ids of this process's living children that run a V8."""
    found = set[int]()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
            command = (entry / "cmdline").read_text()
        except OSError:
            continue
        if int(parent) == os.getpid() and "v8_process.py" in command:
            found.add(int(entry.name))
    return found


def environment(process: int) -> str:
    return Path(f"/proc/{process}/environ").read_text()


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


async def test_a_missing_office_js_is_said_in_one_sentence():
    with pytest.raises(SettingsError, match=r"There is no Office\.js file at /nowhere\.js"):
        V8Sandbox(Path("/nowhere.js"))


async def test_a_lost_pane_ends_the_run_as_such(sandbox):
    code = "context.workbook.load('name'); await context.sync()"
    with pytest.raises(PaneLost):
        await sandbox.run(SandboxRun("r", code, LIMITS), Answers())


async def test_runs_may_overlap_and_keep_apart(sandbox):
    code = "globalThis.mine = {0}; await general.getAPIInfo('x'); return mine"
    runs = [
        sandbox.run(SandboxRun(f"r{number}", code.replace("{0}", str(number)), LIMITS), Answers(""))
        for number in range(3)
    ]
    assert await asyncio.gather(*runs) == [Returned(0), Returned(1), Returned(2)]


@needs_proc
async def test_a_spare_that_died_is_replaced(sandbox):
    await sandbox.warm()
    for process in processes():
        os.kill(process, signal.SIGKILL)
    spare = sandbox._spare.result()
    while spare.alive:  # noqa: ASYNC110 - the system tells in its own time
        await asyncio.sleep(0.01)
    assert await sandbox.run(SandboxRun("r", "return 1", LIMITS), Answers()) == Returned(1)


@needs_proc
async def test_a_process_killed_in_a_run_is_a_crash_and_the_next_run_is_fine(sandbox):
    async def kill():
        for process in processes():
            os.kill(process, signal.SIGKILL)
        await asyncio.sleep(10)

    code = "await general.getAPIInfo('x')"
    result = await sandbox.run(SandboxRun("r", code, LIMITS), Answers(kill))
    assert isinstance(result, Killed)
    assert result.reason == "crashed"
    assert await sandbox.run(SandboxRun("r", "return 1", LIMITS), Answers()) == Returned(1)


@needs_proc
async def test_closing_leaves_no_process_and_keys_are_never_passed_on(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "a-secret")
    sandbox = V8Sandbox()
    await sandbox.warm()
    assert len(processes()) == 1
    for process in processes():
        assert "a-secret" not in environment(process)
    await sandbox.close()
    assert processes() == set()


@pytest.mark.parametrize(
    "code",
    [
        "const a = []; while (true) a.push(new Uint8Array(1e7).fill(1))",
        "const a = []; while (true) a.push(new Array(1000).fill(1.5))",
        "const m = new Map(); for (let i = 0; ; i++) m.set(i, { i, text: 'x'.repeat(50) + i })",
        "let s = 'x'; const a = []; while (true) { s = JSON.parse(JSON.stringify(s + s)); a.push(s) }",
    ],
)
async def test_memory_bombs_are_stopped(sandbox, code):
    result = await sandbox.run(SandboxRun("r", code, LIMITS), Answers())
    if isinstance(result, Threw):  # the system refused the allocation before the watch saw it
        assert "allocation failed" in result.error.message
    else:
        assert isinstance(result, Killed)
        assert result.reason in ("memory", "time")
    assert await sandbox.run(SandboxRun("r", "return 1", LIMITS), Answers()) == Returned(1)


def test_every_script_of_the_sandbox_is_listed_once():
    folder = asset("taskpane_static/sandbox")
    listed = json.loads((folder / "scripts.json").read_text())
    names = [*listed["before_office"], *listed["after_office"], listed["worker"], listed["isolate"]]
    there = {str(path.relative_to(folder)) for path in folder.rglob("*.js")}
    assert sorted(names) == sorted(there - {"frame.js"})


async def test_the_index_lists_exactly_the_members_there_are(sandbox):
    index = json.loads(asset("taskpane_static/sandbox/api/index.json").read_text())
    code = "return [sheet, general, step].map((part) => Object.getOwnPropertyNames(part))"
    result = await sandbox.run(SandboxRun("r", code, LIMITS), Answers())
    assert isinstance(result, Returned)
    assert isinstance(result.value, list)
    parts = dict(zip(("sheet", "general", "step"), result.value, strict=True))
    there = {f"{part}.{name}" for part, names in parts.items() for name in names}
    assert there == {entry["name"] for entry in index}
