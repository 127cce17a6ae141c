"""Every request of every recorded and scripted session is within its budgets, and replays.

The sessions are the demonstrations, and scripts that each press on one layer as hard as they can.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from embedded_excel.host import EmbeddedExcel
from tests.contract.executions import REVENUE
from tests.contract.long_sessions import runs, says, step_replies
from tieout.agent.events import TurnFinished
from tieout.context.layers import Layer
from tieout.context.manifest import CacheUsage, RequestManifest
from tieout.headless.embedded_host import EmbeddedHost
from tieout.headless.replay import replay
from tieout.headless.v8_sandbox import V8Sandbox
from tieout.llm.client import AssistantMessage
from tieout.llm.scripted_client import ScriptedModel, parse_script
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.sessions.context_parts import context_header
from tieout.sessions.conversation import Conversation, Ports
from tieout.sessions.demonstrations import demonstrations
from tieout.sessions.recorder import Recorder
from tieout.sessions.recording import Header, read_recording
from tieout.settings import Settings
from tieout.skills.library import load_library

TIGHT = {"evidence_tokens": 2_000, "history_tokens": 500, "request_tokens": 16_000}


@dataclass
class Watched:
    """Keeps what every request was made of."""

    manifests: list[RequestManifest] = field(default_factory=list)

    def request(self, manifest: RequestManifest, parts: Mapping[Layer, Sequence[object]]) -> None:
        assert list(parts) or manifest.kind == "consolidation"
        self.manifests.append(manifest)

    def counted(self, usage: CacheUsage) -> None:
        assert usage.request_id == self.manifests[-1].id


@dataclass(frozen=True)
class Script:
    """What a session does: its tasks, and the model's replies over all of them."""

    tasks: tuple[str, ...]
    replies: tuple[AssistantMessage, ...]


def wide_reads() -> Script:
    reads = [
        runs(n, f'await sheet.getCellRange("Sheet1!A{n}:D{n + 150}", {{ layout: "cells" }});')
        for n in range(1, 9)
    ]
    return Script(("Read it all.",), (*reads, says("Read.")))


def all_specs() -> Script:
    calls = [spec.call for spec in load_library(None).specs]
    pairs = [calls[at : at + 2] for at in range(0, len(calls), 2)]
    loads = [
        runs(n, "".join(f"console.log(general.{call}());" for call in pair))
        for n, pair in enumerate(pairs, start=1)
    ]
    return Script(("Look everything up.",), (*loads, says("Looked.")))


def many_failures() -> Script:
    fails = [
        runs(
            n,
            f'await sheet.getCellRange("Sheet1!A1:D200"); throw new Error("{n} " + "why ".repeat(900));',
        )
        for n in range(1, 9)
    ]
    return Script(("Try.",), (*fails, says("It fails.")))


def many_turns() -> Script:
    tasks = tuple(f"Never touch column {column}. Then add {column}." for column in "ABCDEFG")
    replies = [
        reply
        for number, _ in enumerate(tasks, start=1)
        for reply in (
            *step_replies(number),
            says(f"Answer {number}: " + "done and checked. " * 200),
        )
    ]
    return Script(tasks, tuple(replies))


def much_output() -> Script:
    code = 'for (let i = 0; i < 400; i++) console.log("line " + i + " of the output"); return "x".repeat(9000);'
    writes = 'await sheet.setRange("Sheet1!F1:K200", Array.from({length: 200}, (_, r) => [1,2,3,4,5,r]));'
    return Script(
        ("Print.",),
        (
            *(runs(n, f"{writes} {code}".replace("r]", f"r + {n}]")) for n in range(1, 16)),
            says("Printed."),
        ),
    )


SCRIPTS = {
    "wide reads": wide_reads,
    "all specs": all_specs,
    "many failures": many_failures,
    "many turns": many_turns,
    "much output": much_output,
}


async def _revenue() -> EmbeddedHost:
    host = EmbeddedHost(EmbeddedExcel.new("revenue.xlsx"))
    builder = BatchBuilder()
    builder.worksheet("Sheet1").range("A1:C200").set("Values", REVENUE)
    Results(await host.send(builder.build()))
    return host


async def _session(
    script: Script, host: EmbeddedHost, settings: Settings, record: Path, *, exclusive: bool = True
) -> tuple[Watched, list[TurnFinished]]:
    model, sandbox, watched = ScriptedModel(script.replies), V8Sandbox(), Watched()
    header = Header(
        tieout="test",
        about="",
        workbook="",
        sha256="",
        model=model.name,
        model_id="scripted",
        host=host.capabilities.name,
        requirement_sets=host.capabilities.requirement_sets,
        exclusive=exclusive,
        context=context_header(settings, model),
    )
    ends: list[TurnFinished] = []
    try:
        with Recorder(record, header) as recorder:
            ports = Ports(host, sandbox, model, "scripted", exclusive=exclusive, watcher=watched)
            conversation = Conversation(ports, settings, recorder)
            for task in script.tasks:
                events = [event async for event in conversation.turn(task)]
                ends.extend(event for event in events if isinstance(event, TurnFinished))
    finally:
        await sandbox.close()
        await host.close()
    return watched, ends


def _check(watched: Watched, ends: Sequence[TurnFinished]) -> None:
    assert [m.over_budget for m in watched.manifests if m.over_budget] == []
    assert [(end.end, end.reason) for end in ends if end.end != "answered"] == []
    for manifest in watched.manifests:
        fresh = [one.anchor for one in manifest.evidence if one.state == "fresh"]
        assert len(fresh) == len(set(fresh))


@pytest.mark.parametrize("tight", [False, True], ids=["default", "tight"])
@pytest.mark.parametrize("name", SCRIPTS)
async def test_a_script_that_presses_on_a_layer_stays_within_it_and_replays(
    name: str, tight: bool, tmp_path: Path
) -> None:
    settings = Settings(**(TIGHT if tight else {}))  # type: ignore[arg-type]
    watched, ends = await _session(
        SCRIPTS[name](), await _revenue(), settings, tmp_path / "recording.jsonl"
    )
    _check(watched, ends)
    assert max(manifest.epoch for manifest in watched.manifests) > 0
    report = await replay(
        read_recording(tmp_path / "recording.jsonl"),
        Settings(),
        strict=True,
        on_event=lambda _: None,
    )
    assert report.differences == ()


async def test_where_others_may_edit_evidence_is_read_again_after_a_new_look(
    tmp_path: Path,
) -> None:
    record = tmp_path / "recording.jsonl"
    script = wide_reads()
    watched, ends = await _session(script, await _revenue(), Settings(), record, exclusive=False)
    _check(watched, ends)
    assert watched.manifests[-1].epoch > 0
    recording = read_recording(record)
    report = await replay(recording, Settings(), strict=True, on_event=lambda _: None)
    assert report.differences == ()


@pytest.mark.parametrize("demonstration", demonstrations(), ids=lambda item: item.name)
async def test_a_demonstration_stays_within_its_budgets_and_keeps_one_transcript(
    demonstration, tmp_path: Path
) -> None:
    replies = demonstration.workbook.with_name("replies.json").read_text("utf-8")
    script = Script((demonstration.task,), parse_script(replies))
    host = EmbeddedHost(EmbeddedExcel.open(demonstration.workbook))
    watched, ends = await _session(script, host, Settings(), tmp_path / "recording.jsonl")
    _check(watched, ends)
    assert {manifest.epoch for manifest in watched.manifests} == {0}
