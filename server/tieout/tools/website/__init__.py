"""Pages made from a workbook: what they hold, how it is read, how it is drawn."""
