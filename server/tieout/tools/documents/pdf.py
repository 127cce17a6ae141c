"""PDF: one block a page."""

import io

from pypdf import PdfReader
from pypdf.errors import PyPdfError

from tieout.tools.documents.blocks import Block, Document, Unreadable

MOST_PAGES = 1_000


def read_pdf(content: bytes) -> Document:
    """Text of the pages, in the order the file draws it.

    Raises:
        Unreadable: Encrypted with a password, damaged, or without any text.
    """
    if b"%PDF-" not in content[:1024]:
        raise Unreadable("is no PDF.")
    try:
        return _read(content)
    except RecursionError as error:
        raise Unreadable("is damaged: its parts lead in a circle.") from error
    except (PyPdfError, ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise Unreadable("is damaged, or no PDF.") from error


def _read(content: bytes) -> Document:
    reader = PdfReader(io.BytesIO(content))
    # Many PDFs are encrypted with an empty password, only to forbid printing.
    if reader.is_encrypted and not reader.decrypt(""):
        raise Unreadable("is encrypted; attach it without a password.")
    count = len(reader.pages)
    blocks: list[Block] = []
    for number, page in enumerate(reader.pages, start=1):
        if number > MOST_PAGES:
            break
        text = "\n".join(line.rstrip() for line in page.extract_text().splitlines() if line.strip())
        blocks.append(Block(f"page {number}", text or "(no text on this page)"))
    if not any(block.text != "(no text on this page)" for block in blocks):
        raise Unreadable(
            f"has {count:,} pages and no text: it is a scan, which can't be read here."
        )
    cut = f", of which the first {MOST_PAGES:,} were read" if count > MOST_PAGES else ""
    return Document(f"PDF, {count:,} pages{cut}", tuple(blocks))
