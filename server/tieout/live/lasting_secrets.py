"""The secrets of a live pane, which have to outlast a start of the server.

The manifest that Excel keeps holds the start path, and a pane lives on in Excel while the server
restarts, with the token in its cookie; so both are made once per installation.
"""

import secrets
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tieout.errors import SettingsError
from tieout.live.private_files import mode_sentence, open_to_others, write_private

_TOKEN_LENGTH, _PATH_LENGTH = 43, 22


class LastingSecrets(BaseModel):
    """Token (256 bits) and start path (128 bits), URL-safe base64. Never logged or printed."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    token: str = Field(repr=False, min_length=_TOKEN_LENGTH, pattern=r"^[A-Za-z0-9_-]+$")
    start_path: str = Field(repr=False, min_length=_PATH_LENGTH, pattern=r"^[A-Za-z0-9_-]+$")


def read_secrets(path: Path) -> LastingSecrets | None:
    """The installation's secrets, or None when there are none yet.

    Raises:
        SettingsError: Other users can read the file, or it is damaged.
    """
    if not path.is_file():
        return None
    if open_to_others(path):
        raise SettingsError(mode_sentence(path))
    try:
        return LastingSecrets.model_validate_json(path.read_bytes())
    except (ValidationError, OSError) as error:
        raise SettingsError(
            f"{path} is damaged: delete it, then run `tieout sideload` again."
        ) from error


def ensure_secrets(path: Path) -> LastingSecrets:
    """The installation's secrets, made now when there are none.

    Raises:
        SettingsError: As `read_secrets`, or the folder can't be written.
    """
    found = read_secrets(path)
    if found is None:
        found = LastingSecrets(
            token=secrets.token_urlsafe(32), start_path=secrets.token_urlsafe(16)
        )
        write_private(path, found.model_dump_json().encode())
    return found
