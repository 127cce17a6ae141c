"""What the workbook looks like: snapshots before and after a run, and what a task begins with."""
