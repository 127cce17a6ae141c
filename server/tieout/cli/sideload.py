"""`tieout sideload`: bring the add-in into this machine's Excel, or take it out."""

import typer

from tieout.cli.installation import Installation, this_installation
from tieout.errors import SettingsError
from tieout.live.lasting_secrets import LastingSecrets, ensure_secrets, read_secrets
from tieout.live.perform import perform
from tieout.live.platforms import Platform
from tieout.live.sideload import Step, Tell, describe, plan_sideload, plan_stop
from tieout.manifest.render import render_addin_xml

_PLACEHOLDER = LastingSecrets(token="-" * 43, start_path="a-start-path-made-later")


def sideload(platform: Platform | None, *, stop: bool, dry_run: bool) -> None:
    """Plan the steps, show them, and do them unless it is a dry run.

    Raises:
        SettingsError: Another platform's steps without a dry run, or a step that fails.
    """
    installation = this_installation()
    chosen = platform or installation.platform
    if not dry_run and chosen not in (installation.platform, "web"):
        raise SettingsError(
            f"These are steps for another system ({chosen}): add --dry-run to see them."
        )
    steps = _plan(installation, chosen, stop=stop, dry_run=dry_run)
    if not dry_run:
        perform(steps)
    _show(steps, dry_run=dry_run)
    if not stop:
        typer.echo("\nThe server has to run while you work:  tieout serve --live")
        typer.echo("Without a certificate for it yet, first:  tieout certs --trust")


def _plan(
    installation: Installation, platform: Platform, *, stop: bool, dry_run: bool
) -> tuple[Step, ...]:
    if stop:
        addin = installation.addin(installation.dev_manifest(_PLACEHOLDER))
        return plan_stop(platform, addin, installation.home)
    path = installation.secrets_file
    secrets = (read_secrets(path) or _PLACEHOLDER) if dry_run else ensure_secrets(path)
    manifest = installation.dev_manifest(secrets)
    return plan_sideload(
        platform, installation.addin(manifest), render_addin_xml(manifest), installation.home
    )


def _show(steps: tuple[Step, ...], *, dry_run: bool) -> None:
    done = [step for step in steps if not isinstance(step, Tell)]
    left = [step for step in steps if isinstance(step, Tell)]
    typer.echo("Would be done:" if dry_run else "Done:")
    for step in done:
        typer.echo(f"  - {describe(step)}")
    typer.echo("Then you:")
    for number, step in enumerate(left, 1):
        typer.echo(f"  {number}. {describe(step)}")
