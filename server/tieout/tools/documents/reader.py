"""Starts the process that reads a document, and ends it when it takes too long."""

import asyncio
import contextlib
import sys
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, ValidationError

from tieout.tools.documents.blocks import Block, Document, Unreadable

Kind: TypeAlias = Literal["pdf", "xlsx", "docx", "csv", "text", "html"]
SECONDS = 40.0
MEMORY = 2 * 1024**3


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")

    about: str = ""
    blocks: list[tuple[str, str]] = []
    unreadable: str = ""


async def read_document(
    kind: Kind, content: bytes, *, seconds: float = SECONDS, memory: int = MEMORY
) -> Document:
    """Read a document's text.

    Args:
        kind: How to read it.
        content: All of it.
        seconds: Time it may take.
        memory: Bytes of address space the reader may have, where the system can limit it.

    Raises:
        Unreadable: It can't be read; the sentence follows its name.
    """
    arguments = (kind, str(memory), str(int(seconds) + 1))
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", "-m", "tieout.tools.documents.child", *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(seconds):
            written, _ = await child.communicate(content)
    except TimeoutError:
        raise Unreadable(f"takes more than {seconds:.0f} s to read; it was given up.") from None
    finally:
        if child.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                child.kill()
            await child.wait()
    return _document(written)


def _document(written: bytes) -> Document:
    try:
        answer = _Answer.model_validate_json(written)
    except ValidationError:
        raise Unreadable("can't be read: its reader broke on it. It may be damaged.") from None
    if answer.unreadable:
        raise Unreadable(answer.unreadable)
    return Document(answer.about, tuple(Block(*block) for block in answer.blocks))
