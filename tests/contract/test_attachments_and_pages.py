"""Attached files and made pages through the whole loop: in runs, in replays, and at the pane."""

import asyncio
import json
from pathlib import Path

import aiohttp
import openpyxl
import pytest
from served import a_pane, last, serving, until
from tool_turns import tool_script, tool_turn

from tieout.errors import SettingsError
from tieout.headless.replay import replay
from tieout.headless.task import Task, TaskReport, run_task
from tieout.protocol.frames import (
    ApprovalAskedFrame,
    ApprovalClosedFrame,
    AttachmentsFrame,
    PageMadeFrame,
    TurnFinishedFrame,
)
from tieout.sessions.models import OpenedModel, open_model
from tieout.sessions.outside import Outside
from tieout.sessions.recording import read_recording
from tieout.settings import Settings
from tieout.tools.attachments import MOST_BYTES, Attachments

CSV = b"Region,Units\nNorth,1204\n"
SALES = [["Region", "Q1", "Total"], ["North", 1200, "=B2*2"], ["South", -300, "=B3*2"]]
READ = ("read_attachment", {"name": "sales.csv"})
PAGE = (
    "create_website",
    {
        "title": "Sales <b>now</b>",
        "sections": [
            {"type": "table", "range": "Sheet1!A1:C3", "heading": "All"},
            {"type": "chart", "range": "Sheet1!A1:B3", "chart": "column"},
            {"type": "text", "text": "As of today."},
        ],
    },
)


class Shelf:
    def __init__(self) -> None:
        self.pages: dict[str, str] = {}

    def put(self, title: str, slug: str, html: str) -> None:
        del title
        self.pages[slug] = html


def files(*names: str, content: bytes = CSV) -> Attachments:
    made = Attachments()
    for name in names:
        made.add(name, content)
    return made


async def test_the_task_names_the_files_and_the_tool_reads_them_by_name():
    outside = Outside(files("sales.csv", "b]\n<x>.csv"))
    heard = await tool_turn(
        READ,
        ("read_attachment", {"name": "Sales.CSV", "find": "north"}),
        outside=outside,
        task="Tie out.",
    )
    assert (
        "Tie out.\\n\\n(Attached files, for the deferred tool read_attachment: sales.csv, b___x_.csv)"
        in heard.elsewhere
    )
    assert heard.results == [
        ("[attachment:sales.csv]\nsales.csv: Text with comma between fields (UTF-8), rows: 2\n"
         "[1] A1: Region | B1: Units\n[2] A2: North | B2: 1204", False),
        ("[attachment:sales.csv-north]\n"
         "sales.csv: Text with comma between fields (UTF-8), rows: 2\n[2] A2: North | B2: 1204", False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("../../etc/passwd", "No file named '../../etc/passwd' is attached. There are: sales.csv."),
        ("/etc/hosts", "No file named '/etc/hosts' is attached."),
        ("", "No file named '' is attached."),
    ],
)
async def test_paths_are_no_names(name: str, sentence: str):
    heard = await tool_turn(
        ("read_attachment", {"name": name}), outside=Outside(files("sales.csv"))
    )
    assert heard.results[0][1]
    assert heard.results[0][0].startswith(sentence)


async def test_a_file_that_can_not_be_read_is_a_sentence():
    broken = Outside(files("a.pdf", content=b"no pdf"))
    heard = await tool_turn(("read_attachment", {"name": "a.pdf"}), outside=broken)
    assert heard.results == [("a.pdf is no PDF.", True)]
    heard = await tool_turn(READ)
    assert "None is attached; ask the user for it." in heard.results[0][0]


# -- pages ---------------------------------------------------------------------------------------


async def test_a_page_shows_what_excel_displays_and_the_model_gets_a_receipt():
    shelf = Shelf()
    heard = await tool_turn(
        PAGE, outside=Outside(shelf=shelf, workbook=lambda: "q3.xlsx"), cells=SALES
    )
    assert heard.results == [
        (
            "The page “Sales <b>now</b>” is made: 1 table, 1 chart, 9 cells. The user sees where it is.",
            False,
        )
    ]
    (page,) = shelf.pages.values()
    assert list(shelf.pages) == ["sales-b-now-b"]
    assert '<td class="n" title="Sheet1!C2 =B2*2">2400</td>' in page
    assert "<h1>Sales &lt;b&gt;now&lt;/b&gt;</h1>" in page
    assert "<title>Q1, South: -300 (B3)</title>" in page
    assert "as q3.xlsx displayed them" in page


@pytest.mark.parametrize(
    ("section", "sentence"),
    [
        ({"type": "table", "range": "A1:B2"}, "names no sheet"),
        ({"type": "table", "range": "Sheet1!A:C"}, "a page holds at most 20,000"),
        ({"type": "table", "range": "Nowhere!A1:B2"}, "ItemNotFound"),
        ({"type": "table", "range": "nonsense"}, "is not an A1 address"),
        ({"type": "chart", "range": "Sheet1!E1:F9", "chart": "line"}, "holds no numbers"),
        (
            {"type": "excel_chart", "sheet": "Sheet1", "name": "Chart 9"},
            "no picture of the chart Chart 9",
        ),
        ({"type": "table"}, "Nothing was run"),
        ({"type": "script", "text": "x"}, "Nothing was run"),
    ],
)
async def test_what_can_not_be_shown_is_said_and_no_page_is_made(section: dict, sentence: str):
    shelf = Shelf()
    call = ("create_website", {"title": "T", "sections": [section]})
    heard = await tool_turn(call, outside=Outside(shelf=shelf), cells=SALES)
    assert heard.results[0][1]
    assert sentence in heard.results[0][0]
    assert shelf.pages == {}


# -- runs without a pane, and their recordings ---------------------------------------------------


def scripted(folder: Path, *calls: tuple[str, dict]) -> OpenedModel:
    path = folder / "script.json"
    path.write_text(json.dumps(tool_script(*calls)), "utf-8")
    return open_model(f"scripted:{path}", Settings())


def book(folder: Path) -> Path:
    made = openpyxl.Workbook()
    made.active.title = "Sheet1"
    for row in SALES:
        made.active.append(row)
    made.save(folder / "q3.xlsx")
    return folder / "q3.xlsx"


def run(
    folder: Path, *calls: tuple[str, dict], settings: Settings | None = None, **options: object
) -> TaskReport:
    task = Task(book(folder), "Do it.", folder / "out.xlsx", folder / "run.jsonl", **options)  # type: ignore[arg-type]
    model = scripted(folder, *calls)
    return asyncio.run(run_task(task, model, settings or Settings(), lambda _: None))


def test_a_run_writes_its_pages_beside_the_workbook_and_over_nothing(tmp_path: Path):
    (tmp_path / "out-sales-b-now-b.html").write_text("mine")
    report = run(tmp_path, PAGE, PAGE)
    assert [page.name for page in report.pages] == ["out-sales-b-now-b-2.html"]
    assert "<h1>Sales" in report.pages[0].read_text("utf-8")
    assert (tmp_path / "out-sales-b-now-b.html").read_text() == "mine"


def test_a_run_with_attached_files_is_replayed_without_them(tmp_path: Path):
    attached = tmp_path / "sales.csv"
    attached.write_bytes(CSV)
    wrong = ("read_attachment", {"name": "other.csv"})
    report = run(tmp_path, READ, PAGE, wrong, attach=(attached,))
    assert report.answered
    attached.unlink()
    recording = read_recording(tmp_path / "run.jsonl")
    tools = [(r.name, r.is_error) for r in recording.records if r.record == "tool"]
    assert tools == [("read_attachment", False), ("read_attachment", True)]
    played = asyncio.run(replay(recording, Settings(), strict=True, on_event=lambda _: None))
    assert played.differences == ()


def test_without_a_pane_the_web_needs_its_own_flag(tmp_path: Path):
    search = ("web_search", {"query": "base rate"})

    def said(**options: bool) -> str:
        run(tmp_path, search, settings=Settings(web_search="searxng:http://127.0.0.1:9"), **options)
        records = read_recording(tmp_path / "run.jsonl").records
        return next(record.text for record in records if record.record == "tool")

    for options in ({}, {"allow_losses": True}):
        assert "The user can allow it with --allow-web" in said(**options)
    assert "SearXNG can't be reached" in said(allow_web=True)


def test_files_that_can_not_be_attached_end_the_run_before_it_begins(tmp_path: Path):
    for name, sentence in (
        ("gone.csv", "No such file"),
        ("q3.xlsx", ""),
        ("a.exe", "files can be"),
    ):
        if name == "a.exe":
            (tmp_path / name).write_bytes(b"MZ")
        if sentence:
            with pytest.raises(SettingsError, match=sentence):
                run(tmp_path, attach=(tmp_path / name,))
            assert not (tmp_path / "out.xlsx").exists()


# -- at the pane ---------------------------------------------------------------------------------


async def test_files_come_in_at_the_panes_door_and_are_listed_and_read(tmp_path: Path):
    async with serving(tmp_path, scripted(tmp_path, READ)) as server, a_pane(server) as pane:
        await until(pane, AttachmentsFrame)
        door = f"{server.origin.url}/api/attachments"
        cookies = {server.origin.cookie: server.access.token}
        own = {"Origin": server.origin.url}
        async with aiohttp.ClientSession(
            cookies=cookies, cookie_jar=aiohttp.CookieJar(unsafe=True)
        ) as http:
            http.cookie_jar.update_cookies(cookies, aiohttp.client.URL(server.origin.url))
            async with http.post(f"{door}?name=sales.csv", data=CSV, headers=own) as answer:
                assert (answer.status, await answer.json()) == (200, {"attached": True})
            listed = last(await until(pane, AttachmentsFrame), AttachmentsFrame)
            assert [(file.name, file.bytes) for file in listed.files] == [("sales.csv", len(CSV))]
            async with http.post(f"{door}?name=a.exe", data=b"MZ", headers=own) as answer:
                assert answer.status == 422
                assert "files can be pdf" in (await answer.json())["message"]
            async with http.post(door, data=CSV, headers=own) as answer:
                assert answer.status == 400
            await pane.user_message("Tie out.")
            await until(pane, TurnFinishedFrame)
            async with http.delete(f"{door}?name=sales.csv", headers=own) as answer:
                assert answer.status == 200
            assert last(await until(pane, AttachmentsFrame), AttachmentsFrame).files == ()


async def test_stop_closes_a_question_about_the_web_and_nothing_is_sent(tmp_path: Path):
    model = scripted(tmp_path, ("web_crawl", {"url": "http://rates.invalid/?a1=1204"}))
    async with serving(tmp_path, model) as server, a_pane(server) as pane:
        await pane.user_message("Look it up.")
        asked = last(await until(pane, ApprovalAskedFrame), ApprovalAskedFrame)
        assert asked.subject == "web"
        assert asked.what == ("read the web page http://rates.invalid/?a1=1204",)
        await pane.stop()
        frames = await until(pane, TurnFinishedFrame)
        assert last(frames, ApprovalClosedFrame).allowed is False
        assert last(frames, TurnFinishedFrame).end == "stopped"


async def test_the_door_for_files_is_shut_to_other_pages_and_to_too_much(tmp_path: Path):
    async with serving(tmp_path, None) as server:
        door = f"{server.origin.url}/api/attachments?name=a.csv"
        cookie = {"Cookie": f"{server.origin.cookie}={server.access.token}"}
        own = {**cookie, "Origin": server.origin.url}
        refused = [
            ({"Origin": server.origin.url}, 401),
            (cookie, 403),
            ({**cookie, "Origin": "https://evil.example"}, 403),
            ({**cookie, "Origin": "null"}, 403),
            ({**own, "Sec-Fetch-Site": "cross-site"}, 403),
            ({**own, "Host": "evil.example"}, 403),
        ]
        async with aiohttp.ClientSession() as http:
            for headers, status in refused:
                async with http.post(door, data=CSV, headers=headers) as answer:
                    assert answer.status == status, headers
            async with http.get(door, headers=own) as answer:
                assert (answer.status, answer.headers["Allow"]) == (405, "POST, DELETE")
            async with http.post(
                f"{server.origin.url}/api/workbook", data=b"", headers=own
            ) as answer:
                assert answer.status == 405

            async def endless():
                for _ in range(MOST_BYTES // 1024**2 + 8):
                    yield bytes(1024**2)

            try:
                async with http.post(door, data=endless(), headers=own) as answer:
                    assert answer.status == 413
            except aiohttp.ClientOSError:
                pass  # the server hung up while the rest was being sent


async def test_a_made_page_is_served_under_its_own_policy_and_nowhere_else(tmp_path: Path):
    page = json.loads(json.dumps(PAGE[1]).replace("Sheet1", "Data").replace("A1:C3", "A1:A1"))
    page["sections"] = page["sections"][:1]
    settings = Settings(pages_dir=tmp_path / "pages")
    model = scripted(tmp_path, ("create_website", page), ("create_website", page))
    async with serving(tmp_path, model, settings) as server:
        async with a_pane(server) as pane:
            await pane.user_message("Make a page.")
            frames = await until(pane, TurnFinishedFrame)
        made = [frame for frame in frames if isinstance(frame, PageMadeFrame)]
        assert {frame.title for frame in made} == {"Sales <b>now</b>"}
        (path,) = {frame.path for frame in made}
        async with a_pane(server) as later:
            assert last(await until(later, PageMadeFrame), PageMadeFrame).path == path
        async with aiohttp.ClientSession() as http:
            async with http.get(server.origin.url + path) as answer:
                assert answer.status == 200
                assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
                assert answer.headers["Content-Security-Policy"] == (
                    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
                    "form-action 'none'; frame-ancestors 'none'; sandbox"
                )
                assert answer.headers["Cache-Control"] == "no-store"
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                assert '<td class="n" title="Data!A1">21</td>' in await answer.text()
            for other in (
                "/pages/",
                "/pages/x/",
                f"{path}../../etc/passwd",
                f"{path}%2e%2e/x",
                path[:-2] + "/",
            ):
                async with http.get(
                    aiohttp.client.URL(server.origin.url + other, encoded=True)
                ) as answer:
                    assert answer.status in (400, 404), other
            async with http.post(server.origin.url + path) as answer:
                assert answer.status == 405
            foreign = {"Sec-Fetch-Site": "cross-site"}
            async with http.get(server.origin.url + path, headers=foreign) as answer:
                assert answer.status == 403
    (folder,) = (tmp_path / "pages").iterdir()
    assert [file.suffix for file in folder.iterdir()] == [".html"]
