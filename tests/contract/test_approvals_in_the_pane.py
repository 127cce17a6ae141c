"""Questions to the person at the pane, over the real socket: asked, answered, and asked again."""

import asyncio
from pathlib import Path

import openpyxl
from served import WRITE, a_pane, last, replies, serving, until

from tieout.headless.task import Task, run_task
from tieout.protocol.frames import (
    ApprovalAskedFrame,
    ApprovalClosedFrame,
    ExecutionFinishedFrame,
    RevertedFrame,
    TurnFinishedFrame,
)
from tieout.sessions.recording import read_recording
from tieout.settings import Settings

DELETE = 'context.workbook.worksheets.getItem("Data").delete(); await context.sync();'
ADD = 'context.workbook.worksheets.add("Kept"); await context.sync();'


async def test_a_deletion_is_asked_for_and_happens_after_a_yes(tmp_path):
    model = replies(tmp_path, (ADD + DELETE, "Gone."))
    async with serving(tmp_path, model) as server, a_pane(server) as pane:
        await pane.user_message("Delete the sheet")
        asked = last(await until(pane, ApprovalAskedFrame), ApprovalAskedFrame)
        assert (asked.subject, asked.what) == ("loss", ("delete the sheet Data",))
        await pane.approve("another question", allow=False)
        await pane.approve(asked.approval_id, allow=True)
        frames = await until(pane, TurnFinishedFrame)
        assert last(frames, ApprovalClosedFrame).allowed is True
        finished = last(frames, ExecutionFinishedFrame)
        assert finished.outcome == "applied"
        assert ("sheet", "Data", "removed") in [(o.noun, o.name, o.verb) for o in finished.objects]


async def test_a_question_waits_for_the_next_pane_and_no_means_no(tmp_path):
    model = replies(tmp_path, (ADD + DELETE, "Left alone."))
    async with serving(tmp_path, model) as server:
        async with a_pane(server) as pane:
            await pane.user_message("Delete the sheet")
            asked = last(await until(pane, ApprovalAskedFrame), ApprovalAskedFrame)
        async with a_pane(server) as pane:
            again = last(await until(pane, ApprovalAskedFrame), ApprovalAskedFrame)
            assert again == asked
            await pane.approve(again.approval_id, allow=False)
            frames = await until(pane, TurnFinishedFrame)
            assert last(frames, ApprovalClosedFrame).allowed is False
            finished = last(frames, ExecutionFinishedFrame)
            assert finished.outcome in ("not_applied", "rolled_back")
            assert not finished.objects


async def test_stop_closes_an_open_question(tmp_path):
    model = replies(tmp_path, (ADD + DELETE, "Never said."))
    async with serving(tmp_path, model) as server, a_pane(server) as pane:
        await pane.user_message("Delete the sheet")
        await until(pane, ApprovalAskedFrame)
        await pane.stop()
        frames = await until(pane, TurnFinishedFrame)
        assert last(frames, ApprovalClosedFrame).allowed is False
        assert last(frames, TurnFinishedFrame).end == "stopped"


async def test_in_ask_before_edits_the_scope_is_asked_for(tmp_path):
    settings = Settings(edit_mode="ask_before_edits")
    model = replies(tmp_path, (WRITE, "Doubled."))
    async with serving(tmp_path, model, settings) as server, a_pane(server) as pane:
        await pane.user_message("Double it")
        asked = last(await until(pane, ApprovalAskedFrame), ApprovalAskedFrame)
        assert (asked.subject, asked.what) == ("edits", ("change Data!B1",))
        await pane.approve(asked.approval_id, allow=True)
        finished = last(await until(pane, ExecutionFinishedFrame), ExecutionFinishedFrame)
        assert [cell.after for cell in finished.cells] == ["42"]


async def test_a_whole_turn_is_taken_back_and_put_back(tmp_path):
    model = replies(tmp_path, (WRITE, "One."), (WRITE.replace("B1", "C1"), "Two."))
    async with serving(tmp_path, model) as server, a_pane(server) as pane:
        await pane.user_message("Double it")
        frames = await until(pane, TurnFinishedFrame)
        first = last(frames, ExecutionFinishedFrame).undo_id
        await pane.revert(f"turn/{first}")
        reverted = last(await until(pane, RevertedFrame), RevertedFrame)
        assert (reverted.restored, reverted.failure) == (1, "")
        await pane.revert(reverted.redo_id)
        redone = last(await until(pane, RevertedFrame), RevertedFrame)
        assert (redone.undo_id, redone.restored) == (reverted.redo_id, 1)
        await pane.revert(f"turn/{first}")
        gone = last(await until(pane, RevertedFrame), RevertedFrame)
        assert "can no longer be taken back" in gone.failure


def test_without_anybody_to_ask_the_flag_decides_and_the_recording_says_what(tmp_path: Path):
    book = openpyxl.Workbook()
    book.active.title = "Data"
    book.create_sheet("Other")
    book.save(tmp_path / "two.xlsx")

    def run(allow: bool) -> list[bool]:
        model = replies(tmp_path, (DELETE, "Done."))
        out, record = tmp_path / "out.xlsx", tmp_path / "run.jsonl"
        task = Task(tmp_path / "two.xlsx", "Delete it", out, record, allow)
        asyncio.run(run_task(task, model, Settings(), lambda _: None))
        answers = [r for r in read_recording(record).records if r.record == "approval"]
        sheets = openpyxl.load_workbook(out).sheetnames
        assert sheets == (["Other"] if allow else ["Data", "Other"])
        return [answer.allowed for answer in answers]

    assert run(False) == [False]
    assert run(True) == [True]
