"""What trips a host of Office.js when things are loaded, one test each, through the unmodified library."""

SHEET = "const sheet = context.workbook.worksheets.getItem('Sheet1');"


# -- load ----------------------------------------------------------------------------------------
def test_names_may_be_typed_in_any_case_and_with_either_separator(excel, office_js):
    assert office_js.value(
        excel,
        SHEET
        + "const r = sheet.getRange('A1'); r.values = [[1]]; r.load('VALUES, Format.Font/Bold, "
        "worksheet/NAME'); await context.sync(); return [r.values, r.format.font.bold, r.worksheet.name];",
    ) == [[[1]], False, "Sheet1"]


def test_every_form_of_load_on_a_collection_reaches_the_items(excel, office_js):
    for form in (
        "'items/name'",
        "['items/name']",
        "'name'",
        "{name: true}",
        "{select: 'name'}",
        "{$all: true}",
        "'items'",
        "",
        "{}",
        "'items/*'",
        "{expand: 'items'}",
    ):
        assert office_js.value(
            excel,
            f"const all = context.workbook.worksheets; all.load({form}); await context.sync();"
            "return all.items.map(s => s.name);",
        ) == ["Sheet1"], form


def test_nested_collections_load_through_items(excel, office_js):
    assert office_js.value(
        excel,
        SHEET
        + "sheet.getRange('A1:B2').values = [['a', 'b'], [1, 2]]; sheet.tables.add('A1:B2', true);"
        "const all = context.workbook.worksheets; all.load('items/tables/items/columns/items/name,"
        "items/tables/count'); await context.sync(); const t = all.items[0].tables;"
        "return [t.count, t.items[0].columns.items.map(c => c.name)];",
    ) == [1, ["a", "b"]]


def test_a_collections_own_scalar_loads_beside_its_items(excel, office_js):
    assert office_js.value(
        excel,
        SHEET
        + "sheet.getRange('A1:B2').values = [['a', 'b'], [1, 2]]; sheet.tables.add('A1:B2', true);"
        "const t = context.workbook.tables; t.load('count'); await context.sync();"
        "const u = sheet.tables; u.load('items'); await context.sync();"
        "return [t.count, t.items.length, u.count, u.items[0].name];",
    ) == [1, 1, 1, "Table1"]


def test_top_and_skip_cut_the_items(excel, office_js):
    assert office_js.value(
        excel,
        "for (const n of ['B', 'C', 'D']) context.workbook.worksheets.add(n);"
        "const all = context.workbook.worksheets; all.load({select: 'name', top: 2, skip: 1});"
        "await context.sync(); const names = all.items.map(s => s.name);"
        "all.items[1].position = 0; await context.sync(); all.load({name: true, $top: 1});"
        "await context.sync(); return [names, all.items.map(s => s.name)];",
    ) == [["B", "C"], ["C"]]


def test_items_of_a_collection_without_keys_carry_no_id(excel, office_js):
    run = office_js.run(
        excel,
        SHEET + "sheet.getRange('A1:B3').values = [['a', 'b'], [1, 2], [3, 4]];"
        "const t = sheet.tables.add('A1:B3', true); t.rows.load('values'); await context.sync();"
        "const row = t.rows.items[1]; row.values = [[30, 40]]; await context.sync();"
        "row.load('index,values'); await context.sync(); return [row.index, row.values];",
    )
    assert run.error is None, run.error
    assert run.value == [1, [[30, 40]]]


def test_load_without_names_gives_every_scalar_and_a_named_missing_one_says_so(excel, office_js):
    value = office_js.value(
        excel, "const w = context.workbook; w.load(); await context.sync(); return w.toJSON();"
    )
    assert value["name"] == "Book1.xlsx"
    assert "chartDataPointTrack" not in value
    error = office_js.run(
        excel, "context.workbook.load('chartDataPointTrack'); await context.sync();"
    ).error
    assert (error["code"], error["debugInfo"]["errorLocation"]) == (
        "NotImplemented",
        "Workbook.chartDataPointTrack",
    )


def test_a_name_in_load_that_doesnt_exist_is_skipped(excel, office_js):
    code = "sheet.load('colour,name'); await context.sync(); return [sheet.name, sheet.colour];"
    assert office_js.value(excel, SHEET + code) == ["Sheet1", None]


def test_loading_recursively_walks_the_named_classes(excel, office_js):
    assert office_js.value(
        excel,
        SHEET
        + "sheet.getRange('A1:B2').values = [['a', 'b'], [1, 2]]; sheet.tables.add('A1:B2', true);"
        "context.loadRecursive(context.workbook, {Worksheet: 'name', Table: 'name', TableColumn: 'name'}, 8);"
        "await context.sync(); const s = context.workbook.worksheets.items[0];"
        "return [s.name, s.tables.items[0].name, s.tables.items[0].columns.items.map(c => c.name)];",
    ) == ["Sheet1", "Table1", ["a", "b"]]


def test_retrieve_and_update_use_javascript_names(excel):
    head = {
        "1": {"Id": 1, "ObjectPathType": 1, "Name": ""},
        "2": {"Id": 2, "ObjectPathType": 4, "Name": "Worksheets", "ParentObjectPathId": 1},
        "3": {
            "Id": 3,
            "ObjectPathType": 5,
            "Name": "",
            "ParentObjectPathId": 2,
            "ArgumentInfo": {"Arguments": ["Sheet1"]},
        },
    }
    answer = excel.run_batch(
        {
            "Actions": [
                {
                    "Id": 5,
                    "ActionType": 9,
                    "Name": "",
                    "ObjectPathId": 3,
                    "ObjectState": {"name": "Renamed", "showGridlines": False},
                },
                {
                    "Id": 6,
                    "ActionType": 7,
                    "Name": "",
                    "ObjectPathId": 3,
                    "QueryInfo": {"Select": ["name", "showGridlines", "names/name"]},
                },
                {
                    "Id": 7,
                    "ActionType": 7,
                    "Name": "",
                    "ObjectPathId": 2,
                    "QueryInfo": {"Select": ["items/name"]},
                },
            ],
            "ObjectPaths": head,
        }
    )
    assert answer["Error"] is None
    assert [result["Value"] for result in answer["Results"]] == [
        None,
        {"name": "Renamed", "showGridlines": False, "names": {"items": []}},
        {"items": [{"name": "Renamed"}]},
    ]


# -- null objects --------------------------------------------------------------------------------
def test_everything_below_a_null_object_is_null_in_this_and_later_requests(excel, office_js):
    run = office_js.run(
        excel,
        "const w = context.workbook.worksheets.getItemOrNullObject('Nope'); const r = w.getRange('A1');"
        "r.values = [[1]]; r.format.font.bold = true; r.load('values'); w.activate(); w.load();"
        "await context.sync(); const later = w.getRange('B1'); later.values = [[2]]; later.load('address');"
        "await context.sync(); return [w.isNullObject, r.isNullObject, later.isNullObject, w.toJSON()];",
    )
    assert run.value == [True, True, True, {}]
    assert all(result["Value"] is None for result in run.exchanges[1].response["Results"])
