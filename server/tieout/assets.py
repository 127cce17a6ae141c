"""Where data files are: beside the code in a checkout, inside the package in a wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent.parent


def asset(relative: str) -> Path:
    """Path of a data file or folder, such as `taskpane_static/taskpane.html`.

    Raises:
        FileNotFoundError: It is in neither place; the message says what to run.
    """
    for root in (_CHECKOUT, _PACKAGE / "_data"):
        path = root / relative
        if path.exists():
            return path
    raise FileNotFoundError(f"{relative} is missing; run `make setup` in a checkout of Tieout")
