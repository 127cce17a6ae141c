"""Undo points that know a sheet or table by an identity that Excel has replaced.

A deleted sheet and a removed table are made again, and get a new identity from Excel. Older points know
the old one; what was made again stands for it in all of them.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from tieout.execution.undo.format_point import FormatPoint
from tieout.execution.undo.undo import UndoPoint
from tieout.workbook.format_image import FormatImage
from tieout.workbook.object_image import ObjectImage, ObjectPoint
from tieout.workbook.rule_image import RulePoint
from tieout.workbook.snapshot import SheetSnapshot, TableSnapshot, WorkbookSnapshot
from tieout.workbook.table_image import TablePoint

Aliases = Mapping[str, str]
"""New identities by old ones, of sheets and tables."""
_Kept = TypeVar("_Kept")


def remade(wanted: WorkbookSnapshot, now: WorkbookSnapshot) -> dict[str, str]:
    """What was made again: it was wanted, its identity is gone, and its name has a new one."""
    sheets = _new_ids(
        {sheet.id: sheet.name for sheet in wanted.sheets},
        {sheet.id: sheet.name for sheet in now.sheets},
    )
    tables = _new_ids(
        {table.id: table.name for table in wanted.tables},
        {table.id: table.name for table in now.tables},
    )
    return sheets | tables


def _new_ids(wanted: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    made = {name: identity for identity, name in now.items() if identity not in wanted}
    return {
        identity: made[name]
        for identity, name in wanted.items()
        if identity not in now and name in made
    }


def followed(point: UndoPoint, ids: Aliases) -> UndoPoint:
    """The point with new identities in place of old ones."""
    return replace(
        point,
        before=_workbook(point.before, ids),
        after=_workbook(point.after, ids),
        formats=_formats(point.formats, ids),
    )


def _workbook(workbook: WorkbookSnapshot, ids: Aliases) -> WorkbookSnapshot:
    return replace(
        workbook,
        sheets=tuple(_renamed(sheet, ids) for sheet in workbook.sheets),
        tables=tuple(_renamed(table, ids) for table in workbook.tables),
        charts=tuple(
            replace(chart, sheet_id=ids.get(chart.sheet_id, chart.sheet_id))
            for chart in workbook.charts
        ),
    )


_Named = TypeVar("_Named", SheetSnapshot, TableSnapshot)


def _renamed(one: _Named, ids: Aliases) -> _Named:
    return replace(one, id=ids[one.id]) if one.id in ids else one


def _formats(formats: FormatPoint, ids: Aliases) -> FormatPoint:
    return FormatPoint(
        tuple(
            replace(look, sheet_id=ids.get(look.sheet_id, look.sheet_id)) for look in formats.looks
        ),
        _spots(formats.before, ids),
        _spots(formats.after, ids),
        _rules(formats.rules, ids),
        _spots(formats.lost, ids),
    )


def _spots(image: FormatImage, ids: Aliases) -> FormatImage:
    return {
        replace(spot, sheet_id=ids.get(spot.sheet_id, spot.sheet_id)): values
        for spot, values in image.items()
    }


def _rules(rules: RulePoint, ids: Aliases) -> RulePoint:
    tables = TablePoint(_keys(rules.tables.before, ids), _keys(rules.tables.after, ids))
    objects = ObjectPoint(
        tuple(
            replace(one, sheet_id=ids.get(one.sheet_id, one.sheet_id))
            for one in rules.objects.asked
        ),
        _objects(rules.objects.before, ids),
        _objects(rules.objects.after, ids),
    )
    return RulePoint(_keys(rules.before, ids), _keys(rules.after, ids), tables, objects)


def _objects(image: ObjectImage, ids: Aliases) -> ObjectImage:
    return {
        replace(key, sheet_id=ids.get(key.sheet_id, key.sheet_id)): state
        for key, state in image.items()
    }


def _keys(image: Mapping[str, _Kept], ids: Aliases) -> dict[str, _Kept]:
    return {ids.get(key, key): value for key, value in image.items()}
