"""`tieout certs`: the certificate of https://localhost that a pane in Excel needs."""

from datetime import UTC, datetime

import typer

from tieout.cli.installation import Installation, this_installation
from tieout.errors import SettingsError
from tieout.live.certificate_files import (
    Absent,
    CertificateFiles,
    Examined,
    Unusable,
    Usable,
    examine,
    keep,
    own_files,
)
from tieout.live.certificates import make_certificates
from tieout.live.perform import run_command
from tieout.live.trust import shown, trust_commands


def certs(*, renew: bool, trust: bool) -> None:
    """Find a certificate or make one, and print or perform the step that makes it trusted.

    Raises:
        SettingsError: What is there can't be used, or the system refuses to trust it.
    """
    installation = this_installation()
    found = _made(installation) if renew else _found_or_made(installation)
    typer.echo(f"Certificate: {found.files.certificate}")
    typer.echo(f"  for {', '.join(sorted(found.facts.names))}")
    typer.echo(f"  valid until {found.facts.not_after:%Y-%m-%d}, made by {_maker(found.files)}")
    if found.warning:
        typer.echo(f"Warning: {found.warning}", err=True)
    _trust(installation, found.files, perform=trust)


def _found_or_made(installation: Installation) -> Usable:
    found = installation.certificate()
    match found:
        case Usable():
            return found
        case Unusable():
            raise SettingsError(found.sentence)
        case Absent():
            return _made(installation)


def _made(installation: Installation) -> Usable:
    if installation.settings.certificate is not None:
        raise SettingsError(
            "TIEOUT_CERTIFICATE names a certificate of your own: unset it to have one made."
        )
    files = own_files(installation.settings.config_dir)
    now = datetime.now(UTC)
    keep(make_certificates(now), files)
    made: Examined = examine(files, now)
    assert isinstance(made, Usable), f"what was just made can't be used: {made}"
    typer.echo("Made a certificate. Its authority can sign for this machine only; its key is gone.")
    return made


def _maker(files: CertificateFiles) -> str:
    return "you (settings)" if files.maker == "settings" else files.maker


def _trust(installation: Installation, files: CertificateFiles, *, perform: bool) -> None:
    if files.authority is None or not files.authority.is_file():
        typer.echo("Trust: your system has to trust whoever signed it.")
        return
    commands = trust_commands(installation.platform, files.authority, installation.home)
    if perform:
        for command in commands:
            run_command(command)
        typer.echo("Trusted. Restart Excel so that it sees it.")
        return
    typer.echo("To make this system trust it, run `tieout certs --trust`, or yourself:")
    for command in commands:
        typer.echo(f"  {shown(command)}")
