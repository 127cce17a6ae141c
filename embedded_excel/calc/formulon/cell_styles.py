"""Named cell styles: records of the engine, and which kinds of formatting each includes."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Final

from formulon.workbook import CELL_STYLE_BUILTIN_ID_NONE, CellStyle, CellXf

from embedded_excel.calc.cell_styles import (
    NORMAL,
    STYLE_GROUPS,
    CellStyles,
    NamedStyle,
    StyleGroup,
    StyleName,
)
from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Rect
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.preset_styles import LISTED_WHEN_USED, PRESETS, Preset
from embedded_excel.calc.formulon.preset_styles import look as preset_look
from embedded_excel.calc.formulon.preset_styles import record as preset_record
from embedded_excel.calc.formulon.style_records import changed_record, font_record, look_of
from embedded_excel.calc.formulon.styles import remap
from embedded_excel.xlsx.style_groups import write_style_groups

_FIELDS: Final[Mapping[StyleGroup, tuple[str, ...]]] = {
    "number": ("num_fmt_id",),
    "font": ("font_index",),
    "border": ("border_index",),
    "fill": ("fill_index",),
    "protection": ("has_protection", "locked", "hidden"),
    "alignment": (
        "horizontal_align",
        "vertical_align",
        "wrap_text",
        "indent",
        "relative_indent",
        "text_rotation",
        "shrink_to_fit",
        "reading_order",
        "justify_last_line",
        "has_alignment",
        "has_horizontal_align",
        "has_vertical_align",
        "has_wrap_text",
        "has_justify_last_line",
    ),
}
_APPLIES: Final[Mapping[StyleGroup, str]] = {
    "number": "apply_number_format",
    "font": "apply_font",
    "alignment": "apply_alignment",
    "border": "apply_border",
    "fill": "apply_fill",
    "protection": "apply_protection",
}
_PRESENCE: Final = "has_"
_EVERYWHERE: Final = Rect(0, 0, MAX_ROWS - 1, MAX_COLUMNS - 1)
_PRESET_NUMBERS: Final = {preset.number: preset for preset in PRESETS.values()}


@dataclass(slots=True)
class _Known:
    """What was found out about styles, until one of them changes.

    Attributes:
        followed: Id of a cell's style → name of the style it follows.
        applied: Record of a style and id of a cell's → id once the cell has the style.
    """

    names: Sequence[StyleName] = ()
    records: Sequence[CellStyle] = ()
    styles: dict[str, NamedStyle] = field(default_factory=dict[str, NamedStyle])
    followed: dict[int, str] = field(default_factory=dict[int, str])
    applied: dict[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])


class FormulonStyles:
    """The engine drops which groups a style leaves alone, so that is kept here, by the number of
    the style's record, and written over its package.
    """

    def __init__(
        self,
        open_book: Callable[[], AbstractContextManager[Book]],
        left_alone: Sequence[frozenset[StyleGroup]],
    ) -> None:
        self._open = open_book
        self._left_alone = {number: left for number, left in enumerate(left_alone) if left}
        self._replaced: set[int] = set()
        self._known = _Known()

    def write(self, package: bytes) -> bytes:
        """A saved package with the groups each style leaves alone."""
        return write_style_groups(package, self._left_alone, frozenset(self._replaced))

    # -- reading -----------------------------------------------------------------------------
    def listed(self) -> Sequence[StyleName]:
        """Every style, by name."""
        with self._open() as book:
            if not self._known.names:
                stored = [StyleName(_name(one), _number(one)) for one in self._records(book)]
                numbers = {style.built_in for style in stored} | {*LISTED_WHEN_USED}
                unused = [
                    StyleName(preset.name, preset.number)
                    for preset in PRESETS.values()
                    if preset.number not in numbers
                ]
                self._known.names = sorted(stored + unused, key=lambda one: one.name.casefold())
            return self._known.names

    def style(self, name: str) -> NamedStyle:
        """A style with its look."""
        known = self._known.styles.get(name.casefold())
        if known is None:
            with self._open() as book:
                record = self._find(book, name)
                known = self._preset(book, name) if record is None else self._style(book, record)
            self._known.styles[name.casefold()] = known
        return known

    def name_of(self, style_id: int) -> str:
        """The style that cells with this id follow."""
        known = self._known.followed.get(style_id)
        if known is None:
            with self._open() as book:
                number = book.wheel.get_cell_xf(style_id).xf_id
                names = (_name(one) for one in self._records(book) if one.xf_id == number)
                known = self._known.followed[style_id] = next(names, NORMAL)
        return known

    def _records(self, book: Book) -> Sequence[CellStyle]:
        if not self._known.records:
            count = book.wheel.cell_style_count()
            self._known.records = [book.wheel.get_cell_style(index) for index in range(count)]
        return self._known.records

    def _find(self, book: Book, name: str) -> CellStyle | None:
        wanted = name.casefold()
        return next((one for one in self._records(book) if _name(one).casefold() == wanted), None)

    def _normal(self, book: Book) -> CellStyle:
        return self._find(book, NORMAL) or CellStyle(NORMAL, 0, 0)

    def _preset(self, book: Book, name: str) -> NamedStyle:
        preset = _preset_called(name)
        return NamedStyle(preset.name, preset_look(book, preset), preset.groups, preset.number)

    def _style(self, book: Book, record: CellStyle) -> NamedStyle:
        left = self._left_alone.get(record.xf_id, frozenset[StyleGroup]())
        look = look_of(book, book.wheel.get_cell_style_xf(record.xf_id))
        return NamedStyle(_name(record), look, frozenset(STYLE_GROUPS) - left, _number(record))

    def _changed(self, book: Book) -> None:
        self._known = _Known()
        book.changed()

    # -- changing ----------------------------------------------------------------------------
    def add(self, name: str) -> None:
        """A style that looks like Normal."""
        with self._open() as book:
            if self._find(book, name) is not None or name.casefold() in PRESETS:
                raise EngineRefused(f"There is a style {name} already.")
            number = _new_record(book, book.wheel.get_cell_style_xf(self._normal(book).xf_id))
            book.wheel.set_cell_style(CellStyle(name, number))
            self._changed(book)

    def change(self, name: str, change: Callable[[NamedStyle], NamedStyle]) -> None:
        """Change a style and the cells that follow it."""
        with self._open() as book:
            record = self._stored(book, name)
            now = self._style(book, record)
            wanted = change(now)
            if wanted == now:
                return
            if record.xf_id == self._normal(book).xf_id:
                _change_normal(book, record, now, wanted)
                self._changed(book)
                return
            before = book.wheel.get_cell_style_xf(record.xf_id)
            after = changed_record(book, before, wanted.look)
            number = _new_record(book, after)
            self._left_alone[number] = frozenset(STYLE_GROUPS) - wanted.groups
            is_built_in = now.built_in is not None
            book.wheel.set_cell_style(replace(record, xf_id=number, custom_builtin=is_built_in))
            _follow(book, record.xf_id, before, replace(after, xf_id=number), wanted.groups)
            self._replaced.add(record.xf_id)
            self._changed(book)

    def remove(self, name: str) -> None:
        """Delete a style; its cells become Normal."""
        with self._open() as book:
            record = self._find(book, name)
            if record is None:
                raise EngineRefused(f"There is no style {name}.")
            normal = self._normal(book).xf_id
            if record.xf_id == normal:
                raise EngineRefused("Normal can't be deleted.")
            before = book.wheel.get_cell_style_xf(record.xf_id)
            after = replace(book.wheel.get_cell_style_xf(normal), xf_id=normal)
            _follow(book, record.xf_id, before, after, self._style(book, record).groups)
            book.wheel.remove_cell_style(record.name)
            self._replaced.add(record.xf_id)
            self._changed(book)

    def apply(self, sheet: int, rect: Rect, name: str) -> None:
        """Give cells a style."""
        with self._open() as book:
            record = self._stored(book, name)
            left = self._left_alone.get(record.xf_id, frozenset[StyleGroup]())
            source = book.wheel.get_cell_style_xf(record.xf_id)

            def styled(base: int) -> int:
                known = self._known.applied.get((record.xf_id, base))
                if known is not None:
                    return known
                cell = replace(book.wheel.get_cell_xf(base), xf_id=record.xf_id)
                for group in STYLE_GROUPS:
                    if group not in left:
                        cell = _with_group(cell, source, group)
                    elif not _same(cell, source, group):
                        cell = replace(cell, **{_APPLIES[group]: True})
                known = self._known.applied[record.xf_id, base] = book.wheel.add_cell_xf(cell)
                return known

            remap(book, sheet, rect, styled)

    def _stored(self, book: Book, name: str) -> CellStyle:
        """The record of a style, which one of Excel's own gets when it is first used."""
        found = self._find(book, name)
        if found is not None:
            return found
        preset = _preset_called(name)
        number = _new_record(book, preset_record(book, preset))
        self._left_alone[number] = frozenset(STYLE_GROUPS) - preset.groups
        found = CellStyle(preset.name, number, preset.number)
        book.wheel.set_cell_style(found)
        self._changed(book)
        return found


# -- records -----------------------------------------------------------------------------------
def _name(record: CellStyle) -> str:
    """A file says the names of Excel's own styles in its author's language."""
    if record.builtin_id == 0:
        return NORMAL
    preset = _PRESET_NUMBERS.get(record.builtin_id)
    return record.name if preset is None else preset.name


def _number(record: CellStyle) -> int | None:
    return None if record.builtin_id == CELL_STYLE_BUILTIN_ID_NONE else record.builtin_id


def _preset_called(name: str) -> Preset:
    found = PRESETS.get(name.casefold())
    if found is None:
        raise EngineRefused(f"There is no style {name}.")
    return found


def _new_record(book: Book, record: CellXf) -> int:
    """A record no other style has. The engine keeps equal ones once; the flags that tell them
    apart don't count: `write` replaces them.
    """
    count = book.wheel.cell_style_xf_count()
    for flags in product((False, True), repeat=len(_APPLIES)):
        marked = replace(record, xf_id=0, **dict(zip(_APPLIES.values(), flags, strict=True)))
        number = book.wheel.add_cell_style_xf(marked)
        if number == count:
            return number
    raise EngineRefused("There are too many styles that look the same.")


def _change_normal(book: Book, record: CellStyle, now: NamedStyle, wanted: NamedStyle) -> None:
    """Cells nobody formatted have the first font of the file; the rest of Normal is fixed here."""
    base = book.wheel.get_cell_style_xf(record.xf_id).font_index
    if base or replace(now, look=replace(now.look, font=wanted.look.font)) != wanted:
        raise EngineRefused("Only the font of Normal can be changed.")
    book.wheel.set_default_font(font_record(book, base, now.look.font, wanted.look.font))
    book.styles.clear()
    book.style_indexes.clear()
    book.changed()


# -- cells -------------------------------------------------------------------------------------
def _follow(
    book: Book, number: int, before: CellXf, after: CellXf, groups: frozenset[StyleGroup]
) -> None:
    """Take the cells of a style along to another record where they look like the first one."""

    def followed(base: int) -> int:
        cell = book.wheel.get_cell_xf(base)
        if cell.xf_id != number:
            return base
        for group in groups:
            if _same(cell, before, group):
                cell = _with_group(cell, after, group)
        return book.wheel.add_cell_xf(replace(cell, xf_id=after.xf_id))

    for sheet in range(book.wheel.sheet_count()):
        remap(book, sheet, _EVERYWHERE, followed)
    book.changed()


def _same(one: CellXf, other: CellXf, group: StyleGroup) -> bool:
    if group == "protection":
        return _locks(one) == _locks(other)
    return all(
        (getattr(one, name) or 0) == (getattr(other, name) or 0)
        for name in _FIELDS[group]
        if not name.startswith(_PRESENCE)
    )


def _locks(record: CellXf) -> tuple[bool, bool]:
    return (record.locked, record.hidden) if record.has_protection else (True, False)


def _with_group(record: CellXf, source: CellXf, group: StyleGroup) -> CellXf:
    taken: dict[str, Any] = {name: getattr(source, name) for name in _FIELDS[group]}
    return replace(record, **taken, **{_APPLIES[group]: False})


_conforms: type[CellStyles] = FormulonStyles
