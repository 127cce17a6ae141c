"""Styles for a workbook that has none: Excel shows it in its defaults, the engine has no record."""

from typing import Final

from embedded_excel.xlsx.parts import Parts

_STYLES: Final = "xl/styles.xml"
_WORKBOOK: Final = "xl/workbook.xml"
_RELATIONS: Final = "xl/_rels/workbook.xml.rels"
_TYPE: Final = b"application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"
_RELATION: Final = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles"
_DEFAULTS: Final = (
    b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    b'<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    b'<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/>'
    b'<scheme val="minor"/></font></fonts>'
    b'<fills count="2"><fill><patternFill patternType="none"/></fill>'
    b'<fill><patternFill patternType="gray125"/></fill></fills>'
    b'<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    b'<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    b'<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>'
    b'<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
    b"</styleSheet>"
)


def with_styles(parts: Parts) -> Parts:
    """The parts with Excel's default styles, where a workbook of the usual layout has none."""
    relations = parts.get(_RELATIONS, b"")
    if _WORKBOOK not in parts or _STYLES in parts or b"</Relationships>" not in relations:
        return parts
    if _RELATION in relations:
        return parts
    relation = b'<Relationship Id="rIdStyles" Type="%b" Target="styles.xml"/>' % _RELATION
    types = parts["[Content_Types].xml"]
    override = b'<Override PartName="/xl/styles.xml" ContentType="%b"/>' % _TYPE
    return parts | {
        _STYLES: _DEFAULTS,
        _RELATIONS: relations.replace(b"</Relationships>", relation + b"</Relationships>"),
        "[Content_Types].xml": types.replace(b"</Types>", override + b"</Types>"),
    }
