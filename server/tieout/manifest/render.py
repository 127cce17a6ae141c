"""Both manifests from one settings object."""

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tieout.assets import asset
from tieout.manifest.settings import (
    CELL_MENU,
    COMMANDS,
    ICON_SIZES,
    REQUIREMENT_SETS,
    RIBBON,
    SHORTCUTS,
    UNIFIED_SCHEMA,
    ManifestSettings,
)

_NAME = "Tieout"
_SHORT_DESCRIPTION = "An agent inside Excel whose every change is shown and reversible."
_DESCRIPTION = (
    "An agent that works in your workbook: every change is shown cell by cell, checked, and can "
    "be taken back."
)
_STARTED_TITLE = "Tieout is installed"
_STARTED_DESCRIPTION = (
    "On the Home tab, choose Tieout to open the pane, or right-click a cell to ask about it."
)


def render_addin_xml(settings: ManifestSettings) -> str:
    """The add-in only manifest: for every desktop Excel, shared folders and admin deployment."""
    return _render("manifest.xml.j2", settings)


def render_unified_json(settings: ManifestSettings) -> str:
    """The unified manifest: for Microsoft 365 on Windows, Mac and the web, not for perpetual Excel."""
    return _render("manifest.json.j2", settings)


def _render(template: str, settings: ManifestSettings) -> str:
    suffix = f" ({settings.environment})" if settings.environment == "dev" else ""
    return (
        _templates()
        .get_template(template)
        .render(
            addin_id=str(settings.addin_id),
            version=settings.version,
            provider=_NAME,
            name=_NAME + suffix,
            description=_DESCRIPTION,
            short_description=_SHORT_DESCRIPTION,
            started_title=_STARTED_TITLE,
            started_description=_STARTED_DESCRIPTION,
            base_url=settings.base_url,
            domain=settings.domain,
            pane_url=settings.base_url + settings.pane_path,
            support_url=settings.support_url,
            shortcuts_url=settings.base_url + SHORTCUTS,
            icon_url=settings.icon_url,
            icon_sizes=ICON_SIZES,
            requirements=[{"name": name, "version": floor} for name, floor in REQUIREMENT_SETS],
            schema_version=UNIFIED_SCHEMA,
            commands=COMMANDS,
            ribbon=RIBBON,
            cell_menu=CELL_MENU,
        )
    )


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(asset("addin_manifest")),
        undefined=StrictUndefined,
        autoescape=True,
        keep_trailing_newline=True,
    )
