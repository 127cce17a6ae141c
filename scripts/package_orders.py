"""The order of elements in the parts of a workbook (ECMA-376, parts of SpreadsheetML)."""

from typing import Final

WORKSHEET: Final = (
    *("sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData"),
    *("sheetCalcPr", "sheetProtection", "protectedRanges", "scenarios", "autoFilter"),
    *("sortState", "dataConsolidate", "customSheetViews", "mergeCells", "phoneticPr"),
    *("conditionalFormatting", "dataValidations", "hyperlinks", "printOptions", "pageMargins"),
    *("pageSetup", "headerFooter", "rowBreaks", "colBreaks", "customProperties", "cellWatches"),
    *("ignoredErrors", "smartTags", "drawing", "legacyDrawing", "legacyDrawingHF", "drawingHF"),
    *("picture", "oleObjects", "controls", "webPublishItems", "tableParts", "extLst"),
)
CHARTSHEET: Final = (
    *("sheetPr", "sheetViews", "sheetProtection", "customSheetViews", "pageMargins", "pageSetup"),
    *("headerFooter", "drawing", "legacyDrawing", "legacyDrawingHF", "drawingHF", "picture"),
    *("webPublishItems", "extLst"),
)
WORKBOOK: Final = (
    *("fileVersion", "fileSharing", "workbookPr", "workbookProtection", "bookViews", "sheets"),
    *("functionGroups", "externalReferences", "definedNames", "calcPr", "oleSize"),
    *("customWorkbookViews", "pivotCaches", "smartTagPr", "smartTagTypes", "webPublishing"),
    *("fileRecoveryPr", "webPublishObjects", "extLst"),
)
STYLES: Final = (
    *("numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs"),
    *("tableStyles", "colors", "extLst"),
)
TABLE: Final = ("autoFilter", "sortState", "tableColumns", "tableStyleInfo", "extLst")
PIVOT: Final = (
    *("location", "pivotFields", "rowFields", "rowItems", "colFields", "colItems", "pageFields"),
    *("dataFields", "formats", "conditionalFormats", "chartFormats", "pivotHierarchies"),
    *("pivotTableStyleInfo", "filters", "rowHierarchiesUsage", "colHierarchiesUsage", "extLst"),
)
CACHE: Final = (
    *("cacheSource", "cacheFields", "cacheHierarchies", "kpis", "tupleCache", "calculatedItems"),
    *("calculatedMembers", "dimensions", "measureGroups", "maps", "extLst"),
)
ORDERS: Final = {
    "worksheet": WORKSHEET,
    "chartsheet": CHARTSHEET,
    "workbook": WORKBOOK,
    "styleSheet": STYLES,
    "table": TABLE,
    "pivotTableDefinition": PIVOT,
    "pivotCacheDefinition": CACHE,
    "pivotField": ("items", "autoSortScope", "extLst"),
    "cacheField": ("sharedItems", "fieldGroup", "mpMap", "extLst"),
    "filterColumn": (
        *("filters", "top10", "customFilters", "dynamicFilter", "colorFilter", "iconFilter"),
        "extLst",
    ),
    "autoFilter": ("filterColumn", "sortState", "extLst"),
    "c": ("f", "v", "is", "extLst"),
    "xf": ("alignment", "protection", "extLst"),
    "dxf": ("font", "numFmt", "fill", "alignment", "border", "protection", "extLst"),
    "font": (
        # Excel itself writes a font's elements in any order, so a set is checked here.
    ),
    "sheetView": ("pane", "selection", "pivotSelection", "extLst"),
    "dataValidation": ("formula1", "formula2"),
    "cfRule": ("formula", "colorScale", "dataBar", "iconSet", "extLst"),
}
"""Element of the main namespace → its children in order; an empty order isn't checked."""
CONTENT_TYPES: Final = {
    "worksheet": "spreadsheetml.worksheet+xml",
    "chartsheet": "spreadsheetml.chartsheet+xml",
    "styles": "spreadsheetml.styles+xml",
    "sharedStrings": "spreadsheetml.sharedStrings+xml",
    "table": "spreadsheetml.table+xml",
    "pivotTable": "spreadsheetml.pivotTable+xml",
    "pivotCacheDefinition": "spreadsheetml.pivotCacheDefinition+xml",
    "pivotCacheRecords": "spreadsheetml.pivotCacheRecords+xml",
    "drawing": "drawing+xml",
    "chart": "drawingml.chart+xml",
    "comments": "spreadsheetml.comments+xml",
    "slicer": "ms-excel.slicer+xml",
    "slicerCache": "ms-excel.slicerCache+xml",
    "theme": "theme+xml",
    "threadedComment": "ms-excel.threadedcomments+xml",
    "person": "ms-excel.person+xml",
    "calcChain": "spreadsheetml.calcChain+xml",
}
"""End of a relationship's type → what its target's content type ends in."""
