"""Files that only their owner may read: written whole or not at all, refused when others can read."""

import os
import stat
import sys
import tempfile
from pathlib import Path

from tieout.errors import SettingsError

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def write_private(path: Path, content: bytes) -> None:
    """Write a file with mode 0600 in a folder with mode 0700 that is made when missing.

    Raises:
        SettingsError: The folder can't be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(beside).replace(path)
    except OSError as error:
        raise SettingsError(f"{path} can't be written: {error.strerror}.") from error


def open_to_others(path: Path) -> bool:
    """Whether other users of this machine may read the file. Windows has no such mode: False."""
    return sys.platform != "win32" and bool(path.stat().st_mode & _OTHERS)


def mode_sentence(path: Path) -> str:
    """What to say and do about a file that `open_to_others` objects to."""
    return f'Other users of this machine can read {path}: run  chmod 600 "{path}"  and try again.'
