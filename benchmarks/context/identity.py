"""Whether a session's requests are the same bytes everywhere, and what a difference is put down to."""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from context.steps import Fault, Session, run_session
from tieout.context.layers import LAYERS, attribution

STEPS = 5
PLACES = (
    {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "UTC"},
    {"PYTHONHASHSEED": "4242", "LC_ALL": "C.UTF-8", "TZ": "Pacific/Apia"},
    {"PYTHONHASHSEED": "random", "LC_ALL": "tr_TR.UTF-8", "TZ": "America/St_Johns"},
)
"""Hash seed, locale and time zone of the processes."""


def hashes(session: Session) -> list[str]:
    """Of every request, in order."""
    return [manifest.request_sha256 for manifest in session.manifests]


def in_other_processes() -> list[list[str]]:
    """The hashes of the same session run in processes of other seeds, locales and time zones."""
    found: list[list[str]] = []
    for place in PLACES:
        done = subprocess.run(
            [sys.executable, __file__],
            env={**os.environ, **place, "PYTHONPATH": str(Path(__file__).resolve().parents[1])},
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(__file__).resolve().parents[2],
        )
        found.append(json.loads(done.stdout.splitlines()[-1]))
    return found


SKILL = "---\nname: house-style\ndescription: How this firm lays out models.\n---\n# Style\n\nBlue."


def faults(folder: Path) -> Iterator[tuple[str, Fault]]:
    """One fault for each part of a request, with the part."""
    (folder / "house-style").mkdir()
    (folder / "house-style" / "SKILL.md").write_text(SKILL, "utf-8")
    yield "contract", Fault(settings={"skills": folder})
    yield "task", Fault(task=" Begin at the top.")
    yield "history", Fault(settings={"history_tokens": 500})
    yield "evidence", Fault(amount=4_321.25)
    yield "evidence", Fault(misread=True)


async def attributed(base: Session) -> list[tuple[str, str]]:
    """For every fault the part it was laid in and the part named for it; "" when none was."""
    with tempfile.TemporaryDirectory() as folder:
        return [
            (part, first_part(base, await run_session(STEPS, epochs=True, fault=fault)))
            for part, fault in faults(Path(folder))
        ]


def first_part(before: Session, after: Session) -> str:
    """What the first difference between two sessions is put down to, as a strict replay does it."""
    for old, new in zip(before.manifests, after.manifests, strict=False):
        for layer in LAYERS:
            if old.share(layer).sha256 != new.share(layer).sha256:
                return attribution(layer)
    return ""


if __name__ == "__main__":
    print(json.dumps(hashes(asyncio.run(run_session(STEPS, epochs=True)))))
    sys.stdout.flush()
    os._exit(0)
