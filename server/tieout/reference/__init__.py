"""C3: the complete Office.js reference, built and searched."""
