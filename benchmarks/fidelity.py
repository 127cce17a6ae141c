"""How far the embedded Excel answers recorded batches of live Excel as that did.

`tieout bench fidelity RECORDING WORKBOOK`: the recorded batches are sent, in order, to the embedded Excel with
the same workbook open, and the answers compared member by member. Identities are translated. In a
masked recording only types and shapes can be compared.
"""

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypedDict

from tieout.errors import SettingsError
from tieout.headless.embedded_host import EmbeddedHost
from tieout.headless.task import open_workbook
from tieout.sessions.fidelity import Fidelity, compare_answers
from tieout.sessions.recording import Recording, read_recording
from tieout.settings import Settings

BENCH = "fidelity"


class Row(TypedDict, total=False):
    bench: str
    metric: str
    value: float
    unit: str
    n: int
    note: str


def measure(long: bool, sources: Mapping[str, Path] | None = None) -> Iterator[Row]:
    """A row over all members, and one for each member that differs somewhere.

    Raises:
        SettingsError: Recording or workbook are missing.
    """
    given = sources or {}
    if "recording" not in given or "workbook" not in given:
        raise SettingsError("Say which: tieout bench fidelity RECORDING WORKBOOK.")
    recording = read_recording(given["recording"])
    yield from rows(recording, asyncio.run(_compared(recording, given["workbook"])))


async def _compared(recording: Recording, workbook: Path) -> Fidelity:
    host = EmbeddedHost(open_workbook(workbook, Settings()))
    try:
        return await compare_answers(recording, host.send)
    finally:
        await host.close()


def rows(recording: Recording, found: Fidelity) -> Iterator[Row]:
    """The figures of one comparison."""
    equal, differing = found.equal.total(), found.differing.total()
    total = equal + differing
    what = "types and shapes" if recording.header.masked else "answers"
    yield Row(
        bench=BENCH,
        metric="members_equal",
        value=round(equal / total, 5) if total else 1.0,
        unit="share",
        n=total,
        note=f"{what} of {len(recording.batches)} batches recorded in {recording.header.host}",
    )
    for member, count in found.differing.most_common():
        both = count + found.equal[member]
        yield Row(
            bench=BENCH,
            metric=f"member {member}",
            value=round(1 - count / both, 5),
            unit="share",
            n=both,
            note=found.examples[member],
        )
