"""The commands for live Excel and their options: manifest, certs, sideload, doctor."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated

import typer

from tieout.live.platforms import Platform
from tieout.manifest.settings import Environment, IconTheme

manifest_app = typer.Typer(
    name="manifest", help="Render the add-in's manifest, or judge one.", no_args_is_help=True
)


def add_live_commands(
    app: typer.Typer, sentences: Callable[[], AbstractContextManager[None]]
) -> None:
    """Register the commands.

    Args:
        app: Where.
        sentences: Turns an error meant for the user into one sentence and an exit code.
    """
    app.add_typer(manifest_app)

    @manifest_app.command("render")
    def render_command(
        out: Annotated[
            Path | None, typer.Option(help="File to write; default: print. .json: unified.")
        ] = None,
        env: Annotated[Environment, typer.Option(help="Which of the two add-in ids.")] = "dev",
        base_url: Annotated[
            str | None, typer.Option(help="https://host[:port] of the server; dev: this machine.")
        ] = None,
        unified: Annotated[
            bool, typer.Option("--unified", help="The unified JSON manifest instead of XML.")
        ] = False,
        icons: Annotated[IconTheme, typer.Option(help="Icons for Office's theme.")] = "light",
    ) -> None:
        """Render a manifest from the settings. A dev manifest lets a pane in: don't share it."""
        from tieout.cli.manifest import render  # noqa: PLC0415

        form = "json" if unified or (out is not None and out.suffix == ".json") else "xml"
        with sentences():
            render(out, env, base_url, form, icons)

    @manifest_app.command("validate")
    def validate_command(
        file: Annotated[Path, typer.Argument(help="A manifest, XML or JSON.")],
    ) -> None:
        """Judge a manifest offline. Exit code 0: valid. 2: it isn't; each objection is printed."""
        from tieout.cli.manifest import validate  # noqa: PLC0415

        with sentences():
            raise typer.Exit(validate(file))

    @app.command("certs")
    def certs_command(
        trust: Annotated[
            bool, typer.Option("--trust", help="Make this system trust the authority.")
        ] = False,
        renew: Annotated[bool, typer.Option("--renew", help="Make a new certificate.")] = False,
    ) -> None:
        """Find or make the certificate of https://localhost that a pane in Excel needs."""
        from tieout.cli.certs import certs  # noqa: PLC0415

        with sentences():
            certs(renew=renew, trust=trust)

    @app.command("sideload")
    def sideload_command(
        stop: Annotated[bool, typer.Option("--stop", help="Take the add-in out again.")] = False,
        dry_run: Annotated[
            bool, typer.Option("--dry-run", help="Show the steps, do nothing.")
        ] = False,
        platform: Annotated[
            Platform | None, typer.Option(help="Default: the system this runs on.")
        ] = None,
    ) -> None:
        """Bring the add-in into this machine's Excel, without Node or an administrator."""
        from tieout.cli.sideload import sideload  # noqa: PLC0415

        with sentences():
            sideload(platform, stop=stop, dry_run=dry_run)

    @app.command("doctor")
    def doctor_command(
        as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    ) -> None:
        """Check what live Excel needs. Exit code 0: nothing in the way. 1: something is."""
        from tieout.cli.doctor import doctor  # noqa: PLC0415

        with sentences():
            raise typer.Exit(doctor(as_json=as_json))
