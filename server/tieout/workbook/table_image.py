"""How tables look at one moment, beyond their cells, name and rows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from tieout.workbook.changes import ObjectChange

TableSettings: TypeAlias = tuple[tuple[str, str | bool | None], ...]
"""Property → value in a fixed order, by wire names."""


@dataclass(frozen=True, slots=True)
class TableLook:
    """Style, banding and buttons of a table, and whether its rows are filtered."""

    settings: TableSettings
    filtered: bool = False


@dataclass(frozen=True, slots=True)
class TablePoint:
    """Looks of tables before and after an execution, by Excel's identity of the table."""

    before: Mapping[str, TableLook] = field(default_factory=dict[str, TableLook])
    after: Mapping[str, TableLook] = field(default_factory=dict[str, TableLook])

    def changed(self) -> Iterator[tuple[str, TableSettings, TableSettings]]:
        """Table, and the settings that differ: as they were and as they are."""
        for table, before in self.before.items():
            after = self.after.get(table)
            if after is None:
                continue
            pairs = list(zip(before.settings, after.settings, strict=True))
            old = tuple(was for was, now in pairs if was != now)
            if old:
                yield table, old, tuple(now for was, now in pairs if was != now)

    def changes(self, names: Mapping[str, str]) -> Iterator[ObjectChange]:
        """The same for people; `names` are the tables by their ids."""
        for table, old, new in self.changed():
            details = [
                f"{name} {was} → {now}" for (name, was), (_, now) in zip(old, new, strict=True)
            ]
            yield ObjectChange("table", names[table], "changed", ", ".join(details))
