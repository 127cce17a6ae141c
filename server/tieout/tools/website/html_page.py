"""A page as one HTML document: nothing is loaded, nothing is run, every text is escaped.

Tables keep the letters and numbers of their columns and rows, so that each figure's cell can be read off
the page; the cell's title tells its formula.
"""

from collections.abc import Iterator
from html import escape
from typing import assert_never

from tieout.tools.documents.blocks import visible
from tieout.tools.website.chart_svg import chart_svg, legend
from tieout.tools.website.contents import Chart, Grid, Page, PageCell, Picture, Section, Table, Text

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""In the page itself, for one that is opened as a file; served pages get a stricter header."""
_STYLE = """
:root{color-scheme:light;--ink:#1a1a19;--soft:#6b6b67;--line:#e1e1df;--head:#f5f5f4;--accent:#0b5a43}
*{box-sizing:border-box}
body{margin:0 auto;padding:32px 24px 64px;max-width:1080px;color:var(--ink);background:#fff;
font:15px/1.5 "Segoe UI",system-ui,-apple-system,"Helvetica Neue",Arial,sans-serif}
h1{margin:0 0 8px;font-size:28px;line-height:1.2}h2{margin:40px 0 8px;font-size:19px}
p{margin:0 0 8px;max-width:72ch}.source,figcaption,footer{color:var(--soft);font-size:13px}
.scroll{overflow-x:auto;margin:8px 0}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
td,th{padding:4px 10px;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;white-space:pre-wrap}
td.n,th.n{text-align:right;white-space:nowrap}
.at{color:var(--soft);background:var(--head);font-size:11px;font-weight:400;text-align:center;padding:2px 6px}
tr.head td{font-weight:600;border-bottom:2px solid var(--ink)}
figure{margin:8px 0}svg,img{display:block;width:100%;max-width:760px;height:auto}
svg text{font-size:12px;fill:#51514e}.grid{stroke:#e1e1df}.base{stroke:#51514e}.slice{stroke:#fff}
.legend{display:flex;flex-wrap:wrap;gap:4px 16px;margin:8px 0;padding:0;list-style:none;font-size:13px}
.legend svg{display:inline-block;width:10px;height:10px;margin-right:6px}
details{margin:8px 0}summary{color:var(--accent);cursor:pointer;font-size:13px}
footer{margin-top:48px;padding-top:12px;border-top:1px solid var(--line)}
@media print{body{padding:0}details{display:none}}
"""


def html_page(page: Page) -> str:
    """The document.

    Raises:
        NotDrawable: A chart's range can't be drawn.
    """
    body = "".join(_section(section) for section in page.sections)
    note = "".join(_paragraphs(page.note))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="robots" content="noindex">\n<meta name="referrer" content="no-referrer">\n'
        f"<title>{_text(page.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{_text(page.title)}</h1>\n{note}{body}"
        f"<footer>All figures are as {_text(page.workbook)} displayed them when this page was made. "
        "Letters and numbers at the edges of a table are those of its cells.</footer>\n"
        "</body>\n</html>\n"
    )


def _section(section: Section) -> str:
    heading = f"<h2>{_text(section.heading)}</h2>\n" if section.heading else ""
    match section:
        case Table():
            inner = f"{_source(section.grid)}{_table(section.grid, section.header_rows)}"
        case Chart():
            inner = _chart(section)
        case Picture():
            image = f'<img alt="{_text(section.heading or section.source)}" src="data:image/png;base64,{section.png}">'
            inner = (
                f"<figure>{image}<figcaption>From {_text(section.source)}</figcaption></figure>\n"
            )
        case Text():
            return f"<section>\n{heading}{''.join(_paragraphs(section.text))}</section>\n"
        case _:
            assert_never(section)
    return f"<section>\n{heading}{''.join(_paragraphs(section.note))}{inner}</section>\n"


def _chart(chart: Chart) -> str:
    keys = "".join(
        f'<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect width="10" height="10" fill="{colour}"/></svg>{_text(name)}</li>'
        for colour, name in legend(chart)
    )
    return (
        f'<figure>{chart_svg(chart)}<ul class="legend">{keys}</ul></figure>\n{_source(chart.grid)}'
        f"<details><summary>The figures of this chart</summary>{_table(chart.grid, 1)}</details>\n"
    )


def _source(grid: Grid) -> str:
    left_out = f" ({_text(grid.left_out)} left out)" if grid.left_out else ""
    return f'<p class="source">From {_text(grid.source)}{left_out}</p>\n'


def _table(grid: Grid, header_rows: int) -> str:
    return f'<div class="scroll"><table>{"".join(_rows(grid, header_rows))}</table></div>\n'


def _rows(grid: Grid, header_rows: int) -> Iterator[str]:
    first = grid.rows[0] if grid.rows else ()
    letters = "".join(f'<th class="at" scope="col">{_letters(cell)}</th>' for cell in first)
    yield f'<tr><th class="at"></th>{letters}</tr>'
    for number, row in enumerate(grid.rows):
        kind = ' class="head"' if number < header_rows else ""
        cells = "".join(_cell(grid.sheet, cell) for cell in row)
        yield f'<tr{kind}><th class="at" scope="row">{_row_number(row[0])}</th>{cells}</tr>'


def _cell(sheet: str, cell: PageCell) -> str:
    formula = f" {cell.formula}" if cell.formula else ""
    kind = ' class="n"' if cell.number is not None else ""
    return f'<td{kind} title="{_text(f"{sheet}!{cell.address}{formula}")}">{_text(cell.text)}</td>'


def _letters(cell: PageCell) -> str:
    return cell.address.rstrip("0123456789")


def _row_number(cell: PageCell) -> str:
    return cell.address.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def _paragraphs(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if line.strip():
            yield f"<p>{_text(line.strip())}</p>\n"


def _text(text: str) -> str:
    return escape(visible(text))
