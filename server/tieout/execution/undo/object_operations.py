"""Set protection and links back to what they were, and delete PivotTables and slicers that were added."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import JsonValue

from tieout.office_wire.build import BatchBuilder
from tieout.workbook.object_image import ObjectImage, ObjectKey, ObjectPoint, ObjectState

_COLLECTIONS = {"PivotTable": "PivotTables", "slicer": "Slicers"}


@dataclass(frozen=True, slots=True)
class SetProtection:
    """Take protection away, or put it on with the options it had; its password isn't known."""

    sheet_id: str
    name: str
    settings: Mapping[str, JsonValue] | None

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"The protection of {self.name}"

    def write(self, batch: BatchBuilder) -> None:
        owner = batch.worksheet(self.sheet_id) if self.sheet_id else batch.workbook
        protection = owner.child("Protection")
        if self.settings is None:
            protection.call("Unprotect", None)
        elif self.sheet_id:
            protection.call("Protect", self.settings.get("Options"), None)
        else:
            protection.call("Protect", None)


@dataclass(frozen=True, slots=True)
class SetLink:
    """Give a cell its link back, or none; what the cell holds is written again."""

    sheet_id: str
    cell: str
    where: str
    link: Mapping[str, JsonValue] | None
    content: JsonValue

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"The link of {self.where}"

    def write(self, batch: BatchBuilder) -> None:
        target = batch.worksheet(self.sheet_id).range(self.cell)
        if self.link is None:
            target.call("Clear", "Hyperlinks")
            return
        target.set("Hyperlink", dict(self.link))
        target.set("Formulas", [[self.content]])


@dataclass(frozen=True, slots=True)
class DropObject:
    """Delete a PivotTable or slicer that was added."""

    key: ObjectKey
    name: str

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"Adding the {self.key.noun} {self.name}"

    def write(self, batch: BatchBuilder) -> None:
        sheet = batch.worksheet(self.key.sheet_id)
        items = sheet.child(_COLLECTIONS[self.key.noun])
        items.item(self.name if self.key.noun == "PivotTable" else self.key.id).call("Delete")


ObjectOperation: TypeAlias = SetProtection | SetLink | DropObject


@dataclass(frozen=True, slots=True)
class ObjectRestore:
    """Operations by when they must run, and what they leave out.

    Attributes:
        first: Before anything else: protection that is in the way, things that were added.
        links: Before contents and formats of cells.
        last: After everything: protection comes back.
        relinked: Sheet id and address of cells whose look has to be set again, as links change it.
    """

    first: tuple[ObjectOperation, ...] = ()
    links: tuple[ObjectOperation, ...] = ()
    last: tuple[ObjectOperation, ...] = ()
    sentences: tuple[str, ...] = ()
    relinked: frozenset[tuple[str, str]] = frozenset()


def object_operations(
    point: ObjectPoint,
    now: ObjectImage,
    names: Mapping[str, str],
    content: Callable[[str, str], JsonValue],
) -> ObjectRestore:
    """How to get back to before the execution where things still are as it left them.

    Args:
        point: Things before and after the execution.
        now: Things as they are.
        names: Sheets that are there and stay, by their ids.
        content: What a cell held before, as it is typed, by sheet id and address.
    """
    planner = _Planner(point, now, names, content)
    return planner.restore()


@dataclass(frozen=True, slots=True)
class _Planner:
    point: ObjectPoint
    now: ObjectImage
    names: Mapping[str, str]
    content: Callable[[str, str], JsonValue]

    def restore(self) -> ObjectRestore:
        first: list[ObjectOperation] = []
        links: list[ObjectOperation] = []
        last: list[ObjectOperation] = []
        relinked: set[tuple[str, str]] = set()
        sentences: list[str] = []
        for key in self.point.changed:
            was, ours = self.point.before.get(key), self.point.after.get(key)
            if key.sheet_id and key.sheet_id not in self.names:
                continue
            if self.now.get(key) != ours:
                sentences.append(f"Left alone, because it was changed since: {self._name(key)}.")
            elif key.noun == "link":
                links.append(self._link(key, was))
                relinked.update([] if was is None else [(key.sheet_id, key.id)])
            elif key.noun in _COLLECTIONS:
                if was is None and ours is not None:
                    first.append(DropObject(key, ours.name))
                else:
                    verb = "removed" if ours is None else "changed"
                    sentences.append(f"The {self._name(key)} was {verb} and is left so.")
            else:
                first.append(SetProtection(key.sheet_id, self._owner(key), None))
                last.extend(self._protected(key, was))
        # A slicer goes before the PivotTable it filters.
        first.sort(key=lambda one: isinstance(one, DropObject) and one.key.noun == "PivotTable")
        return ObjectRestore(
            tuple(first), tuple(links), tuple(last), tuple(sentences), frozenset(relinked)
        )

    def _protected(self, key: ObjectKey, was: ObjectState | None) -> Iterator[SetProtection]:
        if was is not None and was.settings.get("Protected") is True:
            yield SetProtection(key.sheet_id, self._owner(key), was.settings)

    def _link(self, key: ObjectKey, was: ObjectState | None) -> SetLink:
        where = f"{self.names[key.sheet_id]}!{key.id}"
        link = None if was is None else was.settings
        return SetLink(key.sheet_id, key.id, where, link, self.content(key.sheet_id, key.id))

    def _owner(self, key: ObjectKey) -> str:
        return self.names.get(key.sheet_id, "the workbook")

    def _name(self, key: ObjectKey) -> str:
        state = self.point.after.get(key) or self.point.before.get(key)
        if key.noun == "link":
            return f"the link of {self.names[key.sheet_id]}!{key.id}"
        if key.noun in _COLLECTIONS:
            return f"{key.noun} {'' if state is None else state.name}"
        return f"the protection of {self._owner(key)}"
