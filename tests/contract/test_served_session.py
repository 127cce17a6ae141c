"""The served session over its real socket: a headless pane, the embedded Excel, written replies."""

import asyncio

import pytest
from served import ENDLESS, WRITE, a_pane, last, replies, serving, until

from embedded_excel.calc.cells import Rect
from tieout.headless.desk import Desks
from tieout.protocol.frames import (
    AnswerTextFrame,
    ErrorFrame,
    ExecutionFinishedFrame,
    RevertedFrame,
    TurnFinishedFrame,
    TurnStartedFrame,
    Welcome,
    WorkbookChanged,
)
from tieout.settings import Settings

HOME = Rect(0, 0, 0, 0)


async def test_a_task_runs_in_the_pane_and_its_change_set_comes_back(tmp_path):
    model = replies(tmp_path, (WRITE, "Doubled."))
    async with serving(tmp_path, model) as server, a_pane(server) as pane:
        welcome = await pane.welcome()
        assert (welcome.workbook, welcome.model) == ("book.xlsx", "scripted:replies.json")
        assert len(welcome.demonstrations) == 3
        await pane.user_message("Double it")
        frames = await until(pane, TurnFinishedFrame)
        assert last(frames, TurnStartedFrame).task == "Double it"
        finished = last(frames, ExecutionFinishedFrame)
        assert [(c.address, c.before, c.after) for c in finished.cells] == [("B1", "", "42")]
        assert finished.counts["written"] == 1
        assert last(frames, AnswerTextFrame).text
        assert last(frames, TurnFinishedFrame).end == "answered"
        assert last(frames, WorkbookChanged).revision > 0


async def test_an_execution_is_reverted_and_the_pane_is_told(tmp_path):
    model = replies(tmp_path, (WRITE, "Doubled."))
    async with serving(tmp_path, model) as server, a_pane(server) as pane:
        await pane.user_message("Double it")
        frames = await until(pane, TurnFinishedFrame)
        await pane.revert(last(frames, ExecutionFinishedFrame).undo_id)
        reverted = last(await until(pane, RevertedFrame), RevertedFrame)
        assert (reverted.restored, reverted.kept, reverted.failure) == (1, (), "")
        await pane.revert("no such change")
        refused = last(await until(pane, RevertedFrame), RevertedFrame)
        assert "can no longer be taken back" in refused.failure


async def test_a_later_pane_is_shown_what_happened(tmp_path):
    async with serving(tmp_path, replies(tmp_path, (WRITE, "Doubled."))) as server:
        async with a_pane(server) as pane:
            await pane.user_message("Double it")
            await until(pane, TurnFinishedFrame)
        async with a_pane(server) as pane:
            frames = await until(pane, TurnFinishedFrame)
            assert [type(f) for f in frames if not isinstance(f, Welcome)].count(
                ExecutionFinishedFrame
            ) == 1
            assert last(frames, AnswerTextFrame).text == "Doubled."


async def test_messages_wait_their_turn(tmp_path):
    model = replies(tmp_path, (WRITE, "First."), "Second.")
    async with serving(tmp_path, model) as server, a_pane(server) as pane:
        await pane.user_message("one")
        await pane.user_message("two")
        frames = await until(pane, TurnFinishedFrame, count=2)
        order = [frame.task for frame in frames if isinstance(frame, TurnStartedFrame)]
        assert order == ["one", "two"]


async def test_stop_ends_code_that_never_ends_and_takes_it_back(tmp_path):
    model = replies(tmp_path, (ENDLESS, "-"))
    written = asyncio.Event()
    async with serving(tmp_path, model) as server, a_pane(server, written) as pane:
        await pane.user_message("Never ends")
        await written.wait()
        await pane.stop()
        frames = await until(pane, TurnFinishedFrame)
        assert last(frames, TurnFinishedFrame).end == "stopped"
        assert last(frames, ExecutionFinishedFrame).outcome == "rolled_back"


async def test_a_pane_lost_in_the_middle_ends_the_turn_and_the_session_goes_on(tmp_path):
    model = replies(tmp_path, (ENDLESS, "-"), "Here again.")
    async with serving(tmp_path, model) as server:
        written = asyncio.Event()
        async with a_pane(server, written) as pane:
            await pane.user_message("Never ends")
            await written.wait()
        async with a_pane(server) as pane:
            frames = await until(pane, TurnFinishedFrame)
            assert last(frames, TurnFinishedFrame).end == "pane_lost"
            assert last(frames, ExecutionFinishedFrame).outcome == "rolled_back"
            await pane.user_message("Still there?")
            assert last(await until(pane, TurnFinishedFrame), TurnFinishedFrame).end == "answered"


async def test_without_a_key_only_demonstrations_run(tmp_path):
    async with serving(tmp_path, None) as server, a_pane(server) as pane:
        assert (await pane.welcome()).model == ""
        await pane.user_message("Do something")
        assert "ANTHROPIC_API_KEY" in last(await until(pane, ErrorFrame), ErrorFrame).message
        await pane.demonstration("broken-check")
        frames = await until(pane, TurnFinishedFrame)
        assert last(frames, Welcome).workbook == "operating-model.xlsx"
        assert last(frames, TurnFinishedFrame).end == "answered"
        (changed,) = [f for f in frames if isinstance(f, ExecutionFinishedFrame) and f.cells]
        assert [cell.address for cell in changed.cells if cell.kind == "written"] == ["E30"]
        assert (changed.counts["written"], changed.counts["recalculated"]) == (1, 10)


async def test_an_unknown_demonstration_is_named_back(tmp_path):
    async with serving(tmp_path, None) as server, a_pane(server) as pane:
        await pane.demonstration("no-such-thing")
        message = last(await until(pane, ErrorFrame), ErrorFrame).message
        assert "no-such-thing" in message
        assert "broken-check" in message


async def test_after_a_demonstration_the_real_model_goes_on_with_its_workbook(tmp_path):
    code = 'await sheet.getCellRange("Model!E30");'
    model = replies(tmp_path, (code, "It is there."))
    async with serving(tmp_path, model) as server, a_pane(server) as pane:
        await pane.demonstration("broken-check")
        frames = await until(pane, TurnFinishedFrame)
        undo = [f.undo_id for f in frames if isinstance(f, ExecutionFinishedFrame) and f.undo_id]
        await pane.user_message("Is E30 there?")
        assert last(await until(pane, TurnFinishedFrame), TurnFinishedFrame).end == "answered"
        await pane.revert(undo[0])
        reverted = last(await until(pane, RevertedFrame), RevertedFrame)
        assert (reverted.restored, reverted.failure) == (1, "")


@pytest.mark.parametrize(
    ("address", "selected"),
    [("Data!B2:C3", Rect(1, 1, 2, 2)), ("nonsense", HOME), ("Nope!A1", HOME), ("'", HOME)],
)
async def test_a_selection_is_taken_or_ignored(tmp_path, address, selected):
    async with serving(tmp_path, None):
        desk = await Desks(Settings()).open(tmp_path / "book.xlsx")
        await desk.select(address)
        area = await desk.with_excel(lambda excel: excel.workbook.selection)
        assert area.rect == selected
        await desk.close()
