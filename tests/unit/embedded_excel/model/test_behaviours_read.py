import re

import pytest

from embedded_excel.model.behaviours import FOREVER, ON_THE_WEB, PLAIN, Behaviours, parse_behaviours


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ([], PLAIN),
        (["edit_mode=3"], Behaviours(edit_mode=3)),
        (["edit-mode"], Behaviours(edit_mode=FOREVER)),
        (["on_the_web"], ON_THE_WEB),
        (
            ["request_bytes=2MB", "range_cells=1.5m"],
            Behaviours(request_bytes=2 * 1024 * 1024, range_cells=1_500_000),
        ),
        (
            ["protected_sheets", "manual-calculation=off", "writes_only=on"],
            Behaviours(protected_sheets=True, writes_only=True),
        ),
        (
            ["failing=Range.values:AccessDenied", "failing=Range.clear:Conflict"],
            Behaviours(failing={"Range.values": "AccessDenied", "Range.clear": "Conflict"}),
        ),
        (
            ["requirement_sets=ExcelApi:1.7", "requirement_sets=RichApiRuntime:"],
            Behaviours(requirement_sets={"ExcelApi": "1.7", "RichApiRuntime": ""}),
        ),
        (
            ["co_author=Sheet1!B4:=B3*2", "hung=1", "lost_as=Timeout"],
            Behaviours(co_author={"Sheet1!B4": "=B3*2"}, hung=1, lost_as="Timeout"),
        ),
        (["stops_after=0", " after = 2 "], Behaviours(stops_after=0, after=2)),
    ],
)
def test_behaviours_are_read_as_they_are_written(texts, expected):
    assert parse_behaviours(texts) == expected


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("sleepy", "There is no behaviour 'sleepy'. There are: request_bytes,"),
        ("edit_mode=often", "edit_mode needs a number, not 'often'."),
        ("edit_mode=-2", "edit_mode can't be negative."),
        ("stops_after", "stops_after needs a number, not ''."),
        ("protected_sheets=2", "protected_sheets is on or off, not '2'."),
        (
            "failing=Range.values",
            "failing needs two parts, such as failing=Range.values:AccessDenied.",
        ),
        ("lost_as=Tired", "Tired is no error code of Excel."),
        ("co_author=B4", "co_author needs two parts, such as co_author=Sheet1!B4:7."),
        ("failing=Range.values:Tired", "Tired is no error code of Excel."),
        (
            "requirement_sets",
            "requirement_sets needs two parts, such as requirement_sets=ExcelApi:1.7.",
        ),
    ],
)
def test_what_cannot_be_read_is_named_in_a_sentence(text, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        parse_behaviours([text])
