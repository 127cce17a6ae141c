"""The embedded workbook over HTTP: what the grid reads, what is refused, the file."""

import asyncio
import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import AsyncIterator
from email.message import Message
from io import BytesIO
from typing import Any

import openpyxl
import pytest
from echo_session import EchoSession

from embedded_excel.host import EmbeddedExcel
from tieout.headless.desk import EmbeddedDesk
from tieout.web.routes import attachment
from tieout.web.serving import Server, start_server
from tieout.web.workbook_view import EmbeddedView

NAME = 'Überblick "Q1".xlsx'


def workbook_bytes() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "My Sheet"
    sheet["B2"] = 2
    sheet["C2"] = "=B2*21"
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    desk = EmbeddedDesk(EmbeddedExcel.from_bytes(workbook_bytes(), NAME), NAME, 7)
    view = EmbeddedView(desk)
    server = await start_server(EchoSession(), workbook=lambda: view)
    yield server
    await server.close()
    await desk.close()


async def get(server: Server, path: str, **query: Any) -> tuple[int, Message, bytes]:
    url = server.origin.url + path + ("?" + urllib.parse.urlencode(query) if query else "")
    request = urllib.request.Request(url)
    request.add_header("Cookie", f"{server.origin.cookie}={server.access.token}")

    def fetch() -> tuple[int, Message, bytes]:
        try:
            with urllib.request.urlopen(request) as response:
                return response.status, response.headers, response.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read()

    return await asyncio.to_thread(fetch)


async def test_the_first_page_shows_the_grid(server: Server):
    status, headers, body = await get(server, "/")
    assert status == 200
    assert b'id="workbook"' in body
    assert "microsoft" not in headers["Content-Security-Policy"]


async def test_the_workbook_is_described(server: Server):
    status, headers, body = await get(server, "/api/workbook")
    facts = json.loads(body)
    assert (status, headers["Cache-Control"]) == (200, "no-store")
    assert (facts["revision"], facts["name"], facts["active"]) == (7, NAME, "My Sheet")
    (sheet,) = facts["sheets"]
    assert (sheet["name"], sheet["rows"], sheet["columns"]) == ("My Sheet", 2, 3)


async def test_cells_come_as_a_tile(server: Server):
    status, _, body = await get(
        server, "/api/cells", sheet="my sheet", top=0, left=0, bottom=9, right=9
    )
    tile = json.loads(body)
    assert status == 200
    assert (tile["revision"], tile["sheet"]) == (7, "My Sheet")
    (value, formula) = tile["cells"]
    assert value[:4] == [1, 1, "2", ""]
    assert (formula[:2], formula[3]) == ([1, 2], "=B2*21")


WHOLE = {"sheet": "My Sheet", "top": 0, "left": 0, "bottom": 9, "right": 9}


@pytest.mark.parametrize(
    ("change", "status", "said"),
    [
        ({"sheet": "Nope"}, 200, "no such sheet"),
        ({"sheet": ""}, 400, "sheet"),
        ({"top": -1}, 400, "top"),
        ({"right": 16_384}, 400, "right"),
        ({"bottom": 10**30}, 400, "bottom"),
        ({"left": "x"}, 400, "left"),
        ({"top": 10}, 400, "between 1 and"),
        ({"bottom": 1_000_000, "right": 100}, 400, "between 1 and"),
        ({"extra": 1}, 400, "extra"),
    ],
)
async def test_a_wrong_rectangle_is_one_sentence(
    server: Server, change: dict[str, Any], status: int, said: str
):
    answered, _, body = await get(server, "/api/cells", **{**WHOLE, **change})
    assert answered == status
    assert said in json.loads(body)["message"]


async def test_the_file_downloads_as_it_is_now(server: Server):
    status, headers, body = await get(server, "/api/workbook/file")
    assert status == 200
    assert headers["Content-Disposition"] == attachment(NAME)
    assert openpyxl.load_workbook(BytesIO(body))["My Sheet"]["C2"].value == "=B2*21"


def test_any_file_name_fits_into_a_header():
    assert attachment('Ü "1"\r\n.xlsx') == (
        "attachment; filename=\"_ _1___.xlsx\"; filename*=UTF-8''%C3%9C%20%221%22%0D%0A.xlsx"
    )
