"""What formulas refer to: values, a parser, the way back to text, and what it means in a workbook."""
