"""One run of code on a workbook: gate, recorder, snapshots, diff, outcome."""
