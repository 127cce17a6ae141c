"""The browser files that may be served, found once at start.

A request is answered by looking its path up in this table, so no path can lead outside it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from tieout.errors import SettingsError

CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
_FOLDERS = ("css", "js", "vendor", "sandbox")
_PAGES = ("demo.html", "taskpane.html")
_NOT_SERVED = frozenset({"headers.json"})
OFFICE_JS = "vendor/office/excel-web-16.00.js"
_LIBRARIES = {
    OFFICE_JS: "Office.js",
    "vendor/marked/marked.esm.js": "marked",
    "vendor/dompurify/purify.es.mjs": "DOMPurify",
    "vendor/slickgrid/slickgrid.mjs": "SlickGrid",
    "vendor/slickgrid/slick.grid.css": "SlickGrid",
}
"""What the pages load that isn't ours: it comes from npm at set-up, and no package carries it."""
_HEADERS: TypeAdapter[dict[str, str]] = TypeAdapter(dict[str, str])


@dataclass(frozen=True, slots=True)
class StaticFiles:
    """Path on the server → file, such as `/css/tokens.css`, and the sandbox page's headers.

    Attributes:
        files: Pages are under their own name: `/demo.html`.
        sandbox_headers: With `{origin}` where the pane's own origin belongs.
    """

    files: Mapping[str, Path]
    sandbox_headers: Mapping[str, str]


def find_static_files(
    root: Path, office_js: Path | None = None, addin: Path | None = None
) -> StaticFiles:
    """Everything below `taskpane_static` that has a known type and lies in a known folder.

    Args:
        root: The folder.
        office_js: Another copy of the Excel host file of Office.js, served in place of its own.
        addin: Folder of what the manifest names besides the pane: icons and keyboard shortcuts.

    Raises:
        SettingsError: Files of others that the pages load are missing; the sentence names them.
    """
    files = {f"/{name}": root / name for name in _PAGES if (root / name).is_file()}
    for folder in _FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and path.suffix in CONTENT_TYPES and path.name not in _NOT_SERVED:
                files["/" + path.relative_to(root).as_posix()] = path
    if addin is not None:
        for path in sorted(addin.rglob("*")):
            if path.is_file() and path.suffix in CONTENT_TYPES:
                files["/addin/" + path.relative_to(addin).as_posix()] = path
    if office_js is not None:
        files[f"/{OFFICE_JS}"] = office_js
    _refuse_missing(files)
    return StaticFiles(files, _read_headers(root / "sandbox" / "headers.json"))


def _refuse_missing(files: Mapping[str, Path]) -> None:
    missing = {
        name: None
        for path, name in _LIBRARIES.items()
        if f"/{path}" not in files or not files[f"/{path}"].is_file()
    }
    if missing:
        raise SettingsError(
            f"The pages need {', '.join(missing)}, which this installation doesn't have: run "
            "`make setup` in a checkout of Tieout and start it there. `tieout run` needs only "
            "Office.js; TIEOUT_OFFICE_JS can name its file."
        )


def _read_headers(path: Path) -> dict[str, str]:
    headers = _HEADERS.validate_json(path.read_bytes())
    return {name: value for name, value in headers.items() if not name.startswith("$")}
