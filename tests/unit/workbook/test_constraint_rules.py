"""Sentences read as rules about this workbook, and what breaks a rule."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tieout.workbook.address import Address
from tieout.workbook.constraints.lasting import is_lasting
from tieout.workbook.constraints.reading import read_rules
from tieout.workbook.constraints.rules import ANY, Deed, Kind, Noun, Rule
from tieout.workbook.snapshot import (
    NameSnapshot,
    RangeSnapshot,
    SheetSnapshot,
    TableSnapshot,
    WorkbookSnapshot,
)

HELD = RangeSnapshot(
    Address.parse("Model!E1:F2"),
    ((1.0, 2.0), (3.0, 4.0)),
    (("", "=E1*2"), ("", "")),
    (("1", "2"), ("3", "4")),
    (("General", "General"), ("General", "General")),
)
SHEETS = ("Inputs", "Summary", "Model", "My Sheet", "Archive", "汇总", "A", "Data")
WORKBOOK = WorkbookSnapshot(
    sheets=tuple(
        SheetSnapshot(name, name, cells=HELD if name == "Model" else None) for name in SHEETS
    ),
    tables=(TableSnapshot("Sales", "t1", Address.parse("Model!A3:H40")),),
    names=(NameSnapshot("TaxRate", "=Inputs!$C$4"),),
)
READ = {
    "Never touch Inputs.": "no changes in Inputs",
    "never touch the inputs tab please": "no changes in Inputs",
    "Don't change formulas in column F.": "no changes of formulas in F:F on every sheet",
    "Don't change formulas in column F of Model.": "no changes of formulas in F:F on Model",
    "Only edit the Summary sheet.": "no changes outside Summary",
    "Edit only Summary.": "no changes outside Summary",
    "Please do not overwrite values in Model!C5:C20.": "no changes of contents in C5:C20 on Model",
    "Add a growth column to Model and never touch Inputs.": "no changes in Inputs",
    "The Inputs sheet must not be changed.": "no changes in Inputs",
    "Leave Archive and Inputs as they are.": "no changes in Archive, Inputs",
    "Don't change anything except the Summary sheet.": "no changes outside Summary",
    "Nothing outside Summary may be changed.": "no changes outside Summary",
    "Don't change anything except Summary!B2:B9.": "no changes outside B2:B9 on Summary",
    "Die Zeilen 3 bis 5 nicht löschen.": "no deleting in 3:5 on every sheet",
    "Don't delete any rows.": "no deleting of rows",
    "Do not delete the sheet Archive.": "no deleting of sheets in Archive",
    "Do not touch the formatting of Summary.": "no changes of formats in Summary",
    "Update the forecast without changing any formulas.": "no changes of formulas",
    "Sheet Inputs is off limits.": "no changes in Inputs",
    "Never change TaxRate.": "no changes in the name TaxRate",
    "Don't touch the Sales table.": "no changes in the table Sales",
    "Do not modify 'My Sheet'!B2:D10 or Inputs.": "no changes in B2:D10 on My Sheet, Inputs",
    "In Inputs, column F must not be changed.": "no changes in F:F on Inputs",
    "Please keep rows 1-3 as they are.": "no changes in 1:3 on every sheet",
    "Keep the formulas in columns B to D of Model unchanged.": (
        "no changes of formulas in B:D on Model"
    ),
    "Never touch Inputs because the auditors signed it off.": "no changes in Inputs",
    "Never insert rows in Model.": "no inserting of rows in Model",
    "Don't rename sheets.": "no renaming of sheets",
    "Do not change existing formulas.": "no changes of formulas",
    "Don't touch charts.": "no changes of charts",
    "Never change the data sheet.": "no changes in Data",
    "Don't clear any existing data on Data.": "no deleting in Data",
    "Do not touch cells K1:K5.": "no changes in K1:K5 on every sheet",
    "Fasse das Blatt Inputs nie an.": "no changes in Inputs",
    "Ändere die Formeln in Spalte F nicht.": "no changes of formulas in F:F on every sheet",
    "Bitte keine Zeilen löschen.": "no deleting of rows",
    "Das Blatt Inputs darf nicht verändert werden.": "no changes in Inputs",
    "Bearbeite nur das Blatt Summary.": "no changes outside Summary",
    "Lass das Blatt Archive in Ruhe.": "no changes in Archive",
    "Ändere nichts außer Summary.": "no changes outside Summary",
    "Ne touchez jamais à la feuille Inputs.": "no changes in Inputs",
    "Ne modifie pas les formules de la colonne F.": "no changes of formulas in F:F on every sheet",
    "Laisse l'onglet Archive tel quel.": "no changes in Archive",
    "Ne change rien sauf Summary.": "no changes outside Summary",
    "No toques nunca la hoja Inputs.": "no changes in Inputs",
    "Edita solo la hoja Summary.": "no changes outside Summary",
    "Deja la hoja Archive como está.": "no changes in Archive",
    "No cambies nada excepto Summary.": "no changes outside Summary",
    "不要动Inputs工作表。": "no changes in Inputs",
    "F列的公式不能改。": "no changes of formulas in F:F on every sheet",
    "只修改汇总表。": "no changes outside 汇总",
    "除了Summary以外都不要改。": "no changes outside Summary",
    "保持Inputs不变。": "no changes in Inputs",
}
LEFT_TO_THE_MODEL = (
    "Always use thousands.",
    "Keep the sign convention.",
    "Don't use Inputs in formulas.",
    "Don't change the sign convention in Summary.",
    "Don't change FY24 figures.",
    "Don't hardcode anything.",
    "Don't change other sheets.",
    "Never change a running system.",
    "Add a total to Inputs.",
    "Only report what Summary says.",
    "Don't add formulas to Inputs.",
    "Copy the rows without overwriting existing rows.",
    "Append below without overwriting any existing rows.",
    "Ohne bestehende Daten zu überschreiben.",
    "Don't overwrite existing data.",
    "Move the columns to the right of Summary.",
)


@pytest.mark.parametrize(("sentence", "rule"), READ.items())
def test_a_sentence_about_places_of_this_workbook_becomes_a_rule(sentence: str, rule: str) -> None:
    assert [found.text for found in read_rules(sentence, WORKBOOK)] == [rule]


@pytest.mark.parametrize("sentence", LEFT_TO_THE_MODEL)
def test_what_code_cannot_check_is_never_guessed(sentence: str) -> None:
    assert read_rules(sentence, WORKBOOK) == ()


def test_a_sheet_the_workbook_does_not_have_makes_no_rule() -> None:
    assert read_rules("Never touch Assumptions.", WORKBOOK) == ()


def write(
    where: str, *kinds: Kind, noun: Noun = "cells", name: str = "", formula: bool | None = None
) -> Deed:
    area = Address.parse(where) if "!" in where else None
    sheet = area.sheet if area else where
    return Deed(
        frozenset[Kind](kinds or ("contents", "formulas")), noun, sheet, area, name, formula=formula
    )


def broken(sentence: str, deed: Deed) -> bool:
    return any(rule.is_broken_by(deed, WORKBOOK) for rule in read_rules(sentence, WORKBOOK))


@pytest.mark.parametrize(
    ("sentence", "deed", "is_broken"),
    [
        ("Never touch Inputs.", write("INPUTS!A1"), True),
        ("Never touch Inputs.", write("Summary!A1"), False),
        ("Never touch Inputs.", write("Inputs", "objects", noun="chart"), True),
        ("Never touch Inputs.", write("", "objects", noun="other"), False),
        ("Never touch C4.", write("Summary!B2:D9"), True),
        ("Never touch C4.", write("Summary!B5:D9"), False),
        ("Never touch Inputs!C4.", write("Inputs", "contents"), True),
        ("Never touch Inputs!C4.", write("Inputs", "objects", noun="chart"), False),
        ("Never touch Inputs!C4.", write("Inputs", "delete", noun="sheet"), True),
        ("Don't change formulas in column F.", write("Model!F1:F9"), True),
        ("Don't change formulas in column F.", write("Model!F2:F9"), False),
        ("Don't change formulas in column F.", write("Model!E1:E9"), False),
        ("Don't change formulas in column F.", write("Model!F1", "formats"), False),
        ("Don't change formulas.", write("Model!F9", "contents", "formulas", formula=True), True),
        ("Only edit Summary.", write("Summary!A1"), False),
        ("Only edit Summary.", write("Model!A1", "formats"), True),
        ("Only edit Summary.", write("", "insert", noun="sheet"), True),
        ("Only edit Summary.", write("", "objects", noun="other"), False),
        ("Only edit Summary!B2:B9.", write("Summary!B2:C9"), True),
        ("Only edit Summary!B2:B9.", write("Summary", "contents"), True),
        ("Only edit Summary!B2:B9.", write("Summary!B3"), False),
        ("Don't delete any rows.", write("Model!3:4", "delete", noun="rows"), True),
        ("Don't delete any rows.", write("Model!A1", "delete", "contents"), False),
        ("Do not delete the sheet Archive.", write("Archive", "delete", noun="sheet"), True),
        ("Do not delete the sheet Archive.", write("Archive!A1", "delete"), False),
        ("Don't touch Sales.", write("Model!D4"), True),
        ("Don't touch Sales.", write("Model!A3", "delete", noun="table", name="SALES"), True),
        ("Don't touch Sales.", write("Model!A3", "delete", noun="table", name="Other"), False),
        ("Never change TaxRate.", write("", "contents", noun="name", name="taxrate"), True),
        ("Never change TaxRate.", write("Inputs!C4"), True),
    ],
)
def test_a_rule_is_broken_by_what_it_forbids_and_nothing_else(
    sentence: str, deed: Deed, is_broken: bool
) -> None:
    assert broken(sentence, deed) is is_broken


def test_cells_nobody_has_read_may_hold_formulas() -> None:
    unread = replace(WORKBOOK.sheets[0], was_read=False)
    workbook = replace(WORKBOOK, sheets=(unread, *WORKBOOK.sheets[1:]))
    rule = Rule(frozenset[Kind]({"formulas"}))
    assert rule.is_broken_by(write("Inputs!A1"), workbook)
    assert not rule.is_broken_by(write("Summary!A1"), workbook)


def test_a_change_of_anything_is_a_change_of_every_kind() -> None:
    (rule,) = read_rules("Never touch Inputs.", WORKBOOK)
    assert rule.kinds == ANY


def test_the_page_for_users_says_what_is_so() -> None:
    page = (Path(__file__).parents[3] / "docs" / "constraints.md").read_text("utf-8")
    table = re.findall(r"^\| ([^|]+\.) \| ([^|]+) \|$", page, re.MULTILINE)
    assert len(table) == 6
    for sentence, enforced in table:
        said = "; ".join(rule.text for rule in read_rules(sentence, WORKBOOK))
        assert (said or "kept in mind, not enforceable by code") == enforced
        assert is_lasting(sentence)
