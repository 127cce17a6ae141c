"""Carries planned steps out. Deciding was done before, in `sideload` and `trust`;
no argument of a command comes from anywhere else.
"""

import subprocess
from collections.abc import Iterable
from typing import assert_never

from tieout.errors import SettingsError
from tieout.live.private_files import write_private
from tieout.live.sideload import (
    NeedFolder,
    RemoveFile,
    RemoveRegistryValue,
    SetRegistryValue,
    Step,
    Tell,
    WriteFile,
    registry_command,
)


def perform(steps: Iterable[Step]) -> None:
    """Do what a plan says; what only the user can do is passed over.

    Raises:
        SettingsError: A folder is missing, a file can't be written or removed, or the registry refuses.
    """
    for step in steps:
        match step:
            case NeedFolder(path, sentence):
                if not path.is_dir():
                    raise SettingsError(f"{path} is missing. {sentence}")
            case WriteFile(path, content):
                write_private(path, content.encode("utf-8"))
            case RemoveFile(path):
                try:
                    path.unlink(missing_ok=True)
                except OSError as error:
                    raise SettingsError(f"{path} can't be removed: {error.strerror}.") from error
            case SetRegistryValue():
                run_command(registry_command(step))
            case RemoveRegistryValue():
                succeeds(registry_command(step))
            case Tell():
                pass
            case _:
                assert_never(step)


def run_command(command: tuple[str, ...]) -> None:
    """Run a command of the system.

    Raises:
        SettingsError: It isn't there or failed; with the first line of what it said.
    """
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError as error:
        raise SettingsError(f"{command[0]} can't be run: {error.strerror}.") from error
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()[0]
        raise SettingsError(f"{command[0]} failed: {said}")


def succeeds(command: tuple[str, ...]) -> bool:
    """Whether a command is there and ends with 0."""
    return command_output(command) is not None


def command_output(command: tuple[str, ...]) -> str | None:
    """What a command prints, or None when it isn't there or fails."""
    try:
        done = subprocess.run(  # noqa: S603
            command, capture_output=True, text=True, check=False, timeout=15
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
