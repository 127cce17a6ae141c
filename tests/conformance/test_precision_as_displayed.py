"""What Excel documents about `Workbook.usePrecisionAsDisplayed`, as far as it goes here."""

import io
import zipfile

from embedded_excel.host import EmbeddedExcel

READ = """
    context.workbook.load("usePrecisionAsDisplayed");
    await context.sync();
    return context.workbook.usePrecisionAsDisplayed;
"""


def calculation_of(package):
    """The workbook part's element about calculation, None without one."""
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        content = archive.read("xl/workbook.xml")
    return content.partition(b"<calcPr")[2].partition(b">")[0]


def rounding(package):
    """The same file, which wants numbers calculated with as displayed."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as source, zipfile.ZipFile(target, "w") as archive:
        for name in source.namelist():
            content = source.read(name)
            if name == "xl/workbook.xml":
                end = b"</workbook>"
                content = content.replace(end, b'<calcPr fullPrecision="0"/>' + end)
            archive.writestr(name, content)
    return target.getvalue()


def test_a_new_workbook_calculates_with_full_precision_and_rounding_it_is_refused(value, failure):
    assert value(READ) is False
    assert value("context.workbook.usePrecisionAsDisplayed = false;" + READ) is False
    assert failure("context.workbook.usePrecisionAsDisplayed = true;") == "NotImplemented"


def test_what_a_file_says_is_read_kept_and_can_be_taken_back(office_js, excel):
    opened = EmbeddedExcel.from_bytes(rounding(excel.to_bytes()), "Rounded.xlsx")
    assert office_js.value(opened, READ) is True
    assert b'fullPrecision="0"' in calculation_of(opened.to_bytes())
    assert office_js.value(opened, "context.workbook.usePrecisionAsDisplayed = false;" + READ) is (
        False
    )
    assert b'fullPrecision="0"' not in calculation_of(opened.to_bytes())
    opened.close()
