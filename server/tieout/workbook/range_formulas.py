"""The lines about formulas: patterns by area, arrays and spills, cells that break a pattern."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tieout.workbook.address import Address
from tieout.workbook.cell_styles import RangeStyles
from tieout.workbook.formula_patterns import FormulaPattern, FormulaPatterns
from tieout.workbook.range_layouts import in_cell
from tieout.workbook.rectangles import areas_text, local_text

ALIAS_FROM = 11
"""A pattern seen this often gets an alias."""
_MOST_BREAKS = 12


@dataclass(frozen=True, slots=True)
class NamedPatterns:
    """Patterns of a range with their aliases: `F1`, `F2`… in the order they first appear."""

    found: FormulaPatterns
    aliases: Mapping[int, str]
    spills: tuple[Address, ...] = ()

    def listed(self) -> Iterator[tuple[int, FormulaPattern]]:
        """Patterns of more than one cell, which are written by area."""
        for number, pattern in enumerate(self.found.patterns):
            if pattern.count > 1:
                yield number, pattern

    def lines(self, most_areas: int) -> list[str]:
        """One line for each listed pattern."""
        return [self._line(number, pattern, most_areas) for number, pattern in self.listed()]

    def in_place(self) -> dict[tuple[int, int], str]:
        """Formulas of patterns with a single cell."""
        return {
            (pattern.areas[0].top, pattern.areas[0].left): pattern.formula
            for pattern in self.found.patterns
            if pattern.count == 1
        }

    def spill_line(self) -> Iterator[str]:
        """Where spilled values come from: they look like constants otherwise."""
        spills = [
            f"{local_text(Address.cell('', area.top, area.left))}#={local_text(area)}"
            for area in self.spills
        ]
        if spills:
            yield f"spills: {', '.join(spills)}"

    def break_line(self) -> Iterator[str]:
        """Cells between cells of a pattern that don't hold it."""
        names = [
            f"{local_text(Address.cell('', one.row, one.column))} ({self._name(one.pattern)})"
            for one in self.found.breaks[:_MOST_BREAKS]
        ]
        if names:
            more = len(self.found.breaks) - len(names)
            yield f"breaks: {', '.join(names)}{f' … {more:,} more' if more else ''}"

    def _name(self, number: int) -> str:
        """A pattern's alias, or its first area."""
        return self.aliases.get(number) or local_text(self.found.patterns[number].areas[0])

    def _line(self, number: int, pattern: FormulaPattern, most_areas: int) -> str:
        shown = areas_text(pattern.areas[:most_areas])
        if len(pattern.areas) > most_areas:
            shown += f" … {len(pattern.areas) - most_areas:,} more areas"
        if pattern.kind == "same":
            return f"{shown} {{{in_cell(pattern.formula).lstrip()}}}"
        alias = self.aliases.get(number)
        if alias is None:
            return f"{shown} {in_cell(pattern.formula).lstrip()}"
        return f"{shown} {alias} {in_cell(pattern.r1c1).lstrip()}"


def named_patterns(found: FormulaPatterns, styles: RangeStyles | None) -> NamedPatterns:
    """Give aliases to the patterns seen often."""
    often = [
        number
        for number, pattern in enumerate(found.patterns)
        if pattern.kind == "filled" and pattern.count >= ALIAS_FROM
    ]
    spills = () if styles is None else styles.spills
    return NamedPatterns(
        found, {number: f"F{name}" for name, number in enumerate(often, 1)}, spills
    )
