"""Workbooks that formulas refer to."""

import os
from pathlib import Path

import pytest

from embedded_excel.host import EmbeddedExcel

CORPUS = Path(os.environ.get("TIEOUT_SHARED_DATA", "../shared/data")) / "corpus"
READ = """
const links = context.workbook.linkedWorkbooks.load("items/id");
await context.sync();
const ids = links.items.map(link => link.id);
const found = links.getItemOrNullObject(ids[0] ?? "").load("id");
const none = links.getItemOrNullObject("file:///nowhere.xlsx").load("id");
await context.sync();
return [ids, found.isNullObject ? null : found.id, none.isNullObject];
"""


def test_a_workbook_without_links_has_none(value):
    assert value(READ) == [[], None, True]


@pytest.mark.data
def test_links_are_told_by_where_they_lead(office_js):
    path = CORPUS / "ClosedXML--80cd967d.xlsx"
    if not path.exists():
        pytest.skip("the workbooks aren't here")
    excel = EmbeddedExcel.open(path)
    try:
        assert office_js.value(excel, READ) == [["data.xlsx"], "data.xlsx", True]
    finally:
        excel.close()
