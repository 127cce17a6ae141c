"""Reading and writing .xlsx packages safely."""
