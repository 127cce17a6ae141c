"""`tieout reference`: build, check and search the complete Office.js reference."""

from typing import Annotated

import typer

from tieout.cli.exit_codes import AGENT_FAILED

reference_app = typer.Typer(
    help="The complete Office.js reference: build it, check it, search it.", no_args_is_help=True
)


@reference_app.command("build")
def build_command() -> None:
    """Build the reference from the pinned type packages (needs a checkout after `make setup`)."""
    from tieout.cli.app import sentences  # noqa: PLC0415
    from tieout.reference.build import build, write  # noqa: PLC0415

    with sentences():
        built = build()
        typer.echo(f"{write(built)}: {built.text.count(chr(10)):,} lines")


@reference_app.command("check")
def check_command() -> None:
    """Prove that the reference is up to date and that no member of the types is missing.

    Exit code 0: it is. 3: it isn't; the sentence says what to do.
    """
    from tieout.cli.app import sentences  # noqa: PLC0415
    from tieout.reference.build import problems  # noqa: PLC0415
    from tieout.reference.census import census  # noqa: PLC0415

    with sentences():
        found = problems()
        for problem in found:
            typer.echo(f"tieout: {problem}", err=True)
        if found:
            raise typer.Exit(AGENT_FAILED)
        typer.echo(f"{len(census()):,} declarations and members, 0 lost; the file is up to date.")


@reference_app.command("grep")
def grep_command(
    pattern: Annotated[str, typer.Argument(help="RE2 syntax; quote keys: '\"charts.add\"'.")],
    after: Annotated[int, typer.Option("-A", min=0, max=200, help="Lines after a match.")] = 0,
    before: Annotated[int, typer.Option("-B", min=0, max=200, help="Lines before a match.")] = 0,
    numbers: Annotated[bool, typer.Option("-n", help="Print line numbers.")] = False,
    ignore_case: Annotated[bool, typer.Option("-i", help="Ignore case.")] = False,
    fixed: Annotated[bool, typer.Option("-F", help="The pattern is plain text.")] = False,
    head: Annotated[int, typer.Option("--head", min=1, max=500, help="Most lines printed.")] = 60,
) -> None:
    """Print the lines of the reference that match, as the agent reads them."""
    from tieout.cli.app import sentences  # noqa: PLC0415
    from tieout.errors import SettingsError  # noqa: PLC0415
    from tieout.reference.grep import (  # noqa: PLC0415
        GrepOptions,
        PatternRefused,
        grep,
        reference_text,
    )

    with sentences():
        options = GrepOptions(after, before, numbers, ignore_case, fixed, head)
        try:
            typer.echo(grep(reference_text(), pattern, options))
        except PatternRefused as refused:
            raise SettingsError(str(refused)) from None
