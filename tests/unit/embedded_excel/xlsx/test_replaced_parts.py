import io
import zipfile

from embedded_excel.xlsx.package import part_of, replace_part
from embedded_excel.xlsx.style_groups import read_style_groups, write_style_groups


def zipped(parts, *, streamed=False):
    class Stream(io.BytesIO):
        """A stream that can't go back, so that sizes are written behind the content."""

        def seekable(self):
            return not streamed

        def seek(self, *_):
            raise OSError

    buffer = Stream() if streamed else io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def test_one_part_is_replaced_and_the_others_stay_as_they_were():
    parts = {"a.xml": b"<a/>" * 100, "xl/b.xml": b"<b/>", "c/é.xml": b"<c/>" * 9}
    for streamed in (False, True):
        changed = replace_part(zipped(parts, streamed=streamed), "xl/b.xml", b"<new/>")
        with zipfile.ZipFile(io.BytesIO(changed)) as archive:
            assert archive.testzip() is None
            read = {name: archive.read(name) for name in archive.namelist()}
        assert read == parts | {"xl/b.xml": b"<new/>"}
        assert list(read) == list(parts)


STYLES = (
    b"<styleSheet><cellStyleXfs count='3'><xf numFmtId='0'/>"
    b"<xf numFmtId='9' applyFont='0' applyFill='false' applyBorder='1'/>"
    b"<xf numFmtId='1'><alignment wrapText='1'/></xf></cellStyleXfs>"
    b'<cellXfs count="1"><xf numFmtId="0" xfId="2"/></cellXfs>'
    b'<cellStyles><cellStyle name="Mine" xfId="2"/></cellStyles></styleSheet>'
)


def test_what_a_style_leaves_alone_is_read_from_its_record():
    assert read_style_groups({"xl/styles.xml": STYLES}) == (
        frozenset(),
        frozenset({"font", "fill"}),
        frozenset(),
    )
    assert read_style_groups({}) == ()


def test_what_a_style_leaves_alone_is_written_to_its_record():
    package = zipped({"xl/styles.xml": STYLES})
    written = part_of(write_style_groups(package, {2: frozenset({"number"})}), "xl/styles.xml")
    assert b"<xf numFmtId='1' applyNumberFormat=\"0\"><alignment wrapText='1'/></xf>" in written
    assert b"<xf numFmtId='9'/>" in written
    assert write_style_groups(package, {1: frozenset()}) is package


def test_records_without_a_style_are_left_out_and_the_others_numbered_anew():
    package = zipped({"xl/styles.xml": STYLES})
    written = part_of(write_style_groups(package, {}, frozenset({1})), "xl/styles.xml")
    assert b'<cellStyleXfs count="2">' in written
    assert b"numFmtId='9'" not in written
    assert b'<cellStyle name="Mine" xfId="1"/>' in written
