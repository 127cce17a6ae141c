"""The object model of Excel's JavaScript API: Range, Worksheet, Table and the rest."""
