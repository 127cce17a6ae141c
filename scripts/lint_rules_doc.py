"""Write docs/lint-rules.md from the rules themselves.

Run it after a rule's text or example changed; a test compares the page.
"""

from collections.abc import Iterator
from pathlib import Path

from tieout.workbook.lint.catalogue import RULES
from tieout.workbook.lint.rule import Example, Rule

PAGE = Path(__file__).resolve().parent.parent / "docs" / "lint-rules.md"
HEAD = """# What the linter looks for

`tieout lint WORKBOOK...` goes through whole workbooks; after every execution the agent's change is held against
the same rules, and only what was not so before is reported (on sheets over 20,000 cells, in the rows around the change;
on sheets where nothing was written, by the rules that changed values alone can break: totals that tie, references to
empty cells and texts, lookups, circles, errors).
There is no model in it: the same workbook always gives the same findings. Each names the cells, one sentence why, one
sentence how to fix it.

* **Must fix**: the workbook can't be right as it is.
* **Review**: somebody should look; there may be a good reason. A cell that shows an error, holds a formula as text or
  lost its formula is not named for review as well.

A finding that is meant so can be kept from being reported, with a reason:

```
tieout lint model.xlsx --suppress CONSTANT_IN_FORMULA@Inputs!B4:B9 --reason "Statutory rates, agreed with tax"
tieout lint model.xlsx --suppress EXTERNAL_LINK --reason "Group consolidation links by design"
```

The decision is kept in the workbook itself, as a hidden defined name (`_tieout.lint.1`, …) with the formula
`=CHOOSE(1,Inputs!$B$4:$B$9,"CONSTANT_IN_FORMULA","Statutory rates, agreed with tax")`: it travels with the file, its
cells move when rows are inserted, and deleting the name takes it back. `tieout lint` lists what is suppressed, with
the reasons; the agent's change reports leave it out.

How well the rules do on labelled workbooks is in [benchmarks.md](benchmarks.md) (`tieout bench lint`). "Side by side"
below means in neighbouring cells of a row or a column; "reads the same" means in R1C1 notation. Rules look at values
as they were last calculated. This page is written from the rules; each example is also a test.

| rule | severity | finds |
|---|---|---|
"""
SEVERITY = {"must_fix": "must fix", "review": "review"}


def page() -> str:
    """The whole page."""
    rows = "".join(
        f"| [{rule.code}](#{rule.code.lower()}) | {SEVERITY[rule.severity]} | {rule.title} |\n"
        for rule in RULES
    )
    return HEAD + rows + "\n" + "\n".join("\n".join(_section(rule)) for rule in RULES)


def _section(rule: Rule) -> Iterator[str]:
    yield f"## {rule.code}"
    yield ""
    yield f"{rule.title} ({SEVERITY[rule.severity]}). {rule.text}"
    yield ""
    if rule.example.cells:
        yield f"Example: {_example(rule.example)}"
        yield ""
    yield f"> {rule.why} {rule.fix}"
    yield ""


def _example(example: Example) -> str:
    parts = [f"`{name}` {_content(content)}" for name, content in example.cells.items()]
    formats = [f"`{name}` as `{code}`" for name, code in (example.formats or {}).items()]
    hidden = [f"row {row} hidden" for row in example.hidden_rows]
    found = ", ".join(f"**{name}**" for name in example.found)
    return f"{'; '.join([*parts, *formats, *hidden])}. Found: {found}."


def _content(content: object) -> str:
    if isinstance(content, tuple):
        formula, value = content
        return f"`{formula}` = {value}" if formula else f"the text `{value}`"
    return f"`{content}`"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
