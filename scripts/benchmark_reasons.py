"""Why things differ, by class as the conformance benchmark names it: for docs/benchmarks.md."""

ENGINE = "the engine's own: "
SETTINGS = "settings of the author's system, not in the file: "

REASONS: dict[str, dict[str, str]] = {
    "recalc_cells_equal": {
        "follows": "reads a cell of another class",
        "text → text: TEXT": ENGINE
        + "the small `e` of an exponent comes out as a capital (in formats made to try limits: `|#.#|e+|0|`)",
        "text → #VALUE!: TEXT": ENGINE + "`TEXT` with an exponent and a percent sign (`#e-#%`)",
        "number → number: no function": ENGINE
        + "a name that refers relatively (`Sheet1!$B1`) is read as if it stood in A1",
        "number → number: SUM": ENGINE + "a name that refers relatively",
        "number → number: COUNTIF": ENGINE + "a criterion that is an error value finds nothing",
        "number → number: TAN": "last digits of π/2 at the pole: another reduction of the argument",
        "number → number: FREQUENCY": ENGINE
        + "counts come back in the order of the sorted limits, not of the given ones",
        "number → number: VALUE": SETTINGS + "day before month",
        "number → number: ERROR.TYPE": ENGINE
        + "constants of the newer error values are read as `#VALUE!`",
        "number → number: XLOOKUP": ENGINE
        + "looking for nothing finds the first cell, not an empty one",
        "text → #DIV/0!: VALUETOTEXT": ENGINE + "an error value isn't turned into text",
        "number → #NAME?: IF ISOMITTED": ENGINE + "optional parameters of `LAMBDA`",
        "number → #VALUE!: IF ISOMITTED": ENGINE + "optional parameters of `LAMBDA`",
        "number → #VALUE!: no function": ENGINE + "`@` before an area of one cell in another row",
        "number → #REF!: INDIRECT": ENGINE + "`INDIRECT` of a defined name",
        "number → #VALUE!: RANK": ENGINE + "`RANK` in several areas",
        "text → text: AND IF OR": "the saved value doesn't follow from the cells saved with it",
    },
    "display_equal": {
        "dates and times by the settings": SETTINGS
        + "a 24-hour clock and two-digit years where the United States have 12 hours and four digits",
        "numbers": "the other program's columns are off: the text belongs to another cell, or to another character set",
        "dates and times": "the other program's columns are off by one cell",
    },
    "roundtrip_kinds_kept": {
        "styles": ENGINE + "see the example",
        "views": ENGINE + "a selection of A1, which Excel assumes anyway, is left out",
        "names": ENGINE
        + "references to other workbooks are written with their path, or renumbered",
        "conditional formats": ENGINE
        + "rules of the extension list are written a second time in the old place",
        "formulas": "a sheet called like a cell (`LOG10`) is quoted; it means the same",
        "comments": ENGINE + "a line break before the text is dropped",
    },
}

SAMPLE_REASONS = {
    "InvalidArgument at ChartDataLabel.set": "`geometricShapeType` of a data label isn't in the public package",
    "ItemNotFound at ChartCollection.getItem": "the sample's own: its set-up draws on the sheet that is "
    "active before it activates the one it made, and looks for the chart there",
}
