"""A small model for tests of the index: inputs, calculation, summary, an archive, a hidden sheet."""

from dataclasses import replace

from tests.unit.workbook.sheets import Cell, cells, sheet
from tieout.workbook.address import Address
from tieout.workbook.cell_columns import TextPool, cell_columns
from tieout.workbook.index.nodes import Node
from tieout.workbook.index.texts import WordCounts, entry
from tieout.workbook.index.workbook_index import WorkbookIndex, build_index
from tieout.workbook.snapshot import (
    ChartSeriesSnapshot,
    ChartSnapshot,
    NameSnapshot,
    RangeSnapshot,
    SheetSnapshot,
    TableSnapshot,
    WorkbookSnapshot,
)


def calculated(formula: str, value: object = 1.0) -> Cell:
    return Cell(value, formula)


INPUTS = [
    ["Assumptions", None],
    ["Revenue growth", Cell(0.05, text="5.0%", number_format="0.0%")],
    ["Tax rate", Cell(0.3, text="30%", number_format="0%")],
    ["Opening revenue", 1000],
]
MODEL = [
    ["", 2025, 2026, 2027, 2028],
    ["Revenue", calculated("=Inputs!B4"), *[
        calculated(f"={left}2*(1+Inputs!$B$2)") for left in "BCD"
    ]],
    ["Costs", *[calculated(f"=-{c}2*0.6") for c in "BCDE"]],
    ["Profit before tax", *[calculated(f"={c}2+{c}3") for c in "BCDE"]],
    ["Tax", *[calculated(f"=-{c}4*TaxRate") for c in "BCDE"]],
    ["Net profit", *[calculated(f"={c}4+{c}5") for c in "BCDE"]],
]  # fmt: skip
SUMMARY = [
    ["Total net profit", calculated("=SUM(Model!B6:E6)")],
    ["Picked year", calculated('=INDIRECT("Model!B"&B3)')],
    ["Row", 6],
    ["Orders booked", calculated("=SUM(Orders[Amount])")],
]
ORDERS = [
    ["Customer", "Amount"],
    ["Northwind", 100],
    ["Contoso", 200],
    ["Fabrikam", 300],
]


def in_columns(made: SheetSnapshot, pool: TextPool) -> SheetSnapshot:
    """The same sheet with its cells in columns, as looks keep them."""
    kept = made.cells
    assert kept is not None
    columns = cell_columns(pool, kept.values, kept.formulas, kept.texts, kept.number_formats)
    return replace(made, cells=RangeSnapshot(kept.address, columns=columns))


def model(*more: SheetSnapshot) -> WorkbookSnapshot:
    pool = TextPool()
    sheets = [
        sheet("Inputs", INPUTS),
        sheet("Model", MODEL),
        sheet("Summary", SUMMARY),
        sheet("Orders list", ORDERS),
        *more,
    ]
    return WorkbookSnapshot(
        tuple(in_columns(one, pool) for one in sheets),
        (NameSnapshot("TaxRate", "=Inputs!$B$3"),),
        (TableSnapshot("Orders", "t1", Address("Orders list", 1, 1, 4, 2)),),
        active_sheet="Model",
        charts=(
            ChartSnapshot(
                "Chart 1", "c1", "id-Model", "Model", "Line", "Profit over time",
                (ChartSeriesSnapshot("Net profit", "Line", "=Model!$B$6:$E$6"),),
            ),
        ),
    )  # fmt: skip


def index_of(workbook: WorkbookSnapshot) -> WorkbookIndex:
    return build_index(workbook)


def words_of(index: WorkbookIndex) -> WordCounts:
    texts = WordCounts()
    texts.put("", [entry(node) for node in index.nodes])
    return texts


def node(index: WorkbookIndex, node_id: str) -> Node:
    return index.nodes[index.places[node_id]]


__all__ = [
    "Cell",
    "calculated",
    "cells",
    "in_columns",
    "index_of",
    "model",
    "node",
    "sheet",
    "words_of",
]
