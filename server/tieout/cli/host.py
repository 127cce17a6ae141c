"""`tieout host`: one Office.js script on a workbook, printed."""

import json
from pathlib import Path
from typing import assert_never

import typer

from tieout.cli.exit_codes import AGENT_FAILED
from tieout.execution.ports import Killed, Returned, Threw
from tieout.headless.script import run_script_blocking
from tieout.settings import Settings


def run_script(workbook: Path, script: Path, out: Path | None, settings: Settings) -> int:
    """Run it; returns the exit code: 0, or 3 when the script threw or was stopped.

    Raises:
        UserError: Workbook or script can't be read, or the workbook can't be written.
    """
    result = run_script_blocking(workbook, script, out, settings)
    for line in result.console:
        typer.echo(line.text, err=line.level in {"warn", "error"})
    match result:
        case Returned(value=value):
            if value is not None:
                typer.echo(json.dumps(value, ensure_ascii=False))
            return 0
        case Threw(error=error):
            where = f" (at {error.location})" if error.location else ""
            typer.echo(f"tieout: {error.code or error.name}: {error.message}{where}", err=True)
            if error.statement:
                typer.echo(f"  {error.statement}", err=True)
            return AGENT_FAILED
        case Killed(detail=detail):
            typer.echo(f"tieout: {detail}", err=True)
            return AGENT_FAILED
        case _:
            assert_never(result)
