"""Write docs/excel-errors.md from the table of Excel's error codes.

Run it after the table changed; a test compares the page.
"""

from pathlib import Path

from tieout.office_wire.excel_errors import RULES, UNKNOWN_CODE, ErrorRule

PAGE = Path(__file__).resolve().parent.parent / "docs" / "excel-errors.md"
HEAD = """# What is done about each error of Excel

Excel stops a request at its first failing action; what stood before it stays done. So after every run that wrote, the
workbook is read again and compared, whatever Excel said, and a run that failed is taken back. Its outcome is what that
look shows:

* **applied**: the code ran to its end, or something of it couldn't be taken back and is listed;
* **not applied** / **rolled back**: nothing of it is in the workbook;
* **unknown**: Excel never said what became of a request that writes, or can't be read any more. The code is told to read
  before it writes again. Nothing that may have run is ever sent a second time.

What the columns say:

* **ran**: what of the request was carried out. *nothing*: it was turned away as a whole. *up to it*: the actions before the
  failing one. *unknown*: perhaps all of it, perhaps later.
* **asked again**: *when it passes*: after 1, 2, 4 and 8 seconds, a request that writes only if it was turned away as a
  whole; *reads once*: once more if it only reads; *never*.
* **who**: who can do something about it. The model always reads Excel's code, message and statement, and the sentence in
  the last column. What is for the user is also said in the pane (`taskpane_static/js/excel_trouble.js`), at once.
* *halved*: the server's own reads, and cells that are put back by an undo, are asked again in smaller parts.

| code | means | ran | asked again | who | the model is told besides |
|---|---|---|---|---|---|
"""
TAIL = """
Two limits make no error in Excel, so they are kept before it: ranges are asked for by blocks of 50,000 cells at most
(beyond five million Excel answers `null` without a word), and a batch of the code's own over 4 MB is refused before it is
sent. While a cell is edited, live Excel holds a request back instead of refusing it; the pane says so after 20 seconds, and
after 60 the outcome is unknown.

Each row is a test in `tests/contract/test_excel_errors.py`, in which the embedded Excel gives that answer
([excel-behaviours.md](excel-behaviours.md) says how to make it do so).
"""


def page() -> str:
    """The whole page."""
    rows = [_row(f"`{code}`", rule) for code, rule in RULES.items()]
    return HEAD + "".join([*rows, _row("any other", UNKNOWN_CODE)]) + TAIL


def _row(name: str, rule: ErrorRule) -> str:
    ran = rule.ran.replace("_", " ")
    again = rule.repeat.replace("_", " ") + ("; halved" if rule.smaller else "")
    return f"| {name} | {rule.means} | {ran} | {again} | {rule.reader} | {rule.advice} |\n"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
