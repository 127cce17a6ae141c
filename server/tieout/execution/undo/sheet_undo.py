"""What a deleted sheet gets back, once it is there again under its name."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tieout.execution.undo.format_operations import FormatOperations, format_operations
from tieout.execution.undo.format_point import FormatPoint
from tieout.execution.undo.rule_operations import RuleOperation, operation_for, rewritten
from tieout.workbook.rule_image import RULE_NOUNS, SheetRules
from tieout.workbook.snapshot import SheetSnapshot, WorkbookSnapshot


def remade_formats(formats: FormatPoint, sheets: Sequence[SheetSnapshot]) -> FormatOperations:
    """Formats, sizes, merged areas and properties of sheets that were made again."""
    names = {sheet.id: sheet.name for sheet in sheets}
    lost = {
        replace(spot, sheet_id=names[spot.sheet_id]): values
        for spot, values in formats.lost.items()
        if spot.sheet_id in names and (values or spot.kind != "merges")
    }
    return format_operations(lost, {}, lambda name: name)


def remade_rules(formats: FormatPoint, sheets: Sequence[SheetSnapshot]) -> list[RuleOperation]:
    """Conditional formats, validation and comments of sheets that were made again."""
    nothing = SheetRules()
    return [
        operation_for(sheet.name, sheet.name, noun, before, nothing)
        for sheet in sheets
        if (before := formats.rules.before.get(sheet.id)) is not None
        for noun in RULE_NOUNS
        if not before.same(nothing, noun)
    ]


def with_remade(before: WorkbookSnapshot, now: WorkbookSnapshot) -> WorkbookSnapshot:
    """The workbook before, with the identities of sheets that were made again by their names."""
    known = {sheet.id for sheet in before.sheets}
    there = {sheet.id for sheet in now.sheets}
    made = {sheet.name: sheet.id for sheet in now.sheets if sheet.id not in known}
    sheets = tuple(
        replace(sheet, id=made[sheet.name])
        if sheet.id not in there and sheet.name in made
        else sheet
        for sheet in before.sheets
    )
    return replace(before, sheets=sheets)


def remade_sentences(formats: FormatPoint, sheets: Sequence[SheetSnapshot]) -> Iterator[str]:
    """What to say about sheets that were made again."""
    known = {spot.sheet_id for spot in formats.lost}
    for sheet in sheets:
        if sheet.id in known:
            yield (
                f"The deleted sheet {sheet.name} was made again with its contents, formats, sizes, "
                "tables and rules; its charts, pictures, links, "
                "protection, page setup and the sizes of what it didn't use are lost."
            )
        elif sheet.used is None:
            yield f"The deleted sheet {sheet.name} was made again, without what lay over its cells."
        else:
            yield (
                f"The deleted sheet {sheet.name} was made again with its contents and number "
                "formats; its other formats, sizes, tables, charts and rules are lost."
            )
    for operation in remade_rules(formats, sheets):
        yield from rewritten(operation)
