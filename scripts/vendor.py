"""Copy the browser files that npm installed into taskpane_static/vendor/, which git ignores.

Only what the pages load is copied: the pane serves no node_modules.
"""

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "node_modules"
VENDOR = ROOT / "taskpane_static" / "vendor"

FILES = {
    "office/excel-web-16.00.js": "@microsoft/office-js/dist/excel-web-16.00.js",
    "office/LICENSE.md": "@microsoft/office-js/LICENSE.md",
    "marked/marked.esm.js": "marked/lib/marked.esm.js",
    "marked/LICENSE": "marked/LICENSE",
    "dompurify/purify.es.mjs": "dompurify/dist/purify.es.mjs",
    "dompurify/LICENSE": "dompurify/LICENSE",
    "slickgrid/slickgrid.mjs": "slickgrid/dist/esm/index.mjs",
    "slickgrid/slick.grid.css": "slickgrid/dist/styles/css/slick.grid.css",
    "slickgrid/LICENSE": "slickgrid/LICENSE",
}


def main() -> None:
    """Copy each file, failing loudly when npm's package no longer has it."""
    shutil.rmtree(VENDOR, ignore_errors=True)
    for target, source in FILES.items():
        destination = VENDOR / target
        destination.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(MODULES / source, destination)


if __name__ == "__main__":
    main()
