"""Constraints through whole sessions: said, entered, steered, told to the model, run again."""

import asyncio
import json
from pathlib import Path

import openpyxl
import pytest
from served import WRITE, a_pane, last, replies, serving, until

from embedded_excel.host import EmbeddedExcel
from tieout.errors import UserError
from tieout.headless.replay import replay
from tieout.headless.task import Task, TaskReport, run_task
from tieout.protocol.frames import (
    ApprovalAskedFrame,
    ConstraintsFrame,
    ErrorFrame,
    ExecutionFinishedFrame,
    TurnFinishedFrame,
)
from tieout.sessions.context_parts import context_header
from tieout.sessions.models import OpenedModel
from tieout.sessions.recorder import Recorder
from tieout.sessions.recording import ConstraintRecord, Header, read_recording
from tieout.settings import Settings

NEVER = "Never touch B1 on Data."
SETTINGS = Settings(token_counter="estimate")


def cards(frame: ConstraintsFrame) -> list[tuple[str, str, str, str | None]]:
    return [(card.id, card.text, card.origin, card.enforced) for card in frame.constraints]


async def test_a_constraint_in_a_message_is_shown_and_holds_until_the_user_says_so(tmp_path):
    model = replies(tmp_path, (WRITE, "Left alone."), (WRITE, "Doubled."))
    async with serving(tmp_path, model) as server, a_pane(server) as pane:
        await pane.user_message(f"Double A1 into B1. {NEVER}")
        frames = await until(pane, ApprovalAskedFrame)
        assert cards(last(frames, ConstraintsFrame)) == [
            ("K1", NEVER, "said", "no changes in B1 on Data")
        ]
        asked = last(frames, ApprovalAskedFrame)
        assert asked.subject == "constraint"
        assert asked.what == (f'go against K1 ("{NEVER}"): change Data!B1',)
        await pane.approve(asked.approval_id, allow=False)
        finished = last(await until(pane, TurnFinishedFrame), ExecutionFinishedFrame)
        assert finished.outcome == "not_applied"
        await pane.remove_constraint("K1")
        assert cards(last(await until(pane, ConstraintsFrame), ConstraintsFrame)) == []
        await pane.user_message("Now do it")
        finished = last(await until(pane, TurnFinishedFrame), ExecutionFinishedFrame)
        assert finished.outcome == "applied"


async def test_the_user_enters_constraints_and_the_next_pane_sees_them(tmp_path):
    async with serving(tmp_path, replies(tmp_path, "Nothing to do.")) as server:
        async with a_pane(server) as pane:
            await pane.add_constraint("  Always use   thousands ")
            frames = await until(pane, ConstraintsFrame, 2)
            assert cards(last(frames, ConstraintsFrame)) == [
                ("K1", "Always use thousands", "added", None)
            ]
            await pane.add_constraint("always use thousands.")
            error = last(await until(pane, ErrorFrame), ErrorFrame)
            assert (error.about, error.message) == (
                "user.constraint",
                "This constraint is kept already.",
            )
            await pane.user_message("Look")
            frames = await until(pane, TurnFinishedFrame)
            assert cards(last(frames, ConstraintsFrame))[0][3] == ""
        async with a_pane(server) as pane:
            frames = await until(pane, ConstraintsFrame)
            assert [card.id for card in last(frames, ConstraintsFrame).constraints] == ["K1"]


async def test_without_a_model_nothing_can_be_kept(tmp_path):
    async with serving(tmp_path, None) as server, a_pane(server) as pane:
        await pane.add_constraint("Never touch anything")
        error = last(await until(pane, ErrorFrame), ErrorFrame)
        assert "No key for a model" in error.message


async def test_a_constraint_in_a_message_to_a_running_turn_holds_at_once(tmp_path):
    slow = (
        'await sheet.getCellRange("Data!A1"); for (let n = 0; n < 150; n++) '
        'await sheet.getCellRange("Data!A1"); await sheet.setCell("Data!B1", 5);'
    )
    read = asyncio.Event()
    model = replies(tmp_path, (slow, "Done."), "And nothing more.")
    async with serving(tmp_path, model) as server, a_pane(server, read) as pane:
        await pane.user_message("Write five")
        async with asyncio.timeout(30):
            await read.wait()
        await pane.user_message(f"{NEVER} Thanks")
        frames = await until(pane, ApprovalAskedFrame)
        assert cards(last(frames, ConstraintsFrame))[0][:3] == ("K1", NEVER, "said")
        await pane.approve(last(frames, ApprovalAskedFrame).approval_id, allow=False)
        finished = last(await until(pane, TurnFinishedFrame), ExecutionFinishedFrame)
        assert finished.outcome == "not_applied"
        await until(pane, TurnFinishedFrame)


def a_run(folder: Path, model: OpenedModel, task: str, *constraints: str) -> TaskReport:
    book = openpyxl.Workbook()
    book.active.title = "Data"
    book.active["A1"] = 21
    book.create_sheet("Inputs")["C4"] = 0.1
    book.save(folder / "run.xlsx")
    stated = Task(
        folder / "run.xlsx",
        task,
        folder / "out.xlsx",
        folder / "run.jsonl",
        constraints=constraints,
    )
    return asyncio.run(run_task(stated, model, SETTINGS, lambda _: None))


def test_a_run_holds_the_constraints_it_is_given_and_says_what_of_them(tmp_path):
    code = 'await sheet.setCell("Inputs!C4", 1);'
    model = replies(tmp_path, (code, "Left as it was."))
    report = a_run(tmp_path, model, "Raise it", "Never touch Inputs", "Use thousands")
    assert report.executions[0].outcome == "not_applied"
    assert 'K1 ("Never touch Inputs")' in report.executions[0].text
    assert [(card.id, card.enforced) for card in report.constraints] == [
        ("K1", "no changes in Inputs"),
        ("K2", ""),
    ]
    assert openpyxl.load_workbook(tmp_path / "out.xlsx")["Inputs"]["C4"].value == 0.1


def test_an_empty_constraint_is_bad_input(tmp_path):
    with pytest.raises(UserError):
        a_run(tmp_path, replies(tmp_path, "Never said."), "Look", "  ")


def test_the_model_reads_constraints_word_for_word_and_the_run_replays(tmp_path):
    quote = 'return await general.keepConstraint("Costs are negative here.");'
    model = replies(tmp_path, (quote, "Kept."))
    task = "Look around. Costs are negative here. Never touch Inputs."
    a_run(tmp_path, model, task, "Use thousands")
    recording = read_recording(tmp_path / "run.jsonl")
    assert [r.verb for r in recording.records if isinstance(r, ConstraintRecord)] == ["added"]
    again = asyncio.run(replay(recording, SETTINGS, strict=True, on_event=lambda _: None))
    assert again.differences == ()


class Watching:
    """A model that keeps what it was asked."""

    def __init__(self, inner: OpenedModel) -> None:
        self._inner = inner.client
        self.name = inner.client.name
        self.bodies: list[str] = []

    def stream(self, request):
        self.bodies.append(json.dumps(request.body["messages"], ensure_ascii=False))
        return self._inner.stream(request)


def test_constraints_stand_in_the_first_request_and_what_comes_later_in_the_next(tmp_path):
    quote = 'return await general.keepConstraint("Costs are negative here.");'
    opened = replies(tmp_path, (quote, "Kept."))
    watching = Watching(opened)
    model = OpenedModel(watching, opened.model_id)
    a_run(tmp_path, model, "Costs are negative here. Never touch Inputs.", "Use thousands")
    first, second = watching.bodies
    for line in ("K1: Use thousands", "K2: Never touch Inputs."):
        assert line in first
        assert second.count(line) == 1
    assert "K3" not in first
    assert "K3: Costs are negative here." in second
    assert second.startswith(first[:-3])


async def test_a_session_with_constraints_from_every_side_replays_byte_for_byte(tmp_path):
    slow = (
        'for (let n = 0; n < 150; n++) await sheet.getCellRange("Data!A1"); '
        'await sheet.setCell("Data!C1", 5);'
    )
    read = asyncio.Event()
    model = replies(tmp_path, (slow, "Five."), (WRITE, "Left alone."), (WRITE, "Doubled."))
    header = Header(
        tieout="test",
        about="A served session.",
        workbook="book.xlsx",
        sha256="",
        model=model.client.name,
        model_id=model.model_id,
        host="Embedded Excel",
        exclusive=False,
        requirement_sets=EmbeddedExcel.new().requirement_sets,
        context=context_header(SETTINGS, model.client),
    )
    path = tmp_path / "session.jsonl"
    with Recorder(path, header) as recorder:
        async with (
            serving(tmp_path, model, SETTINGS, recorder) as server,
            a_pane(server, read) as pane,
        ):
            await pane.add_constraint("Use thousands")
            await pane.user_message("Write five. Keep the sign convention.")
            async with asyncio.timeout(30):
                await read.wait()
            await pane.user_message(f"Now double it. {NEVER}")
            await pane.remove_constraint("K1")
            await until(pane, TurnFinishedFrame)
            asked = last(await until(pane, ApprovalAskedFrame), ApprovalAskedFrame)
            await pane.approve(asked.approval_id, allow=False)
            await until(pane, TurnFinishedFrame)
            await pane.remove_constraint("K3")
            await pane.user_message("Do it all the same")
            done = last(await until(pane, TurnFinishedFrame), ExecutionFinishedFrame)
            assert done.outcome == "applied"
    recording = read_recording(path)
    said = [(r.verb, r.id, r.text) for r in recording.records if isinstance(r, ConstraintRecord)]
    assert said == [
        ("added", "", "Use thousands"),
        ("said", "", NEVER),
        ("removed", "K1", ""),
        ("removed", "K3", ""),
    ]
    again = await replay(recording, SETTINGS, strict=True, on_event=lambda _: None)
    assert again.differences == ()
    assert again.requests == 6
