"""The process that reads one document: bytes on stdin, JSON on stdout.

    {"about": …, "blocks": [[id, text], …]}   or   {"unreadable": "is encrypted; …"}

Documents come from anywhere, and what reads them is large. Here a hostile one can loop, or take all
memory, without more than its own process being ended.
"""

import json
import sys
from collections.abc import Callable

from tieout.tools.documents.blocks import Document, Unreadable

MOST_TEXT = 20_000_000
"""Characters passed on of one document."""


def _reader(kind: str) -> Callable[[bytes], Document]:
    """Only what the document needs is imported."""
    match kind:
        case "pdf":
            from tieout.tools.documents.pdf import read_pdf as read  # noqa: PLC0415
        case "xlsx":
            from tieout.tools.documents.sheets import read_workbook as read  # noqa: PLC0415
        case "docx":
            from tieout.tools.documents.docx import read_docx as read  # noqa: PLC0415
        case "csv":
            from tieout.tools.documents.delimited import read_csv as read  # noqa: PLC0415
        case "html":
            from tieout.tools.documents.web_page import read_web_page as read  # noqa: PLC0415
        case _:
            from tieout.tools.documents.delimited import read_text as read  # noqa: PLC0415
    return read


def answer(kind: str, content: bytes) -> dict[str, object]:
    """What is written to stdout."""
    try:
        document = _reader(kind)(content)
    except Unreadable as error:
        return {"unreadable": str(error)}
    except MemoryError:
        return {"unreadable": "takes more memory to read than it may."}
    blocks: list[tuple[str, str]] = []
    left = MOST_TEXT
    for block in document.blocks:
        left -= len(block.text)
        if left < 0:
            return {
                "about": f"{document.about} (its end is left out: too much text)",
                "blocks": blocks,
            }
        blocks.append((block.id, block.text))
    return {"about": document.about, "blocks": blocks}


def _limit(memory: int, seconds: int) -> None:
    """Let the system end a reader that goes wild; where it can't, the parent's clock does."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - only there on Unix

    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    if sys.platform != "darwin":  # macOS refuses this limit
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def main() -> None:
    """Entry point: kind, bytes of memory, seconds of work."""
    kind, memory, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    _limit(memory, seconds)
    content = sys.stdin.buffer.read()
    sys.stdout.write(json.dumps(answer(kind, content)))


if __name__ == "__main__":
    main()
