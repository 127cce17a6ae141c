"""The linter: rules over whole workbooks, and over what one change did to a workbook."""

from tieout.workbook.lint.changed import lint

__all__ = ["lint"]
