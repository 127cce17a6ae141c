"""Answers that a pane leaves out: the server has what Excel said, whatever the pane does."""

import asyncio
import hashlib
import json
from collections.abc import Callable

import pytest

from embedded_excel.host import EmbeddedExcel
from tieout.execution.looks.snapshots import SnapshotLimits, Snapshots
from tieout.execution.ports import HostCapabilities
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.questions import cell_questions
from tieout.protocol.frames import HostBatch, HostResult, ServerFrame
from tieout.web.held_answers import HeldAnswers
from tieout.web.pane_ports import PaneHost

Spoil = Callable[[dict], dict]


def digest(value: object) -> str:
    text = json.dumps(value)
    return f"{len(text)}-{hashlib.sha256(text.encode()).hexdigest()}"


class Pane:
    """Answers the server's batches as the page does, by an embedded Excel; counts what it sends."""

    def __init__(self) -> None:
        self.excel = EmbeddedExcel.new("held.xlsx")
        self.host = PaneHost(self._post, HostCapabilities("Excel"), answer_seconds=5)
        self.bytes = 0
        self.batches: list[HostBatch] = []
        self.spoil: Spoil = lambda answer: answer

    def _post(self, frame: ServerFrame) -> None:
        assert isinstance(frame, HostBatch)
        self.batches.append(frame)
        answer = self.spoil(self._answer(frame))
        self.bytes += len(json.dumps(answer))
        loop = asyncio.get_running_loop()
        loop.call_soon(self.host.deliver, HostResult.model_validate(answer))

    def _answer(self, frame: HostBatch) -> dict:
        body = json.loads(json.dumps(self.excel.run_batch(frame.body, frame.flags)))
        same, digests = [], {}
        for entry in body["Results"]:
            known = frame.held.get(str(entry["ActionId"]))
            if known is None:
                continue
            found = digest(entry["Value"])
            if found == known:
                same.append(entry["ActionId"])
                del entry["Value"]
            else:
                digests[str(entry["ActionId"])] = found
        return {"batch_id": frame.batch_id, "body": body, "same": same, "digests": digests}

    def write(self, address: str, values: object) -> None:
        builder = BatchBuilder()
        builder.worksheet("Sheet1").range(address).set("Values", values)
        assert not self.excel.run_batch(builder.build().body, 1)["Error"]

    async def assert_seen(self, snapshots: Snapshots) -> None:
        """A look is what somebody sees who holds nothing."""
        seen = await snapshots.take()
        fresh = PaneHost(self._post, HostCapabilities("Excel"), answer_seconds=5)
        kept, self.host, self.spoil = (self.host, self.spoil), fresh, lambda answer: answer
        try:
            assert seen == await Snapshots(fresh).take()
        finally:
            self.host, self.spoil = kept


@pytest.fixture
def pane():
    pane = Pane()
    pane.write("A1:J500", [[row * column for column in range(10)] for row in range(500)])
    yield pane
    pane.excel.close()


LIMITS = SnapshotLimits(part=500)


async def test_only_changed_blocks_are_sent_again(pane: Pane) -> None:
    snapshots = Snapshots(pane.host, LIMITS)
    await snapshots.take()
    first, pane.bytes = pane.bytes, 0
    await snapshots.take()
    assert pane.bytes < first / 50
    assert pane.host.held.left_out == 10
    pane.write("C450", 7)
    pane.bytes = 0
    now = await snapshots.take()
    assert first / 20 < pane.bytes < first / 8
    assert now.sheet("Sheet1").content(450, 3) == (7.0, "")
    await pane.assert_seen(snapshots)


async def test_the_same_block_is_not_taken_apart_again(pane: Pane) -> None:
    snapshots = Snapshots(pane.host, SnapshotLimits())
    one = (await snapshots.take()).sheet("Sheet1")
    pane.write("L1", "beside")
    pane.write("L1", "")
    other = (await snapshots.take()).sheet("Sheet1")
    assert one.cells.address == other.cells.address
    assert snapshots._blocks.reused == 1
    assert one == other


def names_what_nobody_holds(answer: dict) -> dict:
    for entry in answer["body"]["Results"]:
        if "Values" in (entry.get("Value") or {}):
            del entry["Value"]
            answer["same"] = [*answer["same"], entry["ActionId"]]
    return answer


def names_and_sends(answer: dict) -> dict:
    ids = [entry["ActionId"] for entry in answer["body"]["Results"] if "Value" in entry]
    return {**answer, "same": ids}


def tells_no_digests(answer: dict) -> dict:
    return {**answer, "digests": {}}


def names_missing_actions(answer: dict) -> dict:
    return {**answer, "same": [*answer["same"], 987_654]}


@pytest.mark.parametrize(
    "spoil",
    [names_what_nobody_holds, names_and_sends, tells_no_digests, names_missing_actions],
)
async def test_a_pane_that_names_wrong_answers_is_asked_for_all(pane: Pane, spoil: Spoil) -> None:
    pane.spoil = lambda answer: spoil(answer) if pane.batches[-1].held else answer
    snapshots = Snapshots(pane.host, LIMITS)
    for value in (1, 2, 3):
        pane.write("C450", value)
        await pane.assert_seen(snapshots)


async def test_answers_go_when_more_are_held_than_may_be(pane: Pane) -> None:
    pane.host.held = HeldAnswers(most_cells=1_500)
    snapshots = Snapshots(pane.host, LIMITS)
    for value in (1, 2):
        pane.write("C450", value)
        await pane.assert_seen(snapshots)
    assert pane.host.held.left_out < 10


async def test_a_renamed_sheet_and_one_made_in_its_place_are_other_answers(pane: Pane) -> None:
    snapshots = Snapshots(pane.host, LIMITS)
    await snapshots.take()
    builder = BatchBuilder()
    builder.worksheet("Sheet1").set("Name", "Old")
    builder.worksheets.create("Add", "Sheet1")
    builder.worksheet("Sheet1").range("A1:J500").set("Values", 3)
    assert not pane.excel.run_batch(builder.build().body, 1)["Error"]
    await pane.assert_seen(snapshots)


def test_batches_that_write_have_no_questions() -> None:
    builder = BatchBuilder()
    target = builder.worksheet("Sheet1").range("A1")
    handle = target.load("Values")
    assert list(cell_questions(builder.build())) == [handle.action_id]
    target.set("Values", 1)
    assert cell_questions(builder.build()) == {}
