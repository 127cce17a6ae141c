"""What Excel calls the functions of PivotTables."""

from typing import Final

from embedded_excel.calc.pivots import Aggregation

FUNCTION_WORDS: Final[dict[Aggregation, str]] = {
    "Sum": "Sum",
    "Count": "Count",
    "Average": "Average",
    "Max": "Max",
    "Min": "Min",
    "Product": "Product",
    "CountNumbers": "Count",
    "StandardDeviation": "StdDev",
    "StandardDeviationP": "StdDevp",
    "Variance": "Var",
    "VarianceP": "Varp",
}
