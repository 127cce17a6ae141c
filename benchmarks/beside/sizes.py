"""How large the work is. Standard library only, as `measuring`."""

WRITES = 2_000
READ_ROWS = 10_000
READ_COLUMNS = 10
DEPENDENTS = 100_000
MILLION_ROWS = 100_000
MILLION_COLUMNS = 10
