"""Sideloading by hand, planned as a list of steps: what would be done is a value before it is done.

Windows: the developer value in the user's registry, as Microsoft's own tools write it. Mac: the
`wef` folder of Excel. Web: what the user has to click.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, assert_never

from tieout.live.platforms import Platform

DEVELOPER_KEY = r"HKCU\SOFTWARE\Microsoft\Office\16.0\Wef\Developer"
EXCEL_FOLDER = "Library/Containers/com.microsoft.Excel/Data"
WEF_FOLDER = f"{EXCEL_FOLDER}/Documents/wef"


@dataclass(frozen=True, slots=True)
class NeedFolder:
    """Stop with a sentence when a folder isn't there: it is another program's to make."""

    path: Path
    sentence: str


@dataclass(frozen=True, slots=True)
class WriteFile:
    """Write a file that only its owner may read."""

    path: Path
    content: str


@dataclass(frozen=True, slots=True)
class RemoveFile:
    """Remove a file; it is no mistake when there is none."""

    path: Path


@dataclass(frozen=True, slots=True)
class SetRegistryValue:
    """Set a string value in the user's registry."""

    key: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class RemoveRegistryValue:
    """Remove a value from the user's registry; it is no mistake when there is none."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Tell:
    """Something the user has to do."""

    sentence: str


Step: TypeAlias = (
    NeedFolder | WriteFile | RemoveFile | SetRegistryValue | RemoveRegistryValue | Tell
)


@dataclass(frozen=True, slots=True)
class Addin:
    """What is sideloaded.

    Attributes:
        id: The manifest's GUID.
        manifest: Where the rendered manifest is kept; it holds the pane's start path.
        secrets: The file whose removal makes that start path worthless.
    """

    id: str
    manifest: Path
    secrets: Path


def plan_sideload(platform: Platform, addin: Addin, xml: str, home: Path) -> tuple[Step, ...]:
    """Steps that bring the add-in into Excel."""
    keep = WriteFile(addin.manifest, xml)
    match platform:
        case "windows":
            return (
                keep,
                SetRegistryValue(DEVELOPER_KEY, addin.id, str(addin.manifest)),
                Tell("Close every Excel window and start Excel again."),
                Tell(
                    "Home > Add-ins > Tieout (dev) shows the pane; then it stays on the Home tab."
                ),
            )
        case "mac":
            return (
                NeedFolder(home / EXCEL_FOLDER, "Start Excel once; then its folder is there."),
                keep,
                WriteFile(wef_file(addin, home), xml),
                Tell("Quit Excel (Cmd+Q) and start it again."),
                Tell(
                    "Home > Add-ins > Tieout (dev) shows the pane; then it stays on the Home tab."
                ),
            )
        case "web":
            return (
                keep,
                Tell("Open a workbook on the web, then Home > Add-ins > More Settings."),
                Tell(f"Choose Upload My Add-in and give it {addin.manifest}."),
                Tell("Allow the browser to reach this machine (local network) when it asks."),
                Tell(
                    "The server on this machine refuses to be framed by another site, so the pane "
                    "stays empty on the web: use desktop Excel."
                ),
            )
        case _:
            assert_never(platform)


def plan_stop(platform: Platform, addin: Addin, home: Path) -> tuple[Step, ...]:
    """Steps that take the add-in out of Excel and make the old manifest worthless."""
    forget = (RemoveFile(addin.manifest), RemoveFile(addin.secrets))
    match platform:
        case "windows":
            return (
                RemoveRegistryValue(DEVELOPER_KEY, addin.id),
                *forget,
                Tell("Close every Excel window; the add-in is gone when Excel starts again."),
            )
        case "mac":
            return (
                RemoveFile(wef_file(addin, home)),
                *forget,
                Tell("Quit Excel (Cmd+Q); the add-in is gone when it starts again."),
            )
        case "web":
            return (
                *forget,
                Tell("Home > Add-ins > More Settings > My Add-ins > Tieout > … > Remove."),
            )
        case _:
            assert_never(platform)


def wef_file(addin: Addin, home: Path) -> Path:
    """The manifest in the folder that Excel for Mac looks through."""
    return home / WEF_FOLDER / f"{addin.id}.{addin.manifest.name}"


def describe(step: Step) -> str:
    """A step as a sentence."""
    match step:
        case NeedFolder(path, _):
            return f"See that {path} is there"
        case WriteFile(path, _):
            return f"Write the manifest to {path}"
        case RemoveFile(path):
            return f"Remove {path}"
        case SetRegistryValue(key, name, value):
            return f"In the registry, under {key}, set {name} to {value}"
        case RemoveRegistryValue(key, name):
            return f"In the registry, under {key}, remove {name}"
        case Tell(sentence):
            return sentence
        case _:
            assert_never(step)


def registry_command(step: SetRegistryValue | RemoveRegistryValue) -> tuple[str, ...]:
    """The `reg` command of a step."""
    match step:
        case SetRegistryValue(key, name, value):
            return ("reg", "add", key, "/v", name, "/t", "REG_SZ", "/d", value, "/f")
        case RemoveRegistryValue(key, name):
            return ("reg", "delete", key, "/v", name, "/f")
        case _:
            assert_never(step)


def query_command(addin: Addin) -> tuple[str, ...]:
    """The `reg` command that prints the registered manifest, or fails when there is none."""
    return ("reg", "query", DEVELOPER_KEY, "/v", addin.id)
