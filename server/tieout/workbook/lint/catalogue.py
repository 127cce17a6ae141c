"""All rules, in the order in which people read about them."""

from tieout.workbook.lint.costs import EXTERNAL_LINK, VOLATILE_FUNCTION, WHOLE_COLUMN
from tieout.workbook.lint.errors import CIRCULAR_REFERENCE, FORMULA_AS_TEXT, INVALID_FORMULA
from tieout.workbook.lint.inputs import CONSTANT_IN_FORMULA, ODD_PERCENT, UNSOURCED_NUMBER
from tieout.workbook.lint.jumps import SIGN_JUMP, UNIT_JUMP
from tieout.workbook.lint.lookups import UNSORTED_LOOKUP
from tieout.workbook.lint.overwritten import FORMULA_OVERWRITTEN, HARDCODED_VALUE
from tieout.workbook.lint.patterns import INCONSISTENT_FORMULA, MISSING_DOLLAR, NUMBER_FOR_REFERENCE
from tieout.workbook.lint.ranges import (
    HIDDEN_ROWS_IN_TOTAL,
    RANGE_INCLUDES_TOTAL,
    RANGE_MISSES_CELL,
    RANGE_STARTS_EMPTY,
    TOTALS_DISAGREE,
)
from tieout.workbook.lint.references import REFERENCE_TO_EMPTY, REFERENCE_TO_TEXT
from tieout.workbook.lint.rule import Rule
from tieout.workbook.lint.texts import DATE_WITH_TEXT, NUMBER_AS_TEXT
from tieout.workbook.lint.tie_outs import (
    BALANCE_DOES_NOT_TIE,
    CASH_DOES_NOT_ROLL,
    TOTAL_DOES_NOT_TIE,
)

RULES: tuple[Rule, ...] = (
    INVALID_FORMULA,
    FORMULA_AS_TEXT,
    CIRCULAR_REFERENCE,
    FORMULA_OVERWRITTEN,
    INCONSISTENT_FORMULA,
    NUMBER_FOR_REFERENCE,
    MISSING_DOLLAR,
    HARDCODED_VALUE,
    TOTALS_DISAGREE,
    RANGE_MISSES_CELL,
    RANGE_INCLUDES_TOTAL,
    RANGE_STARTS_EMPTY,
    HIDDEN_ROWS_IN_TOTAL,
    TOTAL_DOES_NOT_TIE,
    BALANCE_DOES_NOT_TIE,
    CASH_DOES_NOT_ROLL,
    CONSTANT_IN_FORMULA,
    UNSOURCED_NUMBER,
    ODD_PERCENT,
    SIGN_JUMP,
    UNIT_JUMP,
    NUMBER_AS_TEXT,
    DATE_WITH_TEXT,
    REFERENCE_TO_EMPTY,
    REFERENCE_TO_TEXT,
    UNSORTED_LOOKUP,
    WHOLE_COLUMN,
    VOLATILE_FUNCTION,
    EXTERNAL_LINK,
)
BY_CODE = {rule.code: rule for rule in RULES}
