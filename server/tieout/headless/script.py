"""Run one Office.js script on a workbook: what `tieout host` does."""

import asyncio
import base64
from contextlib import AsyncExitStack
from pathlib import Path

from pydantic import JsonValue

from embedded_excel.errors import WorkbookFileError
from embedded_excel.host import EmbeddedExcel
from tieout.errors import SandboxKilled, SettingsError, UserError
from tieout.execution.ports import SandboxResult, SandboxRun
from tieout.headless.embedded_host import EmbeddedHost
from tieout.headless.task import check_out, open_workbook
from tieout.headless.v8_sandbox import V8Sandbox
from tieout.office_wire.batch import Batch, BatchResponse
from tieout.reference.members import describe
from tieout.settings import Settings

_COMMON_API = {"RedirectV1Api": "1.1"}
"""With it the sandbox offers `Office.context.document`: a person's own script may act on whatever is
selected."""


class _PlainServices:
    """Batches straight to Excel: a person's own script is not gated."""

    def __init__(self, host: EmbeddedHost) -> None:
        self._host = host

    async def sync(self, batch: Batch) -> BatchResponse:
        """As the host."""
        return await self._host.send(batch)

    async def call(self, name: str, arguments: JsonValue) -> JsonValue:
        """`api_info`, and `file` for `getFileAsync`; reads of the wrapped API belong to an agent's run."""
        if name == "file":
            return base64.b64encode(await self._host.with_excel(EmbeddedExcel.to_bytes)).decode()
        if name == "api_info" and isinstance(arguments, dict):
            return describe(str(arguments.get("name", "")))
        raise SandboxKilled("crashed", f"{name} isn't available in a script; use Office.js.")


async def run_script(
    workbook: Path, code: str, out: Path | None, settings: Settings
) -> SandboxResult:
    """Run a script and, if asked to, save the workbook.

    Raises:
        UserError: The workbook can't be opened or written.
    """
    async with AsyncExitStack() as stack:
        host = EmbeddedHost(open_workbook(workbook, settings))
        if out is not None:
            check_out(workbook, out)
        stack.push_async_callback(host.close)
        sandbox = V8Sandbox(settings.office_js)
        stack.push_async_callback(sandbox.close)
        sets = {**host.capabilities.requirement_sets, **_COMMON_API}
        run = SandboxRun("script", code, requirement_sets=sets)
        result = await sandbox.run(run, _PlainServices(host))
        if out is not None:
            try:
                await host.with_excel(lambda excel: excel.save(out))
            except WorkbookFileError as error:
                raise UserError(str(error)) from error
    return result


def read_script(path: Path) -> str:
    """The script's text.

    Raises:
        SettingsError: It can't be read.
    """
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise SettingsError(f"There is no script at {path}.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"The script {path} can't be read: {error}.") from None


def run_script_blocking(
    workbook: Path, script: Path, out: Path | None, settings: Settings
) -> SandboxResult:
    """As `run_script`, for callers without an event loop."""
    code = read_script(script)
    return asyncio.run(run_script(workbook, code, out, settings))
