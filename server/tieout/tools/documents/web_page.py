"""A web page: the text of its article, without menus and advertisements; one block a paragraph."""

import trafilatura
from pydantic import BaseModel, ConfigDict

from tieout.tools.documents.blocks import Block, Document, Unreadable, one_line


class _Extracted(BaseModel):
    model_config = ConfigDict(extra="ignore")

    title: str | None = None
    text: str | None = None


def read_web_page(content: bytes) -> Document:
    """Main text, with tables as rows of `|`.

    Raises:
        Unreadable: No text could be told from the page.
    """
    extracted = trafilatura.extract(
        content,
        output_format="json",
        with_metadata=True,
        include_tables=True,
        include_comments=False,
    )
    found = _Extracted.model_validate_json(extracted or "{}")
    lines = [line.strip() for line in (found.text or "").splitlines() if line.strip()]
    if not lines:
        raise Unreadable("holds no text that could be read; it may need a browser to show itself.")
    title = one_line(found.title or "")
    blocks = tuple(Block(str(number), line) for number, line in enumerate(lines, 1))
    return Document(f"Web page {title!r}" if title else "Web page", blocks)
