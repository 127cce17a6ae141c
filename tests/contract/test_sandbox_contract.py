"""Every sandbox keeps to the numbered behaviours; here the V8 isolate."""

import asyncio

import pytest
import pytest_asyncio
import sandbox_behaviours  # noqa: F401 - importing registers what it proves
import sandbox_walls  # noqa: F401 - as above
from sandbox_bench import BEHAVIOURS, LIMITS, Behaviour, Bench, WorkbookServices

from tieout.execution.ports import Returned, SandboxRun
from tieout.headless.v8_sandbox import V8Sandbox

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def v8():
    sandbox = V8Sandbox()
    yield sandbox
    await sandbox.close()


@pytest.mark.parametrize("prove", BEHAVIOURS, ids=lambda prove: prove.__name__)
async def test_v8_keeps_the_contract(v8: V8Sandbox, prove: Behaviour):
    await prove(Bench(v8))


async def test_cancelling_the_task_kills_the_code(v8: V8Sandbox):
    called = asyncio.Event()
    services = WorkbookServices(called=called)
    run = SandboxRun("run-1", "while (true) await general.getAPIInfo('x')", LIMITS)
    task = asyncio.create_task(v8.run(run, services))
    await called.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    calls = len(services.calls)
    assert await v8.run(SandboxRun("run-2", "return 1", LIMITS), services) == Returned(1)
    assert len(services.calls) == calls
