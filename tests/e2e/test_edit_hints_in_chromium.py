"""Excel tells the page of a co-author's edit, and the page tells the server; its own edits it doesn't."""

import asyncio
import json
from typing import Any

import pytest
from excel_around import ExcelAround, Watched, code_replies, live_server, send_task
from playwright.async_api import Browser, expect

from embedded_excel.host import EmbeddedExcel
from tieout.office_wire.build import BatchBuilder

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


def by_a_co_author(message: Any) -> Any:
    """Events of the embedded Excel as Excel sends them of somebody elsewhere."""
    if isinstance(message, str) and message.startswith("{"):
        fields = json.loads(message)
        if "triggerSource" in fields:
            fields |= {"source": "Remote", "triggerSource": "Unknown"}
        return json.dumps(fields)
    if isinstance(message, list):
        return [by_a_co_author(part) for part in message]
    if isinstance(message, dict):
        return {name: by_a_co_author(part) for name, part in message.items()}
    return message


async def test_a_co_author_s_edit_is_hinted_at(browser: Browser, tmp_path) -> None:
    around = ExcelAround(EmbeddedExcel.new("shared.xlsx"))
    texts: list[str] = []
    replies = code_replies('await sheet.setCell("Sheet1!B2", 7);')
    async with live_server(tmp_path, replies) as server:
        page = await around.open(Watched(browser, texts), server)
        await send_task(page, "Write")
        await expect(page.locator(".execution .headline")).to_contain_text("1 cell written")
        await around.happens()
        await asyncio.sleep(0.5)
        assert not [text for text in texts if "workbook.hint" in text]
        builder = BatchBuilder()
        builder.worksheet("Sheet1").range("C3:C4").set("Values", 5)
        assert not around.excel.run_batch(builder.build().body, 1)["Error"]
        await around.deliver(by_a_co_author(around.client.events()))
        for _ in range(100):
            hints = [json.loads(text) for text in texts if "workbook.hint" in text]
            if hints:
                break
            await asyncio.sleep(0.1)
        sheet = around.excel.workbook.sheet_ids[0]
        edit = {"sheet": sheet, "address": "C3:C4", "source": "remote", "change": "RangeEdited"}
        assert hints == [{"type": "workbook.hint", "edits": [edit]}]
        assert around.complaints == []
    await page.context.close()
    around.excel.close()
