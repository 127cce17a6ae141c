"""The seam to a calculation engine, and the engines behind it."""
