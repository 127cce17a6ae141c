"""Samples in the form of the public office-js-snippets repository: YAML with script and page."""

import re
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

from typing_extensions import override

_WITHOUT_CONTENT = ("br", "hr", "img", "input", "link", "meta")


@dataclass(frozen=True)
class Sample:
    """A sample's TypeScript, and its page's elements: attributes by id."""

    name: str
    script: str
    elements: dict[str, dict[str, str]]


def read_samples(folder: Path) -> list[Sample]:
    """Excel's samples below a checkout, or below any folder of such files, sorted by path."""
    root = folder / "samples" / "excel"
    root = root if root.is_dir() else folder
    found: list[Sample] = []
    for path in sorted(root.rglob("*.yaml")):
        text = path.read_text("utf-8")
        script = _block(text, "script")
        if script:
            page = _Page()
            page.feed(_block(text, "template"))
            found.append(Sample(str(path.relative_to(root))[:-5], script, page.elements))
    return found


def _block(text: str, key: str) -> str:
    """The literal block `content` of a top-level key, without its indentation."""
    found = re.search(
        rf"^{key}:\n((?:[ \t].*\n|\n)*)", text if text.endswith("\n") else text + "\n", re.MULTILINE
    )
    if found is None:
        return ""
    content = re.search(
        r"^( +)content: \|[-+]?\n((?:\1 +.*(?:\n|$)|[ \t]*\n)*)", found[1], re.MULTILINE
    )
    if content is None:
        return ""
    lines = content[2].split("\n")
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[indent:] for line in lines)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.elements: dict[str, dict[str, str]] = {}
        self._select: dict[str, str] | None = None
        self._open: list[tuple[str, dict[str, str] | None]] = []

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "option" and self._select is not None:
            if "selected" in given or "value" not in self._select:
                self._select["value"] = given.get("value", "")
            return
        element = None
        if "id" in given:
            known = {name: given[name] for name in ("value", "type") if given.get(name)}
            element = self.elements[given["id"]] = known | {"tagName": tag}
            if tag == "select":
                self._select = element
        if tag not in _WITHOUT_CONTENT:
            self._open.append((tag, element))

    @override
    def handle_data(self, data: str) -> None:
        for tag, element in self._open:
            if element is not None:
                for name in ("textContent", "innerText", *(["value"] * (tag == "textarea"))):
                    element[name] = element.get(name, "") + data

    @override
    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = None
        if any(tag == one for one, _ in self._open):
            while self._open.pop()[0] != tag:
                pass
