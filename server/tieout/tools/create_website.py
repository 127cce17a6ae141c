"""`create_website`: a page of tables and charts from the workbook, for the user to open and pass on."""

import re
from collections.abc import Callable
from typing import Annotated, Final, Literal, Protocol, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tieout.errors import ModelVisibleError
from tieout.execution.ports import ExcelHost
from tieout.llm.client import JsonDict
from tieout.tools.deferred import DeferredTool
from tieout.tools.website.chart_svg import NotDrawable
from tieout.tools.website.contents import Chart, Page, Picture, Section, Table, Text
from tieout.tools.website.html_page import html_page
from tieout.tools.website.range_cells import page_area, read_grids, read_picture

NAME: Final = "create_website"
MOST_SECTIONS = 40
_DESCRIPTION = """\
Makes one self-contained web page from the open workbook: tables and charts of ranges, with headings \
and notes. The server reads the cells itself and shows them as displayed, each table with its column \
letters and row numbers, so a reader can see where every figure comes from; hidden rows and columns are \
left out. Don't type figures into headings, notes and texts: they are not checked against the cells. \
A chart's range has the names of its series in its first row and its categories in its first column; \
excel_chart shows a chart of the workbook as Excel draws it. The user gets the page's address; you \
don't need it. The same title again replaces the page."""
_WORDS: JsonDict = {"type": "string", "maxLength": 2_000}
_RANGE: JsonDict = {"type": "string", "description": "With its sheet: Sheet1!A1:D20."}


def _kind(kind: str, properties: JsonDict, *required: str) -> JsonDict:
    return {
        "type": "object",
        "properties": {"type": {"const": kind}, "heading": _WORDS, **properties},
        "required": ["type", *required],
        "additionalProperties": False,
    }


_SCHEMA: JsonDict = {
    "type": "object",
    "properties": {
        "title": {"type": "string", "minLength": 1, "maxLength": 120},
        "note": _WORDS,
        "sections": {
            "type": "array",
            "minItems": 1,
            "maxItems": MOST_SECTIONS,
            "items": {
                "oneOf": [
                    _kind(
                        "table",
                        {
                            "note": _WORDS,
                            "range": _RANGE,
                            "header_rows": {"type": "integer", "minimum": 0, "maximum": 5},
                        },
                        "range",
                    ),
                    _kind(
                        "chart",
                        {
                            "note": _WORDS,
                            "range": _RANGE,
                            "chart": {"enum": ["column", "bar", "line", "pie"]},
                        },
                        "range",
                        "chart",
                    ),
                    _kind(
                        "excel_chart",
                        {"note": _WORDS, "sheet": {"type": "string"}, "name": {"type": "string"}},
                        "sheet",
                        "name",
                    ),
                    _kind("text", {"text": _WORDS}, "text"),
                ]
            },
        },
    },
    "required": ["title", "sections"],
    "additionalProperties": False,
}


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")

    heading: str = ""
    note: str = ""


class _Table(_Part):
    type: Literal["table"]
    range: str
    header_rows: int = 1


class _Chart(_Part):
    type: Literal["chart"]
    range: str
    chart: Literal["column", "bar", "line", "pie"]


class _ExcelChart(_Part):
    type: Literal["excel_chart"]
    sheet: str
    name: str


class _Text(_Part):
    type: Literal["text"]
    text: str


_AnyPart: TypeAlias = Annotated[_Table | _Chart | _ExcelChart | _Text, Field(discriminator="type")]


class _Input(BaseModel):
    model_config = ConfigDict(extra="forbid")

    title: str
    note: str = ""
    sections: list[_AnyPart]


_INPUT: TypeAdapter[_Input] = TypeAdapter(_Input)


class PageShelf(Protocol):
    """Where pages go."""

    def put(self, title: str, slug: str, html: str) -> None:
        """Keep a page; the same slug again replaces it. The shelf tells the user where it is.

        Raises:
            ModelVisibleError: It can't be kept.
        """
        ...


def create_website(host: ExcelHost, workbook: Callable[[], str], shelf: PageShelf) -> DeferredTool:
    """The tool.

    Args:
        host: The Excel whose cells are shown.
        workbook: The workbook's name.
        shelf: Where pages go.
    """

    async def run(arguments: JsonDict) -> str:
        wanted = _INPUT.validate_python(arguments)
        sections = await _read(host, wanted.sections)
        page = Page(wanted.title, wanted.note, workbook() or "the workbook", sections)
        try:
            html = html_page(page)
        except NotDrawable as error:
            raise ModelVisibleError(str(error)) from error
        shelf.put(page.title, slug(page.title), html)
        return f"The page “{page.title}” is made: {_counted(sections)}. The user sees where it is."

    summary = "Make a web page of tables and charts from ranges of the workbook."
    return DeferredTool(NAME, summary, _DESCRIPTION, _SCHEMA, run)


def slug(title: str) -> str:
    """A title as a file name: lower case, plain letters, digits and dashes."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60].strip("-") or "page"


async def _read(host: ExcelHost, parts: list[_AnyPart]) -> tuple[Section, ...]:
    areas = [page_area(part.range) for part in parts if isinstance(part, _Table | _Chart)]
    grids = iter(await read_grids(host, areas))
    sections: list[Section] = []
    for part in parts:
        match part:
            case _Table():
                sections.append(Table(part.heading, part.note, next(grids), part.header_rows))
            case _Chart():
                sections.append(Chart(part.heading, part.note, next(grids), part.chart))
            case _ExcelChart():
                source = f"the chart {part.name} on {part.sheet}"
                png = await read_picture(host, part.sheet, part.name)
                sections.append(Picture(part.heading, part.note, source, png))
            case _Text():
                sections.append(Text(part.heading, part.text))
    return tuple(sections)


def _counted(sections: tuple[Section, ...]) -> str:
    tables = [section.grid for section in sections if isinstance(section, Table)]
    charts = sum(isinstance(section, Chart | Picture) for section in sections)
    cells = sum(len(row) for grid in tables for row in grid.rows)
    counts = [(len(tables), "table"), (charts, "chart"), (cells, "cell")]
    return (
        ", ".join(f"{count:,} {noun}{'' if count == 1 else 's'}" for count, noun in counts if count)
        or "texts only"
    )
