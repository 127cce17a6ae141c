"""The open workbook: engine, sheet identities, tracked references, selection, events."""
