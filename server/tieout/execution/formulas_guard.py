"""Which formulas may not be written: those that can send workbook contents out or run something.

A formula is judged by the names in it, after Unicode folding and without its string literals, so
case, prefixes (`_xlfn.`), spaces and passing a function by name make no difference. A shared file of
attacks and harmless formulas (`tests/golden/gate_vectors.json`) holds this to account.
"""

import re
import unicodedata

from tieout.errors import GateRefused

FORBIDDEN = frozenset(
    {
        "WEBSERVICE",
        "IMAGE",
        "RTD",
        "STOCKHISTORY",
        "TRANSLATE",
        "DETECTLANGUAGE",
        "COPILOT",
        "PY",
        "IMPORTTEXT",
        "IMPORTCSV",
        "CUBEKPIMEMBER",
        "CUBEMEMBER",
        "CUBEMEMBERPROPERTY",
        "CUBERANKEDMEMBER",
        "CUBESET",
        "CUBESETCOUNT",
        "CUBEVALUE",
        "SQL.REQUEST",
        "CALL",
        "REGISTER",
        "REGISTER.ID",
        "UNREGISTER",
        "EXEC",
        "EXECUTE",
        "EVALUATE",
        "INITIATE",
        "POKE",
        "REQUEST",
        "SEND.MAIL",
        "SEND.KEYS",
        "FOPEN",
        "FWRITE",
        "FWRITELN",
        "OPEN",
        "SAVE.AS",
        "RUN",
        "URLDOWNLOADTOFILE",
        "WEBDIENST",
    }
)
"""Functions that reach out of the workbook or run code, with the local names some Excels accept."""

_MACRO_WORDS = frozenset(
    {"OPEN", "CALL", "REQUEST", "RUN", "EXECUTE", "REGISTER", "POKE", "EXEC", "INITIATE"}
)
"""Old macro functions whose names people also use for their own: forbidden as a call only."""

_PASSED_WORDS = frozenset({"PY", "IMAGE", "TRANSLATE"})
"""Functions whose names people also use: forbidden as a call, and handed over as an argument."""

_INVISIBLE = re.compile(
    r"[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
_STRING = re.compile(r'"(?:[^"]|"")*(?:"|$)')
_QUOTED_SHEET = re.compile(r"'(?:[^']|'')*'")
_NAME = re.compile(r"[^\W\d][\w.]*")
_PREFIX = re.compile(r"(?:_XLFN\.|_XLWS\.|_XLUDF\.|_XLL\.|_XLPM\.)+")
_EXTERNAL = re.compile(r"\[[^\[\]]*\][^\[\]!'(),;+*/&=<>^]*'?!|\[[0-9]+\]!|\\\\|[A-Za-z]://")
_COLUMN = re.compile(r'\[[^\[\]()"]*\]')
_DDE = re.compile(r"[\w.]\s*\|\s*(?:'|[\w.\s]+!)")
_HYPERLINK = re.compile(r'HYPERLINK\s*\(\s*(?:"((?:[^"]|"")*)"\s*[,)])?')


def fold(text: str) -> str:
    """A text with compatibility forms folded and invisible characters removed."""
    return _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))


def is_formula(text: str) -> bool:
    """Whether Excel may read this typed text as a formula."""
    folded = fold(text).lstrip()
    if folded[:1] in ("=", "@"):
        return True
    return folded[:1] in ("+", "-") and any(
        character.isalpha() or character in "|'(" for character in folded
    )


def forbidden_part(formula: str) -> str | None:
    """What is forbidden in a formula, as a phrase for the refusal; None when nothing is."""
    folded = fold(formula)
    code = _STRING.sub('""', folded)
    upper = code.upper()
    without_sheets = _COLUMN.sub("[]", _QUOTED_SHEET.sub("_", upper))
    for match in _NAME.finditer(without_sheets):
        name = _PREFIX.sub("", match[0])
        if name in FORBIDDEN and _is_use(name, without_sheets, match.start(), match.end()):
            return f"the function {name}"
    if "HYPERLINK" in upper and not _harmless_links(folded):
        return "HYPERLINK to an address outside the workbook"
    if is_external(code):
        return "a reference to another file or address"
    if "|" in upper and _DDE.search(_QUOTED_SHEET.sub("'", code)):
        return "a link that starts another program"
    return None


def _is_use(name: str, code: str, start: int, end: int) -> bool:
    """Whether a forbidden word is used as a function, not as a sheet, column or own name."""
    before, after = code[:start].rstrip(), code[end:].lstrip()
    if after.startswith("("):
        return True
    if after.startswith(("!", "[")) or before.endswith("!") or name in _MACRO_WORDS:
        return False
    if name in _PASSED_WORDS:
        return before.endswith((",", ";")) and after[:1] in (",", ")", ";")
    return True


def _harmless_links(formula: str) -> bool:
    """Whether every HYPERLINK has a literal target inside the workbook."""
    for match in _HYPERLINK.finditer(formula.upper()):
        target = match[1]
        if target is None or not target.strip().startswith("#"):
            return False
    return True


def is_external(code: str) -> bool:
    """`[book]Sheet!`, `[1]Sheet!`, a path or an address; not a table's `Table[Column]`."""
    for match in _EXTERNAL.finditer(code):
        before = code[: match.start()]
        table = match[0].startswith("[") and before[-1:].isalnum() and "'" not in match[0]
        if not table:
            return True
    for match in _QUOTED_SHEET.finditer(code):
        rest = code[match.end() :].lstrip()
        if rest.startswith("!") and any(mark in match[0] for mark in ("[", "\\", "/", "|")):
            return True
    return False


def check_formula(formula: str, where: str) -> None:
    """Refuse a formula that may leave the workbook.

    Raises:
        GateRefused: Names the cell or place and what is forbidden.
    """
    found = forbidden_part(formula)
    if found is not None:
        raise GateRefused(
            f"Nothing of this batch was written: the formula for {where} uses {found}, which is "
            "not allowed because it can send workbook contents out. Use values that are already "
            "in the workbook."
        )
