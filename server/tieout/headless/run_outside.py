"""What a run without a pane reaches beyond its workbook: files of the command line, pages beside it."""

from collections.abc import Sequence
from pathlib import Path

from tieout.errors import SettingsError
from tieout.sessions.made_pages import PagesBeside
from tieout.sessions.outside import Outside
from tieout.tools.attachments import MOST_BYTES, Attachments

NOBODY = (
    "Nobody can be asked here, so this was not done: {what}. Nothing was sent. The user can allow it "
    "with --allow-web. Do the task without it, or say in your answer what is missing."
)


def beside_a_run(workbook: Path, attached: Sequence[Path]) -> tuple[Outside, PagesBeside]:
    """Read the attached files, and keep pages until the workbook is saved.

    Raises:
        SettingsError: A file can't be read or attached.
    """
    attachments = Attachments()
    for path in attached:
        attachments.add(path.name, _read(path))
    pages = PagesBeside()
    return Outside(attachments, pages, lambda: workbook.name, NOBODY), pages


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise SettingsError(
                f"{path} can't be attached: it has more than {MOST_BYTES // 1024**2} MB."
            )
        return path.read_bytes()
    except OSError as error:
        raise SettingsError(f"{path} can't be attached: {error.strerror}.") from None
