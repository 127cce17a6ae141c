"""The engine's dialect of formulas in the XML of a package, on the way in and out."""

import io
import re
import zipfile
from collections.abc import Callable, Collection
from dataclasses import dataclass
from html import unescape
from typing import Final
from xml.sax.saxutils import escape

from embedded_excel.calc.formulon.arrays import has_fixed_arrays
from embedded_excel.calc.formulon.dialect import MARK, from_dialect, to_dialect
from embedded_excel.calc.formulon.guards import GUARDS
from embedded_excel.calc.formulon.relative_names import anchored, relative
from embedded_excel.xlsx.package import pack, unpack

_FORMULA = re.compile(
    rb"(<(?:[A-Za-z]\w*:)?(?:f|formula|formula1|formula2|calculatedColumnFormula"
    rb"|totalsRowFormula|definedName)(?:\s[^<>]*)?(?<!/)>)([^<]*)(</)"
)
_NAME_FORMULA = re.compile(
    rb"(<definedName\b(?![^>]*\bname\s*=\s*[\"']_xlnm\.)[^>]*(?<!/)>)([^<]*)(</definedName>)"
)
_DEFINED = re.compile(rb"<definedName\b[^>]*?\bname\s*=\s*[\"']([^\"']+)[\"'][^>]*>")
_OMITTED = re.compile(rb"(?:SEQUENCE|RANDARRAY)\((?:[^()]*,)?\s*[,)]")
_MENDS: Final = re.compile(rb"M(?:AX|IN)IFS\(|<f>(?:[^<]*[-+*/^&(,<>=])?\[(?![0-9]+\])")
_MAY_GUARD: Final = re.compile(rb"<(?:[A-Za-z]\w*:)?(?:f|definedName)[\s>]")
_GUARDED_CALLS: Final = tuple(f"{function}(".encode() for function in GUARDS)
_TABLES: Final = "xl/tables/"
_BREAK_IN: Final = re.compile(rb"(?<!_x005F)_x000([9ADad])_")
_BREAK_OUT: Final = re.compile(rb"&#(?:x([9AaDd])|(9|10|13));")


@dataclass(frozen=True, slots=True)
class Translated:
    """A package for the engine.

    Attributes:
        content: Its bytes.
        hiding: Names of the file that are functions' too, in capitals.
        changed: Whether formulas were rewritten, so that saving has to write them back.
        mends: Whether formulas have to be mended after loading: those with criteria the engine cuts,
            and references to the table around a cell that don't name it, as Excel 2007 wrote them.
        fixed_arrays: Whether there are array formulas of fixed size.
    """

    content: bytes
    hiding: frozenset[str]
    changed: bool
    mends: bool
    fixed_arrays: bool = False


def translate(package: bytes, functions: Collection[str]) -> Translated:
    """Rewrite what needs it; most packages need nothing and keep their bytes.

    Args:
        package: A normalised package.
        functions: Names of the engine's functions, in capitals.
    """
    omitted = mends = broken = relative_names = arrays = False
    hiding: set[str] = set()
    try:
        with zipfile.ZipFile(io.BytesIO(package)) as archive:
            for name in archive.namelist():
                low = name.lower()
                if low.endswith("workbook.xml"):
                    content = archive.read(name)
                    found = _DEFINED.findall(content)
                    relative_names = relative_names or _anchor_names(content) != content
                    hiding |= {unescape(one.decode("utf-8", "replace")).upper() for one in found}
                elif "worksheets/" in low and low.endswith(".xml"):
                    content = archive.read(name)
                    omitted = omitted or _has_guarded(content) or b"#REF!:#REF!" in content
                    omitted = omitted or _finds(_OMITTED, content, b"SEQUENCE(", b"RANDARRAY(")
                    arrays = arrays or has_fixed_arrays(content)
                    mends = mends or _finds(_MENDS, content, b"IFS(", b"[")
                elif name.startswith(_TABLES):
                    broken = broken or _BREAK_IN.search(archive.read(name)) is not None
    except (zipfile.BadZipFile, KeyError):
        return Translated(package, frozenset(), False, False)
    names = frozenset(name for name in hiding if name in functions)
    if not names and not omitted and not broken and not relative_names:
        return Translated(package, names, False, mends, arrays)
    parts = unpack(package)
    for name, content in parts.items():
        if name.endswith(".xml"):
            parts[name] = _rewrite(content, names)
        if name.lower().endswith("workbook.xml"):
            parts[name] = _anchor_names(parts[name])
        if name.startswith(_TABLES):
            parts[name] = _BREAK_IN.sub(_reference, parts[name])
    return Translated(pack(parts), names, True, mends, arrays)


def _finds(pattern: re.Pattern[bytes], content: bytes, *needed: bytes) -> bool:
    """Whether a pattern is found; first the texts of which it needs one, by a search in no time."""
    return any(text in content for text in needed) and pattern.search(content) is not None


def _has_guarded(content: bytes) -> bool:
    """Whether a call has an argument to guard."""
    if not any(call in content for call in _GUARDED_CALLS):
        return False
    return any(
        _MAY_GUARD.match(match[1])
        and any(call in match[2] for call in _GUARDED_CALLS)
        and _translated(match[2]) != match[2]
        for match in _FORMULA.finditer(content)
    )


def _translated(formula: bytes) -> bytes:
    text = unescape(formula.decode("utf-8", "replace"))
    changed = to_dialect(text, ())
    return formula if changed == text else escape(changed).encode()


def _reference(match: re.Match[bytes]) -> bytes:
    """Excel escapes a line break in a column's name by itself; the engine expects XML's way."""
    return b"&#%d;" % int(match[1], 16)


def _escape(match: re.Match[bytes]) -> bytes:
    return b"_x%04x_" % (int(match[1], 16) if match[1] else int(match[2]))


def _rewrite(content: bytes, hiding: Collection[str]) -> bytes:
    def formula(match: re.Match[bytes]) -> bytes:
        text = unescape(match[2].decode("utf-8", "replace"))
        # What is read back from elsewhere than cells and names isn't looked at for guards.
        changed = to_dialect(text, hiding, guards=_MAY_GUARD.match(match[1]) is not None)
        body = match[2] if changed == text else escape(changed).encode()
        return match[1] + body + match[3]

    def name(match: re.Match[bytes]) -> bytes:
        known = unescape(match[1].decode("utf-8", "replace"))
        if known.upper() not in hiding:
            return match[0]
        start, end = match.start(1) - match.start(), match.end(1) - match.start()
        return match[0][:start] + match[1] + MARK.encode() + match[0][end:]

    return _DEFINED.sub(name, _FORMULA.sub(formula, content))


def translate_back(package: bytes) -> bytes:
    """A saved package in Excel's form."""
    parts = unpack(package)
    mark = MARK.encode()
    for part, content in parts.items():
        if not part.endswith(".xml"):
            continue
        if b"((" in content:
            content = _FORMULA.sub(_from_dialect, content)  # noqa: PLW2901 - step by step
        if part.lower().endswith("workbook.xml"):
            content = _each_name(content, relative)  # noqa: PLW2901
        if part.startswith(_TABLES):
            content = _BREAK_OUT.sub(_escape, content)  # noqa: PLW2901
        parts[part] = content.replace(mark, b"")
    return pack(parts)


def _anchor_names(workbook: bytes) -> bytes:
    return _each_name(workbook, anchored)


def _each_name(workbook: bytes, change: Callable[[str], str]) -> bytes:
    def formula(match: re.Match[bytes]) -> bytes:
        text = unescape(match[2].decode("utf-8", "replace"))
        changed = change(text)
        return match[0] if changed == text else match[1] + escape(changed).encode() + match[3]

    return _NAME_FORMULA.sub(formula, workbook)


def _from_dialect(match: re.Match[bytes]) -> bytes:
    text = unescape(match[2].decode("utf-8", "replace"))
    changed = from_dialect(text)
    return match[0] if changed == text else match[1] + escape(changed).encode() + match[3]
