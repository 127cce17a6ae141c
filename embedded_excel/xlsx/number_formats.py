"""Currency formats of another country, which a file defines under the numbers of the built-in ones.

Excel writes the formats 5-8 and 37-44 out wherever they aren't those of the United States
(ECMA-376 18.8.30 lists them; the codes depend on the language). The engine knows these numbers in
their American form only, and would show and save dollars. They get numbers of their own here.
"""

import re
from html import unescape
from typing import Final

from embedded_excel.xlsx.parts import Parts

_STYLES: Final = "xl/styles.xml"
_FIRST_OWN: Final = 164
_AMERICAN: Final = {
    5: '"$"#,##0_);("$"#,##0)',
    6: '"$"#,##0_);[Red]("$"#,##0)',
    7: '"$"#,##0.00_);("$"#,##0.00)',
    8: '"$"#,##0.00_);[Red]("$"#,##0.00)',
    37: "#,##0_);(#,##0)",
    38: "#,##0_);[Red](#,##0)",
    39: "#,##0.00_);(#,##0.00)",
    40: "#,##0.00_);[Red](#,##0.00)",
    41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
    42: '_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)',
    43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
    44: '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)',
}
_GROUP = re.compile(rb"<numFmts\b.*?</numFmts>", re.DOTALL)
_FORMAT = re.compile(rb"<numFmt\b[^>]*>")
_NUMBER = re.compile(rb"""(\bnumFmtId\s*=\s*["'])(\d+)(?=["'])""")
_CODE = re.compile(rb"""\bformatCode\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_RECORD = re.compile(rb"<(?:xf|dataField|pivotField)\b[^>]*>")


def renumber_formats(parts: Parts) -> Parts:
    """The parts with such formats under free numbers; the same object where there are none."""
    styles = parts.get(_STYLES)
    group = None if styles is None else _GROUP.search(styles)
    if styles is None or group is None:
        return parts
    numbers = _new_numbers(group.group())
    if not numbers:
        return parts

    def renumbered(match: re.Match[bytes]) -> bytes:
        return match[1] + b"%d" % numbers.get(int(match[2]), int(match[2]))

    def record(match: re.Match[bytes]) -> bytes:
        return _NUMBER.sub(renumbered, match.group())

    formats = _NUMBER.sub(renumbered, group.group())
    changed = dict(parts)
    changed[_STYLES] = _RECORD.sub(record, styles.replace(group.group(), formats))
    for name in parts:
        if name.startswith("xl/pivotTables/") and name.endswith(".xml"):
            changed[name] = _RECORD.sub(record, parts[name])
    return changed


def _new_numbers(group: bytes) -> dict[int, int]:
    """Number in the file → a free one, for built-in numbers with a code of their own."""
    codes: dict[int, str] = {}
    for element in _FORMAT.findall(group):
        number, code = _NUMBER.search(element), _CODE.search(element)
        if number is not None and code is not None:
            text = (code[1] or code[2] or b"").decode("utf-8", "replace")
            codes[int(number[2])] = unescape(text)
    free = max(_FIRST_OWN - 1, *codes) + 1 if codes else _FIRST_OWN
    own = sorted(
        number
        for number, code in codes.items()
        if number in _AMERICAN and code.replace("\\", "") != _AMERICAN[number]
    )
    return {number: free + position for position, number in enumerate(own)}
