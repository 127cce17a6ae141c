"""An index of a workbook: what stands where, what reads what, and what a search should show first."""
