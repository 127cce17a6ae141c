"""Make the sample workbooks that ship with Tieout, with invented figures and real structure.

Run `python scripts/sample_workbooks.py`; the files in demonstrations/ are overwritten. Values are
calculated by the embedded Excel before saving, so that every reader sees them.
"""

import random
from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.table import Table, TableStyleInfo
from openpyxl.worksheet.worksheet import Worksheet

from embedded_excel.host import EmbeddedExcel

ROOT = Path(__file__).resolve().parent.parent
TITLE = Font(name="Calibri", size=14, bold=True, color="1F3864")
NOTE = Font(name="Calibri", size=9, italic=True, color="7F7F7F")
HEADER = Font(name="Calibri", size=11, bold=True, color="FFFFFF")
HEADER_FILL = PatternFill("solid", fgColor="1F3864")
SECTION_FILL = PatternFill("solid", fgColor="D9E2F3")
INPUT = Font(name="Calibri", size=11, color="0000FF")
BOLD = Font(name="Calibri", size=11, bold=True)
TOTAL = Border(top=Side("thin"), bottom=Side("double"))
SUBTOTAL = Border(top=Side("thin"))
MONEY = '#,##0;(#,##0);"–"'
PERCENT = "0.0%"


def header_row(sheet: Worksheet, row: int, labels: list[str]) -> None:
    """White on navy, wrapped, centred but for the first."""
    for column, label in enumerate(labels, start=1):
        cell = sheet.cell(row, column, label)
        cell.font, cell.fill = HEADER, HEADER_FILL
        cell.alignment = Alignment(
            horizontal="left" if column == 1 else "center", vertical="center", wrap_text=True
        )


def widths(sheet: Worksheet, *characters: float) -> None:
    """Column widths from A on."""
    for column, width in enumerate(characters, start=1):
        sheet.column_dimensions[get_column_letter(column)].width = width


def orders() -> Workbook:
    """A year of orders in a table, with a price list beside it."""
    rng = random.Random(20260105)
    book = Workbook()
    sheet = book.active
    sheet.title = "Orders"
    sheet["A1"], sheet["A1"].font = "Harbour Coffee Trading – orders FY2026", TITLE
    sheet["A2"], sheet["A2"].font = "Source: order system export, USD. Discounts as agreed.", NOTE
    labels = ["Order date", "Region", "Customer", "Product", "Units", "Unit price", "Discount"]
    for column, label in enumerate(labels, start=1):
        sheet.cell(4, column, label)
    products = {"House blend 1 kg": 18.5, "Single origin 1 kg": 27.0, "Decaf 1 kg": 21.25}
    products |= {"Espresso pods ×100": 34.0, "Cold brew keg": 96.0}
    regions = ["North", "South", "East", "West"]
    customers = ["Alder & Co", "Brightwater", "Corner Café", "Delmar Hotels", "Eastgate Foods"]
    day = date(2026, 1, 5)
    for row in range(5, 205):
        product = rng.choice(list(products))
        sheet.cell(row, 1, day).number_format = "yyyy-mm-dd"
        sheet.cell(row, 2, rng.choice(regions))
        sheet.cell(row, 3, rng.choice(customers))
        sheet.cell(row, 4, product)
        sheet.cell(row, 5, rng.randrange(4, 240, 2)).number_format = "#,##0"
        sheet.cell(row, 6, products[product]).number_format = "0.00"
        sheet.cell(row, 7, rng.choice([0, 0, 0, 0.05, 0.075, 0.1])).number_format = PERCENT
        day += timedelta(days=rng.choice([1, 2, 2]))
    table = Table(displayName="Orders", ref="A4:G204")
    table.tableStyleInfo = TableStyleInfo(name="TableStyleMedium2", showRowStripes=True)
    sheet.add_table(table)
    sheet.freeze_panes = "A5"
    widths(sheet, 12, 9, 17, 20, 9, 11, 10, 14)
    prices = book.create_sheet("Price list")
    header_row(prices, 1, ["Product", "List price"])
    for row, (product, price) in enumerate(products.items(), start=2):
        prices.cell(row, 1, product)
        prices.cell(row, 2, price).font = INPUT
        prices.cell(row, 2).number_format = "0.00"
    widths(prices, 22, 12)
    return book


YEARS = ["FY2025A", "FY2026E", "FY2027E", "FY2028E", "FY2029E", "FY2030E"]


def operating_model() -> Workbook:
    """A small three-part model whose balance check fails: one formula was typed over."""
    book = Workbook()
    inputs = book.active
    inputs.title = "Inputs"
    inputs["A1"], inputs["A1"].font = "Lindqvist Marine Services – assumptions", TITLE
    inputs["A2"], inputs["A2"].font = "USD thousands. Blue: input. Black: formula.", NOTE
    header_row(inputs, 4, ["Assumption", *YEARS[1:]])
    assumptions = [
        ("Revenue growth", [0.08, 0.075, 0.07, 0.06, 0.05]),
        ("Cost of services, % of revenue", [0.58, 0.575, 0.57, 0.57, 0.565]),
        ("Overheads, % of revenue", [0.19, 0.188, 0.186, 0.185, 0.184]),
        ("Depreciation, % of opening fixed assets", [0.12] * 5),
        ("Capital expenditure, % of revenue", [0.06, 0.06, 0.055, 0.055, 0.05]),
        ("Net working capital, % of revenue", [0.11] * 5),
        ("Interest rate on opening debt", [0.055, 0.055, 0.05, 0.05, 0.05]),
        ("Tax rate", [0.25] * 5),
        ("Debt repayment", [400, 400, 400, 400, 400]),
    ]
    for row, (label, values) in enumerate(assumptions, start=5):
        inputs.cell(row, 1, label)
        for column, value in enumerate(values, start=2):
            cell = inputs.cell(row, column, value)
            cell.font, cell.number_format = INPUT, MONEY if value >= 1 else PERCENT
    widths(inputs, 40, *[11] * 5)
    inputs.freeze_panes = "B5"
    model = book.create_sheet("Model")
    model["A1"], model["A1"].font = "Operating model", TITLE
    header_row(model, 3, ["USD thousands", *YEARS])
    _model_rows(model)
    widths(model, 34, *[12] * 6)
    model.freeze_panes = "B4"
    return book


def _model_rows(model: Worksheet) -> None:
    opening = {5: 24_000, 6: -14_100, 8: -4_620, 10: -1_050, 12: -330, 14: -975}
    opening |= {18: 2_150, 19: 2_640, 20: 9_200, 23: 6_000, 24: 7_990}
    rows: dict[int, tuple[str, str]] = {
        5: ("Revenue", "={p}5*(1+Inputs!{i}5)"),
        6: ("Cost of services", "=-{c}5*Inputs!{i}6"),
        7: ("Gross profit", "=SUM({c}5:{c}6)"),
        8: ("Overheads", "=-{c}5*Inputs!{i}7"),
        9: ("EBITDA", "=SUM({c}7:{c}8)"),
        10: ("Depreciation", "=-{p}20*Inputs!{i}8"),
        11: ("EBIT", "=SUM({c}9:{c}10)"),
        12: ("Interest", "=-{p}23*Inputs!{i}11"),
        13: ("Profit before tax", "=SUM({c}11:{c}12)"),
        14: ("Tax", "=-MAX(0,{c}13)*Inputs!{i}12"),
        15: ("Net income", "=SUM({c}13:{c}14)"),
        18: ("Cash", "={p}18+{c}34"),
        19: ("Net working capital", "={c}5*Inputs!{i}10"),
        20: ("Fixed assets", "={p}20-{c}31+{c}10"),
        21: ("Total assets", "=SUM({c}18:{c}20)"),
        23: ("Debt", "={p}23+{c}33"),
        24: ("Equity", "={p}24+{c}15"),
        25: ("Total debt and equity", "=SUM({c}23:{c}24)"),
        28: ("Net income", "={c}15"),
        29: ("Depreciation", "=-{c}10"),
        30: ("Change in working capital", "=-({c}19-{p}19)"),
        31: ("Capital expenditure", "=-{c}5*Inputs!{i}9"),
        33: ("Debt repayment", "=-Inputs!{i}13"),
        34: ("Change in cash", "=SUM({c}28:{c}33)"),
        36: ("Balance check (must be 0)", "=ROUND({c}21-{c}25,2)"),
    }
    sections = {4: "Profit and loss", 17: "Balance sheet", 27: "Cash flow"}
    totals = {7, 9, 11, 13, 15, 21, 25, 34}
    for row, label in sections.items():
        model.cell(row, 1, label).font = BOLD
        for column in range(1, 8):
            model.cell(row, column).fill = SECTION_FILL
    for row, (label, formula) in rows.items():
        model.cell(row, 1, label).font = BOLD if row in totals or row == 36 else Font()
        for column in range(2, 8):
            letters = {"c": get_column_letter(column), "p": get_column_letter(column - 1)}
            letters["i"] = letters["p"]
            cell = model.cell(row, column)
            cell.number_format = MONEY
            if row in totals:
                cell.font, cell.border = BOLD, TOTAL if row in {15, 21, 25, 34} else SUBTOTAL
            if column > 2 or row in totals - {34} or row == 36:
                cell.value = formula.format(**letters)
            elif row in opening:
                cell.value, cell.font = opening[row], INPUT
    model["E10"] = -1_134
    model["E30"].value = "=-(E19-C19)"


def positions() -> Workbook:
    """A long/short book: positions, prices and fund terms on separate sheets."""
    rng = random.Random(7)
    book = Workbook()
    sheet = book.active
    sheet.title = "Positions"
    sheet["A1"], sheet["A1"].font = "Northgate Long/Short Fund – positions", TITLE
    sheet["A2"], sheet["A2"].font = "Quantities as of close; shorts are negative.", NOTE
    header_row(
        sheet, 4, ["Ticker", "Name", "Sector", "Quantity", "Price", "Market value", "% of NAV"]
    )
    sectors = ["Technology", "Financials", "Health care", "Industrials", "Energy", "Consumer"]
    prices = book.create_sheet("Prices")
    header_row(prices, 1, ["Ticker", "Close (USD)"])
    for index in range(48):
        row, ticker = (
            5 + index,
            f"{chr(65 + index % 26)}{chr(65 + index * 7 % 26)}{chr(75 + index % 9)}",
        )
        short = rng.random() < 0.35
        sheet.cell(row, 1, ticker)
        sheet.cell(
            row, 2, f"{ticker.title()} {rng.choice(['Holdings', 'Group', 'Corp', 'Partners'])}"
        )
        sheet.cell(row, 3, sectors[index % len(sectors)])
        quantity = rng.randrange(2_000, 40_000, 500) * (-1 if short else 1)
        sheet.cell(row, 4, quantity).font = INPUT
        sheet.cell(row, 4).number_format = "#,##0;(#,##0)"
        sheet.cell(row, 5, f"=VLOOKUP(A{row},Prices!$A$2:$B$49,2,FALSE)")
        sheet.cell(row, 5).number_format = "#,##0.00"
        sheet.cell(row, 6, f"=D{row}*E{row}").number_format = MONEY
        sheet.cell(row, 7, f"=F{row}/NAV").number_format = PERCENT
        prices.cell(2 + index, 1, ticker)
        prices.cell(2 + index, 2, round(rng.uniform(12, 320), 2)).font = INPUT
        prices.cell(2 + index, 2).number_format = "#,##0.00"
    for column, value in ((1, "Total"), (6, "=SUM(F5:F52)"), (7, "=SUM(G5:G52)")):
        sheet.cell(53, column, value)
    for column in range(1, 8):
        sheet.cell(53, column).font, sheet.cell(53, column).border = BOLD, TOTAL
    sheet["F53"].number_format, sheet["G53"].number_format = MONEY, PERCENT
    sheet.freeze_panes = "C5"
    widths(sheet, 9, 20, 14, 12, 11, 15, 10)
    terms = book.create_sheet("Fund terms")
    for row, (label, value, shape) in enumerate(
        [("Net asset value (USD)", 100_000_000, MONEY), ("Gross limit, % of NAV", 2.0, "0%"),
         ("Net limit, % of NAV", 0.6, "0%"), ("Sector net limit, % of NAV", 0.2, "0%")],
        start=1,
    ):  # fmt: skip
        terms.cell(row, 1, label)
        terms.cell(row, 2, value).font = INPUT
        terms.cell(row, 2).number_format = shape
    widths(terms, 30, 16)
    widths(prices, 9, 13)
    book.defined_names["NAV"] = _name("NAV", "'Fund terms'!$B$1")
    return book


def _name(name: str, target: str) -> object:
    from openpyxl.workbook.defined_name import DefinedName  # noqa: PLC0415 - one use

    return DefinedName(name, attr_text=target)


def save(book: Workbook, path: Path) -> None:
    """Save with fixed dates and calculated values, so that a second run writes the same cells."""
    book.properties.created = book.properties.modified = datetime(2026, 1, 5)
    book.properties.creator = "Tieout"
    book.save(path)
    with_values = EmbeddedExcel.open(path)
    with_values.save(path)
    with_values.close()


SAMPLES: dict[str, Callable[[], Workbook]] = {
    "revenue-column/orders-fy2026.xlsx": orders,
    "broken-check/operating-model.xlsx": operating_model,
    "exposure-summary/fund-positions.xlsx": positions,
}


def main() -> None:
    """Write every sample."""
    for name, make in SAMPLES.items():
        save(make(), ROOT / "demonstrations" / name)


if __name__ == "__main__":
    main()
