"""The browser files that may be served, found once at start.

A request is answered by looking its path up in this table, so no path can lead outside it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

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
_FOLDERS = ("css", "js", "icons", "vendor", "sandbox")
_PAGES = ("demo.html", "taskpane.html")
_NOT_SERVED = frozenset({"headers.json"})
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


def find_static_files(root: Path) -> StaticFiles:
    """Everything below `taskpane_static` that has a known type and lies in a known folder."""
    files = {f"/{name}": root / name for name in _PAGES if (root / name).is_file()}
    for folder in _FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and path.suffix in CONTENT_TYPES and path.name not in _NOT_SERVED:
                files["/" + path.relative_to(root).as_posix()] = path
    return StaticFiles(files, _read_headers(root / "sandbox" / "headers.json"))


def _read_headers(path: Path) -> dict[str, str]:
    headers = _HEADERS.validate_json(path.read_bytes())
    return {name: value for name, value in headers.items() if not name.startswith("$")}
