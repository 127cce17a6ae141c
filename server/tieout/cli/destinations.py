"""Where results of a command go, checked before the work starts."""

from pathlib import Path

from tieout.errors import SettingsError


def refuse_clashes(
    workbook: Path,
    *,
    out: Path | None = None,
    report: Path | None = None,
    record: Path | None = None,
) -> None:
    """Refuse to write a report or a recording over a workbook, over each other, or nowhere.

    Args:
        workbook: What is read; `out` may be the same file.
        out: Where the workbook is saved; whether it can be saved there is asked of the embedded Excel.
        report: Where the JSON report goes.
        record: Where the recording goes.

    Raises:
        SettingsError: One sentence that names the option.
    """
    taken = {
        _place(path): what for path, what in ((workbook, "the workbook"), (out, "--out")) if path
    }
    for path, option in ((report, "--report"), (record, "--record")):
        if path is None:
            continue
        place = _place(path)
        if place in taken:
            raise SettingsError(f"{option} can't be {path}: {taken[place]} is that file.")
        if place.is_dir():
            raise SettingsError(f"{option} can't be {path}: it is a folder.")
        if not place.parent.is_dir():
            raise SettingsError(f"{path} can't be written: its folder doesn't exist.")
        taken[place] = option


def _place(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # which of the two a circle raises depends on Python's version
        raise SettingsError(f"{path} can't be used: its links lead nowhere.") from None
