"""`tieout manifest`: render both manifests, and judge one."""

from pathlib import Path
from typing import Literal, TypeAlias

import typer

from tieout.cli.exit_codes import BAD_INPUT
from tieout.cli.installation import Installation, shipped_icon, this_installation
from tieout.errors import SettingsError
from tieout.live.lasting_secrets import ensure_secrets
from tieout.live.private_files import write_private
from tieout.manifest.problems import Problem
from tieout.manifest.render import render_addin_xml, render_unified_json
from tieout.manifest.settings import (
    PANE_PAGE,
    Environment,
    IconTheme,
    ManifestSettings,
    manifest_settings,
)
from tieout.manifest.validate_unified import validate_unified_json
from tieout.manifest.validate_xml import validate_addin_xml

Form: TypeAlias = Literal["xml", "json"]
_MAX_BYTES = 1024 * 1024


def render(
    out: Path | None, environment: Environment, base_url: str | None, form: Form, icons: IconTheme
) -> None:
    """Write a manifest, or print it.

    Raises:
        SettingsError: A wrong base URL, or a file that can't be written.
    """
    settings = _settings(this_installation(), environment, base_url, icons)
    text = render_addin_xml(settings) if form == "xml" else render_unified_json(settings)
    problems = _judge(text, form)
    assert not problems, f"the rendered manifest breaks its own rules: {problems[0]}"
    if out is None:
        typer.echo(text, nl=False)
        return
    # A manifest of this machine holds the start path, which lets a pane in.
    write_private(out, text.encode("utf-8"))
    typer.echo(f"Wrote {out}: {settings.environment}, {settings.addin_id}, {settings.base_url}")


def _settings(
    installation: Installation, environment: Environment, base_url: str | None, icons: IconTheme
) -> ManifestSettings:
    if environment == "prod":
        if base_url is None:
            raise SettingsError("A production manifest needs --base-url https://your.server.")
        return installation.manifest("prod", base_url, icons=icons)
    url = base_url or f"https://localhost:{installation.settings.port}"
    manifest_settings("dev", url, version="0")  # a wrong URL must not make secrets
    secrets = ensure_secrets(installation.secrets_file)
    return installation.manifest("dev", url, f"/p/{secrets.start_path}{PANE_PAGE}", icons)


def validate(file: Path) -> int:
    """Judge a manifest file and print every objection.

    Returns:
        0 when there is none, else 2.

    Raises:
        SettingsError: The file can't be read.
    """
    try:
        content = file.read_bytes()
    except OSError as error:
        raise SettingsError(f"{file} can't be read: {error.strerror}.") from error
    if len(content) > _MAX_BYTES:
        raise SettingsError(f"{file} is no manifest: it is larger than a megabyte.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SettingsError(f"{file} is no manifest: it is not UTF-8.") from error
    form: Form = "json" if text.lstrip().startswith("{") else "xml"
    problems = _judge(text, form)
    for problem in problems:
        typer.echo(f"[{problem.rule}] {problem}", err=True)
    if problems:
        count = len(problems)
        typer.echo(f"{file}: {count} objection{'s' if count > 1 else ''}.", err=True)
        return BAD_INPUT
    kind = "unified manifest" if form == "json" else "add-in only manifest"
    typer.echo(f"{file}: a valid {kind}.")
    return 0


def _judge(text: str, form: Form) -> tuple[Problem, ...]:
    if form == "json":
        return validate_unified_json(text)
    return validate_addin_xml(text, shipped_icon)
