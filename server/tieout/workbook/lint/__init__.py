"""The linter: rules over whole workbooks, and over what one change did to a workbook.

`view.py` is what a rule sees, `rule.py` what a rule is, `catalogue.py` lists them; each family of
rules has its module. docs/lint-rules.md is written from the rules themselves.
"""

from tieout.workbook.lint.changed import lint
from tieout.workbook.lint.workbooks import LintReport, lint_workbook

__all__ = ["LintReport", "lint", "lint_workbook"]
