"""Word documents: one block a paragraph, or a row of a table.

Read with an XML parser that refuses document types, which OOXML has none of: so nothing expands.
Source of the names: ECMA-376, part 1, WordprocessingML.
"""

from dataclasses import dataclass, field
from xml.parsers import expat

from tieout.tools.documents.archive import checked_archive
from tieout.tools.documents.blocks import Block, Document, Unreadable

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main "
_STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main "
_FALLBACK = "http://schemas.openxmlformats.org/markup-compatibility/2006 Fallback"
_MAIN = "word/document.xml"
_NOTES = (
    ("word/footnotes.xml", "footnote"),
    ("word/endnotes.xml", "endnote"),
    ("word/comments.xml", "comment"),
)
_DEEPEST = 400
_BREAKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_SKIPPED = ("del", "moveFrom", "instrText")
"""Deleted and moved text, and the code of fields."""


def read_docx(content: bytes) -> Document:
    """Paragraphs and table rows in order, then notes and comments; deleted text is left out.

    Raises:
        Unreadable: Encrypted, damaged, or no Word document.
    """
    with checked_archive(content, "Word document (.docx)") as archive:
        if _MAIN not in archive.namelist():
            raise Unreadable("is no Word document.")
        story = _Story()
        _parse(archive.read(_MAIN), story)
        blocks = list(story.blocks)
        for name, noun in _NOTES:
            if name in archive.namelist():
                notes = _Story(noun)
                _parse(archive.read(name), notes)
                blocks.extend(notes.blocks)
    return Document(
        f"Word document, {story.paragraphs:,} paragraphs, {story.tables:,} tables", tuple(blocks)
    )


def _parse(content: bytes, story: "_Story") -> None:
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = story.start
    parser.EndElementHandler = story.end
    parser.CharacterDataHandler = story.text
    parser.StartDoctypeDeclHandler = _refuse_doctype
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise Unreadable("is damaged: its text is no XML.") from error


def _refuse_doctype(*_: object) -> None:
    raise Unreadable("declares a document type, which Word never does; it was not read.")


@dataclass(slots=True)
class _Table:
    number: int
    row: int = 0
    cells: list[list[str]] = field(default_factory=list[list[str]])


@dataclass(slots=True)
class _Story:
    """Collects blocks while the parser walks. `noun` is set for notes, which are numbered alone."""

    noun: str = ""
    blocks: list[Block] = field(default_factory=list[Block])
    paragraphs: int = 0
    tables: int = 0
    _notes: int = 0
    _depth: int = 0
    _skipped: int = 0
    _in_text: bool = False
    _style: str = ""
    _words: list[str] = field(default_factory=list[str])
    _open: list[_Table] = field(default_factory=list[_Table])

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Unreadable("is nested deeper than any Word document; it was not read.")
        local = _local(name)
        if self._skipped or name == _FALLBACK or local in _SKIPPED:
            self._skipped += 1
            return
        match local:
            case "tbl":
                self.tables += 1
                self._open.append(_Table(self.tables))
            case "tr" if self._open:
                self._open[-1].row += 1
                self._open[-1].cells = []
            case "tc" if self._open:
                self._open[-1].cells.append([])
            case "pStyle":
                self._style = next(
                    (value for key, value in attributes.items() if _local(key) == "val"), ""
                )
            case "t":
                self._in_text = True
            case "footnote" | "endnote" | "comment":
                self._notes += 1
            case _ if local in _BREAKS:
                self._words.append(_BREAKS[local])
            case _:
                pass

    def end(self, name: str) -> None:
        self._depth -= 1
        if self._skipped:
            self._skipped -= 1
            return
        match _local(name):
            case "t":
                self._in_text = False
            case "p":
                self._paragraph()
            case "tr" if self._open:
                self._row(self._open[-1])
            case "tbl" if self._open:
                self._open.pop()
            case _:
                pass

    def text(self, text: str) -> None:
        if self._in_text and not self._skipped:
            self._words.append(text)

    def _paragraph(self) -> None:
        words, style = "".join(self._words).strip(), self._style
        self._words, self._style = [], ""
        if self._open and self._open[-1].cells:
            if words:
                self._open[-1].cells[-1].append(words)
            return
        if self.noun:
            if words:
                self.blocks.append(
                    Block(f"{self.noun} {self._notes}.{len(self.blocks) + 1}", words)
                )
            return
        self.paragraphs += 1
        if words:
            is_heading = style.casefold().startswith(("heading", "title"))
            self.blocks.append(Block(f"p{self.paragraphs}", f"# {words}" if is_heading else words))

    def _row(self, table: _Table) -> None:
        cells = [" ⏎ ".join(cell) for cell in table.cells]
        table.cells = []
        if any(cells):
            self.blocks.append(Block(f"table {table.number} row {table.row}", " | ".join(cells)))


def _local(name: str) -> str:
    """The local name of an element of WordprocessingML; "" for those of others."""
    for namespace in (_WORD, _STRICT):
        if name.startswith(namespace):
            return name[len(namespace) :]
    return ""
