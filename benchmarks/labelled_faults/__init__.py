"""The linter against workbooks in which people marked the faults."""
