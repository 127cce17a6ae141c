"""Judge a unified manifest: the part of it that Tieout depends on.

The complete shape is Microsoft's JSON Schema, which is not ours to ship; where its npm package is
at hand, a test holds the rendered manifest against it. What a schema can't say is checked here:
that ids lead somewhere, and that addresses and limits fit Excel.
"""

import json
import re
from collections.abc import Iterator

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tieout.manifest.problems import Problem
from tieout.manifest.settings import REQUIREMENT_SETS

_GUID = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\Z")
_SEMVER = re.compile(r"\d+\.\d+\.\d+\Z")
_NAME_LENGTH, _DESCRIPTION_LENGTH, _LABEL_LENGTH, _TIP_LENGTH = 30, 80, 64, 250
_ICONS = {16, 32, 80}


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", populate_by_name=True)


class _Text(_Part):
    short: str


class _Capability(_Part):
    name: str
    min_version: str = Field(default="1.1", alias="minVersion")


class _Requirements(_Part):
    scopes: tuple[str, ...] = ()
    capabilities: tuple[_Capability, ...] = ()


class _Action(_Part):
    id: str


class _Code(_Part):
    page: str


class _Runtime(_Part):
    code: _Code
    lifetime: str = "short"
    actions: tuple[_Action, ...] = ()


class _Icon(_Part):
    size: int
    url: str


class _Supertip(_Part):
    description: str


class _Control(_Part):
    id: str
    label: str
    action: str = Field(alias="actionId")
    icons: tuple[_Icon, ...]
    supertip: _Supertip


class _Group(_Part):
    controls: tuple[_Control, ...]


class _Tab(_Part):
    groups: tuple[_Group, ...] = ()


class _Ribbon(_Part):
    tabs: tuple[_Tab, ...]


class _Menu(_Part):
    controls: tuple[_Control, ...]


class _ContextMenu(_Part):
    menus: tuple[_Menu, ...]


class _Shortcut(_Part):
    action: str = Field(alias="actionId")


class _Keyboard(_Part):
    shortcuts: tuple[_Shortcut, ...] = ()


class _Extension(_Part):
    requirements: _Requirements
    runtimes: tuple[_Runtime, ...]
    ribbons: tuple[_Ribbon, ...]
    menus: tuple[_ContextMenu, ...] = Field(default=(), alias="contextMenus")
    keyboards: tuple[_Keyboard, ...] = Field(default=(), alias="keyboardShortcuts")

    def controls(self) -> Iterator[_Control]:
        for ribbon in self.ribbons:
            for tab in ribbon.tabs:
                for group in tab.groups:
                    yield from group.controls
        for context in self.menus:
            for menu in context.menus:
                yield from menu.controls


class _Manifest(_Part):
    id: str
    version: str
    name: _Text
    description: _Text
    extensions: tuple[_Extension, ...] = Field(min_length=1, max_length=1)


def validate_unified_json(text: str) -> tuple[Problem, ...]:
    """Everything that is wrong with a unified manifest."""
    try:
        manifest = _Manifest.model_validate(json.loads(text))
    except json.JSONDecodeError as error:
        return (Problem("syntax", "manifest", f"This is no JSON: {error}."),)
    except ValidationError as error:
        return tuple(
            Problem("missing", ".".join(map(str, found["loc"])), found["msg"] + ".")
            for found in error.errors(include_url=False, include_input=False)
        )
    return tuple(_problems(manifest))


def _problems(manifest: _Manifest) -> Iterator[Problem]:
    if not _GUID.match(manifest.id):
        yield Problem("guid", "id", f"{manifest.id!r} is no GUID.")
    if not _SEMVER.match(manifest.version):
        yield Problem("version", "version", f"{manifest.version!r} is no version like 1.2.3.")
    yield from _limit("name.short", manifest.name.short, _NAME_LENGTH)
    yield from _limit("description.short", manifest.description.short, _DESCRIPTION_LENGTH)
    extension = manifest.extensions[0]
    yield from _check_requirements(extension.requirements)
    yield from _check_runtimes(extension)
    yield from _check_controls(extension)


def _check_requirements(requirements: _Requirements) -> Iterator[Problem]:
    where = "extensions.0.requirements"
    if requirements.scopes != ("workbook",):
        yield Problem("requirements", where, "The only scope has to be workbook.")
    declared = {entry.name: entry.min_version for entry in requirements.capabilities}
    for name, floor in REQUIREMENT_SETS:
        if declared.get(name) != floor:
            yield Problem("requirements", where, f"{name} {floor} has to be required.")


def _check_runtimes(extension: _Extension) -> Iterator[Problem]:
    if [runtime.lifetime for runtime in extension.runtimes] != ["long"]:
        message = "One runtime with lifetime long is needed to share it."
        yield Problem("runtime", "extensions.0.runtimes", message)
    for runtime in extension.runtimes:
        yield from _https("extensions.0.runtimes", runtime.code.page)


def _check_controls(extension: _Extension) -> Iterator[Problem]:
    known = {action.id for runtime in extension.runtimes for action in runtime.actions}
    for control in extension.controls():
        where = f"control {control.id}"
        if control.action not in known:
            yield Problem("action", where, f"{control.action!r} is no action of a runtime.")
        yield from _limit(where, control.label, _LABEL_LENGTH)
        yield from _limit(where, control.supertip.description, _TIP_LENGTH)
        if {icon.size for icon in control.icons} != _ICONS:
            yield Problem("icon_sizes", where, "The icons have to be 16, 32 and 80 pixels.")
        for icon in control.icons:
            yield from _https(where, icon.url)
    for keyboard in extension.keyboards:
        for shortcut in keyboard.shortcuts:
            if shortcut.action not in known:
                message = f"{shortcut.action!r} is no action of a runtime."
                yield Problem("action", "extensions.0.keyboardShortcuts", message)


def _limit(where: str, text: str, most: int) -> Iterator[Problem]:
    if not 0 < len(text) <= most:
        message = f"The text has {len(text)} characters; 1 to {most} are allowed."
        yield Problem("length", where, message)


def _https(where: str, url: str) -> Iterator[Problem]:
    if not url.lower().startswith("https://"):
        yield Problem("https", where, f"{url!r} has to be an https address.")
