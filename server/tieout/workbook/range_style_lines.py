"""The lines about looks: one for each group, then rules, links and comments."""

from collections.abc import Iterator

from tieout.workbook.address import Address
from tieout.workbook.cell_styles import AreaNote, RangeStyles
from tieout.workbook.range_styles import StyleGroup, StyleGroups
from tieout.workbook.rectangles import areas_text

_PLURALS = {"text": "texts", "number": "numbers", "date": "dates", "error": "errors"}


def style_lines(groups: StyleGroups, most_areas: int) -> list[str]:
    """One line for each group: areas, count (of several areas), kind of content, properties."""
    return [_line(group, most_areas) for group in groups.groups]


def note_lines(styles: RangeStyles | None) -> Iterator[tuple[str, list[str]]]:
    """What is attached to cells: a title, and a line for each rule, link or comment."""
    if styles is None:
        return
    for title, notes in (
        ("conditional formats:", styles.conditional),
        ("validation:", styles.validations),
        ("links:", styles.hyperlinks),
        ("comments:", styles.comments),
    ):
        if notes:
            yield title, [_note(note) for note in notes]


def _line(group: StyleGroup, most_areas: int) -> str:
    areas = areas_text(group.areas[:most_areas])
    if len(group.areas) > most_areas:
        areas += f" … {len(group.areas) - most_areas:,} more areas"
    noun = _PLURALS.get(group.content, group.content) if group.count > 1 else group.content
    count = f"{group.count} " if len(group.areas) > 1 else ""
    return f"{areas} {count}{noun} {' '.join(group.properties)}"


def _note(note: AreaNote) -> str:
    local = [Address("", one.top, one.left, one.bottom, one.right) for one in note.areas]
    return f"{areas_text(local)} {note.text}"
