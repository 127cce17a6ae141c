import re

import pytest

from embedded_excel.xlsx.number_formats import renumber_formats

EURO = "#,##0.00\\ &quot;€&quot;;[Red]\\-#,##0.00\\ &quot;€&quot;"


def styles(formats: str, number: int) -> bytes:
    return (
        f'<styleSheet><numFmts count="2">{formats}</numFmts>'
        f'<cellXfs count="1"><xf numFmtId="{number}" fontId="0"/></cellXfs></styleSheet>'
    ).encode()


def number_of_record(content: bytes) -> int:
    found = re.search(rb'<xf numFmtId="(\d+)"', content)
    assert found is not None
    return int(found[1])


def test_a_currency_of_another_country_gets_a_number_of_its_own() -> None:
    content = styles(f'<numFmt numFmtId="8" formatCode="{EURO}"/>', 8)
    changed = renumber_formats({"xl/styles.xml": content})["xl/styles.xml"]
    number = number_of_record(changed)
    assert number >= 164
    assert f'<numFmt numFmtId="{number}" formatCode="{EURO}"/>'.encode() in changed


def test_the_new_number_is_free() -> None:
    both = f'<numFmt numFmtId="164" formatCode="0.0"/><numFmt numFmtId="8" formatCode="{EURO}"/>'
    changed = renumber_formats({"xl/styles.xml": styles(both, 8)})["xl/styles.xml"]
    assert number_of_record(changed) == 165
    assert b'<numFmt numFmtId="164" formatCode="0.0"/>' in changed


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (8, "&quot;$&quot;#,##0.00_);[Red]\\(&quot;$&quot;#,##0.00\\)"),
        (14, "dd/mm/yyyy"),
        (170, EURO),
    ],
    ids=["american", "a date, which follows the system", "a number of its own already"],
)
def test_other_formats_keep_their_number(number: int, code: str) -> None:
    parts = {"xl/styles.xml": styles(f'<numFmt numFmtId="{number}" formatCode="{code}"/>', number)}
    assert renumber_formats(parts) is parts


def test_fields_of_pivot_tables_follow() -> None:
    pivot = (
        b'<pivotTableDefinition><dataField name="Sum" fld="1" numFmtId="8"/></pivotTableDefinition>'
    )
    parts = {
        "xl/styles.xml": styles(f'<numFmt numFmtId="8" formatCode="{EURO}"/>', 8),
        "xl/pivotTables/pivotTable1.xml": pivot,
    }
    changed = renumber_formats(parts)
    number = number_of_record(changed["xl/styles.xml"])
    assert f'numFmtId="{number}"'.encode() in changed["xl/pivotTables/pivotTable1.xml"]
