"""Documentation comments of type declarations: text, requirement set, parameters."""

import re
from dataclasses import dataclass, field

_API_SET = re.compile(r"\[\s*Api set:\s*(.*?)\s*\](?!\()", re.IGNORECASE | re.DOTALL)
_LINK = re.compile(r"\{@link\s+([^}|]*?)\s*(?:\|\s*([^}]*?)\s*)?\}")
_TABLE = re.compile(r"<table>.*?</table>|<[a-z/][^<>]*>", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"(?m)^@(\w+)\s*")
_MARKDOWN_LINK = re.compile(r"\[([^\]]+)\]\((?:https?|/)[^)]*\)")
_ASCII = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "...", "\xa0": " "}
)


@dataclass(frozen=True, slots=True)
class Doc:
    """One comment, taken apart; every text is one line.

    Attributes:
        api_set: Requirement set as stated, such as `ExcelApi 1.7`; "" where none is.
        remarks: What the remarks say beyond the requirement set.
        parameters: Name to description.
    """

    text: str = ""
    api_set: str = ""
    remarks: str = ""
    returns: str = ""
    deprecated: str = ""
    default: str = ""
    parameters: dict[str, str] = field(default_factory=dict[str, str])


NO_DOC = Doc()


def read_comment(comment: str) -> Doc:
    """Take a `/** … */` comment apart; anything else is no documentation."""
    if not comment.startswith("/**"):
        return NO_DOC
    inside = comment.removeprefix("/**").removesuffix("*/")
    lines = [re.sub(r"^\s*\* ?", "", line).rstrip() for line in inside.splitlines()]
    text = _TABLE.sub(" ", _LINK.sub(_link_text, "\n".join(line.lstrip() for line in lines)))
    api_sets = list(dict.fromkeys(one_line(found) for found in _API_SET.findall(text)))
    text = _API_SET.sub(" ", text)
    pieces = _TAG.split(text)
    tags: dict[str, list[str]] = {}
    for tag, body in zip(pieces[1::2], pieces[2::2], strict=True):
        tags.setdefault(tag, []).append(body)
    return Doc(
        one_line(pieces[0]),
        ", ".join(api_sets),
        _joined(tags, "remarks"),
        _joined(tags, "returns"),
        _joined(tags, "deprecated") or ("Deprecated." if "deprecated" in tags else ""),
        _joined(tags, "defaultValue") or _joined(tags, "default"),
        dict(_parameter(body) for body in tags.get("param", ())),
    )


def one_line(text: str) -> str:
    """Text with single spaces, plain quotes and without addresses of links."""
    plain = _MARKDOWN_LINK.sub(r"\1", text.translate(_ASCII))
    return re.sub(r"\s+", " ", plain).strip()


def _joined(tags: dict[str, list[str]], tag: str) -> str:
    return " ".join(filter(None, (one_line(body) for body in tags.get(tag, ()))))


def _parameter(body: str) -> tuple[str, str]:
    name, _, text = one_line(body).partition(" ")
    return name, text.removeprefix("- ").removeprefix("Optional. ")


def _link_text(found: re.Match[str]) -> str:
    target, label = found.group(1), found.group(2)
    return label or target
