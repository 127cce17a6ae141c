"""The commands and their options; what they do is in the modules beside this one."""

import gc
import logging
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tieout import __version__
from tieout.cli.exit_codes import BAD_INPUT, FAULT, STOPPED
from tieout.cli.live_app import add_live_commands
from tieout.cli.reference import reference_app
from tieout.errors import UserError

if TYPE_CHECKING:
    from tieout.settings import Settings

app = typer.Typer(
    name="tieout",
    help="An agent inside Excel whose every change is shown, checked and reversible.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(reference_app, name="reference")


@contextmanager
def sentences() -> Generator[None]:
    """Turn an error meant for the user into one sentence on stderr and exit code 2."""
    try:
        yield
    except UserError as error:
        typer.echo(f"tieout: {error}", err=True)
        raise typer.Exit(BAD_INPUT) from None
    except KeyboardInterrupt:
        typer.echo("tieout: stopped.", err=True)
        raise typer.Exit(STOPPED) from None
    except (typer.Exit, typer.Abort):
        raise
    except Exception as error:
        if os.environ.get("TIEOUT_TRACEBACK"):
            raise
        from tieout.cli.wrong_settings import wrong_setting  # noqa: PLC0415 - keeps --help fast

        wrong = wrong_setting(error)
        if wrong:
            typer.echo(f"tieout: {wrong}", err=True)
            raise typer.Exit(BAD_INPUT) from None
        typer.echo(
            f"tieout: this is a fault of Tieout itself ({type(error).__name__}: {error}). Please "
            "report it, with what TIEOUT_TRACEBACK=1 prints.",
            err=True,
        )
        raise typer.Exit(FAULT) from None


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"tieout {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options that every command shares."""
    del version


Workbook = Annotated[Path, typer.Argument(help="An .xlsx or .xlsm workbook.")]
Model = Annotated[
    str | None,
    typer.Option(help="anthropic:ID, replay:FILE or scripted:FILE. Default: the setting."),
]


Behave = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME[=VALUE]",
        help="Something that happens to the embedded Excel, such as edit_mode=3; may be repeated.",
    ),
]


def _behaving(behave: list[str] | None) -> "Settings":
    from tieout.settings import Settings  # noqa: PLC0415 - keeps --help fast

    return Settings(excel_behaviours=",".join(behave)) if behave else Settings()


@app.command("run")
def run_command(
    workbook: Workbook,
    task: Annotated[str, typer.Option("--task", help="What to do, in plain words.")],
    model: Model = None,
    out: Annotated[
        Path | None, typer.Option(help="Save here instead of over the workbook.")
    ] = None,
    report: Annotated[Path | None, typer.Option(help="Write a JSON report of the run.")] = None,
    record: Annotated[Path | None, typer.Option(help="Record the run for `replay`.")] = None,
    *,
    allow_losses: Annotated[
        bool,
        typer.Option(
            "--allow-losses",
            help="Agree beforehand to deleting sheets, tables and names and to emptying many cells, "
            "also where the agent's code doesn't name them in its scope.",
        ),
    ] = False,
    allow_web: Annotated[
        bool,
        typer.Option(
            "--allow-web",
            help="Let the agent send web searches and addresses of its own making; they can carry "
            "what it read.",
        ),
    ] = False,
    attach: Annotated[
        list[Path] | None,
        typer.Option(help="A pdf, csv, xlsx, docx or text file to read; may be repeated."),
    ] = None,
    constraint: Annotated[
        list[str] | None,
        typer.Option(
            help='What holds for the whole run, such as "Never touch the sheet Inputs"; may be '
            "repeated."
        ),
    ] = None,
) -> None:
    """Let the agent work on a workbook: prints its answer and what changed.

    Exit code 0: done. 2: bad input. 3: the agent failed and the workbook is as it was.
    """
    with sentences():
        from tieout.cli.run import run  # noqa: PLC0415 - keeps --help fast

        raise typer.Exit(
            run(
                workbook,
                task,
                model,
                out or workbook,
                report,
                record,
                allow_losses=allow_losses,
                allow_web=allow_web,
                attach=attach or (),
                constraints=constraint or (),
            )
        )


@app.command("serve")
def serve_command(
    workbook: Annotated[
        Path | None, typer.Option(help="A workbook for the browser page; default: a sample.")
    ] = None,
    live: Annotated[bool, typer.Option("--live", help="Wait for a pane inside Excel.")] = False,
    model: Model = None,
    port: Annotated[
        int | None, typer.Option(help="Port on this machine; 0 takes a free one.")
    ] = None,
    behave: Behave = None,
    record: Annotated[
        Path | None, typer.Option(help="Record what live Excel is asked and answers.")
    ] = None,
    mask: Annotated[
        bool, typer.Option("--mask", help="Record stand-ins for what cells hold; batches only.")
    ] = False,
) -> None:
    """Start the server and print its address."""
    with sentences():
        from tieout.cli.serve import LiveRecord, serve  # noqa: PLC0415

        settings = _behaving(behave)
        wanted = None if record is None else LiveRecord(record, mask)
        serve(workbook, live=live, model=model, port=port, settings=settings, record=wanted)


@app.command("replay")
def replay_command(
    recording: Annotated[Path, typer.Argument(help="A recording made by `run --record`.")],
    strict: Annotated[
        bool, typer.Option("--strict", help="Every request to the model must be byte-identical.")
    ] = False,
) -> None:
    """Run a recording again: the code runs, model and Excel answer from the file.

    Exit code 0: the same. 2: no recording. 3: it went another way; the difference is named.
    """
    with sentences():
        from tieout.cli.replay import replay  # noqa: PLC0415

        raise typer.Exit(replay(recording, strict=strict))


@app.command("host")
def host_command(
    workbook: Workbook,
    script: Annotated[Path, typer.Option("--script", help="JavaScript using Excel.run.")],
    out: Annotated[Path | None, typer.Option(help="Save the workbook here afterwards.")] = None,
    behave: Behave = None,
) -> None:
    """Run one Office.js script on a workbook in the embedded Excel; prints console and result."""
    with sentences():
        from tieout.cli.host import run_script  # noqa: PLC0415

        raise typer.Exit(run_script(workbook, script, out, _behaving(behave)))


@app.command("trace")
def trace_command(
    session: Annotated[
        str | None, typer.Argument(help="A session's id, or a recording; none: list the sessions.")
    ] = None,
    request: Annotated[int | None, typer.Option(min=1, help="Show this request in full.")] = None,
    diff: Annotated[
        tuple[int, int] | None, typer.Option(help="Show what differs between two requests.")
    ] = None,
) -> None:
    """Show what each request to the model held: layers, tokens, evidence, cache, cost."""
    with sentences():
        from tieout.cli.trace import trace  # noqa: PLC0415 - keeps --help fast

        trace(session, request, diff)


@app.command("lint")
def lint_command(
    workbooks: Annotated[list[Path], typer.Argument(help="One or more .xlsx or .xlsm workbooks.")],
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON document instead of lines.")
    ] = False,
    suppress: Annotated[
        str | None,
        typer.Option(help="Write into the workbook that CODE, or CODE@Sheet1!A1:B9, is meant so."),
    ] = None,
    reason: Annotated[str | None, typer.Option(help="Why, for --suppress.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="With --suppress: save here instead of over the workbook.")
    ] = None,
) -> None:
    """Look for faults in workbooks, without a model. docs/lint-rules.md lists the rules.

    Exit code 0: looked, whatever was found. 2: bad input.
    """
    with sentences():
        from tieout.cli.lint import lint, suppress_finding  # noqa: PLC0415

        if suppress is None:
            lint(workbooks, as_json=as_json)
        else:
            suppress_finding(workbooks, suppress, reason, out)


@app.command("bench")
def bench_command(
    name: Annotated[str, typer.Argument(help="wire, embedded, …; `list` names them.")],
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="fidelity: a recording of live Excel, and its workbook as it was then."
        ),
    ] = None,
    *,
    short: Annotated[bool, typer.Option("--short", help="Small sizes, seconds.")] = False,
    long: Annotated[bool, typer.Option("--long", help="Full sizes, minutes.")] = False,
    snippets: Annotated[
        Path | None, typer.Option(help="conformance: a checkout of office-js-snippets.")
    ] = None,
    recalc: Annotated[
        Path | None, typer.Option(help="conformance: a folder of workbooks Excel calculated.")
    ] = None,
    display: Annotated[
        Path | None, typer.Option(help="conformance: values with Excel's text, .jsonl.gz.")
    ] = None,
    r1c1: Annotated[
        Path | None, typer.Option(help="conformance: A1 and R1C1 formulas, .jsonl.gz.")
    ] = None,
    data: Annotated[Path | None, typer.Option(help="read: a folder of workbooks.")] = None,
    labels: Annotated[
        Path | None, typer.Option(help="lint: a folder of workbooks with labelled faults.")
    ] = None,
) -> None:
    """Measure something: JSON lines on stdout, progress on stderr."""
    given = {"snippets": snippets, "recalc": recalc, "display": display, "r1c1": r1c1, "data": data}
    given["labels"] = labels
    given |= dict(zip(("recording", "workbook"), files or (), strict=False))
    with sentences():
        from tieout.cli.bench import bench  # noqa: PLC0415

        sources = {option: path for option, path in given.items() if path is not None}
        bench(name, long=long and not short, sources=sources)


add_live_commands(app, sentences)


def main() -> None:
    """Entry point of the `tieout` command. `TIEOUT_LOG` names the lowest level that is logged."""
    # Snapshots hold hundreds of thousands of objects for long; walking them all every few thousand
    # new ones took half the time of comparing a large workbook.
    gc.set_threshold(200_000, 20, 50)
    logging.basicConfig(
        level=os.environ.get("TIEOUT_LOG", "ERROR").upper(),
        format="%(levelname)s %(name)s: %(message)s",
    )
    app(prog_name="tieout", args=sys.argv[1:])
