"""LibreOffice without a window, driven from another process through UNO.

Run by a Python that has `uno` (the system's on Debian); the office is started once for the
script and its own memory counts. Starting it is not timed.
"""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from measuring import Work, main
from sizes import DEPENDENTS, READ_COLUMNS, READ_ROWS, WRITES

try:
    import uno
except ImportError:
    print("null")
    sys.exit()

OPENING = (("Hidden", True), ("AsTemplate", True))
"""As a template, so that no lock file stays behind."""
OOXML = ("FilterName", "Calc MS Excel 2007 XML")


def _property(name: str, value: object) -> Any:
    made = uno.createUnoStruct("com.sun.star.beans.PropertyValue")
    made.Name, made.Value = name, value
    return made


@contextlib.contextmanager
def _office() -> Iterator[tuple[Any, str]]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        pipe = f"beside{os.getpid()}"
        process = subprocess.Popen(
            [
                "soffice",
                "--headless",
                "--norestore",
                "--nologo",
                f"-env:UserInstallation=file://{profile}",
                f"--accept=pipe,name={pipe};urp;",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            desktop = _connect(pipe)
            yield desktop, profile
            with contextlib.suppress(Exception):
                desktop.terminate()
            process.wait(timeout=60)
        finally:
            if process.poll() is None:
                # The command is a wrapper: ending it alone leaves the office running.
                office = _process_of(profile)
                if office:
                    os.kill(office, signal.SIGKILL)
                process.kill()


def _connect(pipe: str) -> Any:
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext(
        "com.sun.star.bridge.UnoUrlResolver", local
    )
    for _ in range(300):
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except Exception:
            time.sleep(0.2)
            continue
        return context.ServiceManager.createInstanceWithContext(
            "com.sun.star.frame.Desktop", context
        )
    sys.exit("LibreOffice doesn't answer.")


def _process_of(profile: str) -> int:
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            command = (folder / "cmdline").read_bytes() if folder.name.isdigit() else b""
            if profile.encode() in command and b"soffice.bin" in command.split(b"\0")[0]:
                return int(folder.name)
    return 0


def _open(url: str) -> Any:
    return desktop.loadComponentFromURL(
        url, "_blank", 0, tuple(_property(*item) for item in OPENING)
    )


def _sheet(url: str) -> Any:
    return _open(url).Sheets.getByIndex(0)


def _write(_: Path) -> Work:
    sheet = _sheet("private:factory/scalc")

    def work() -> object:
        for row in range(WRITES):
            sheet.getCellByPosition(0, row).setValue((row + 1) * 1.5)
        return True

    return work


def _read(folder: Path) -> Work:
    sheet = _sheet((folder / "read.xlsx").as_uri())
    area = sheet.getCellRangeByPosition(0, 0, READ_COLUMNS - 1, READ_ROWS - 1)
    return lambda: area.getDataArray()[-1][-1]


def _edit(folder: Path) -> Work:
    document = _open((folder / "edit.xlsx").as_uri())
    sheet = document.Sheets.getByIndex(0)

    def work() -> object:
        sheet.getCellByPosition(0, 0).setValue(3)
        document.calculate()
        return sheet.getCellByPosition(1, DEPENDENTS - 1).getValue()

    return work


def _load(folder: Path) -> Work:
    return lambda: _sheet((folder / "million.xlsx").as_uri()).Name


def _save(folder: Path) -> Work:
    document = _open((folder / "million.xlsx").as_uri())

    def work() -> object:
        document.storeToURL((folder / "by_libreoffice.xlsx").as_uri(), (_property(*OOXML),))
        return "saved"

    return work


with _office() as (desktop, profile):
    main(
        {"write": _write, "read": _read, "edit": _edit, "load": _load, "save": _save},
        process_of=lambda: _process_of(profile),
    )
