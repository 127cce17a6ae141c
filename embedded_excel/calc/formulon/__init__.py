"""Formulon behind the engine seam: one WebAssembly instance for each open workbook."""
