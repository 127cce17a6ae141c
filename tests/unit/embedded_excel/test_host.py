"""Opening, revisions, saving and the death of the engine."""

import pytest

from embedded_excel.calc.engine import EngineFailed
from embedded_excel.calc.formulon_engine import FormulonEngine
from embedded_excel.errors import WorkbookFileError
from embedded_excel.host import EmbeddedExcel

WORKBOOK = {"Id": 1, "ObjectPathType": 1, "Name": ""}
PATHS = {
    "1": WORKBOOK,
    "2": {"Id": 2, "ObjectPathType": 4, "Name": "Worksheets", "ParentObjectPathId": 1},
    "3": {
        "Id": 3,
        "ObjectPathType": 5,
        "Name": "",
        "ParentObjectPathId": 2,
        "ArgumentInfo": {"Arguments": ["Sheet1"]},
    },
    "4": {
        "Id": 4,
        "ObjectPathType": 3,
        "Name": "GetRange",
        "ParentObjectPathId": 3,
        "ArgumentInfo": {"Arguments": ["A1"]},
    },
}


def write(excel, value):
    action = {
        "Id": 9,
        "ActionType": 4,
        "Name": "Values",
        "ObjectPathId": 4,
        "ArgumentInfo": {"Arguments": [value]},
    }
    return excel.run_batch({"Actions": [action], "ObjectPaths": PATHS}, 1)


def read(excel):
    action = {
        "Id": 9,
        "ActionType": 2,
        "Name": "",
        "ObjectPathId": 4,
        "QueryInfo": {"Select": ["values"]},
    }
    answer = excel.run_batch({"Actions": [action], "ObjectPaths": PATHS})
    assert answer["Error"] is None
    return answer["Results"][0]["Value"]["Values"][0][0]


@pytest.fixture
def excel():
    host = EmbeddedExcel.new("Plan.xlsx")
    yield host
    host.close()


def test_the_revision_rises_with_writes_and_not_with_reads(excel):
    assert excel.revision == 0
    read(excel)
    assert excel.revision == 0
    write(excel, 5)
    assert excel.revision == 1
    assert read(excel) == 5
    assert excel.revision == 1


def test_a_saved_workbook_opens_again_with_its_values(excel, tmp_path):
    write(excel, 5)
    path = tmp_path / "Plan.xlsx"
    excel.save(path)
    again = EmbeddedExcel.open(path)
    assert read(again) == 5
    assert again.workbook.file_name == "Plan.xlsx"
    assert again.workbook.previously_saved
    assert read(EmbeddedExcel.from_bytes(excel.to_bytes(), "copy.xlsx")) == 5


def test_saving_makes_it_clean(excel, tmp_path):
    write(excel, 5)
    assert excel.workbook.dirty
    excel.save(tmp_path / "Plan.xlsx")
    assert not excel.workbook.dirty


@pytest.mark.parametrize("content", [b"", b"not a workbook", b"PK\x03\x04 broken"])
def test_what_isnt_a_workbook_is_refused_in_one_sentence(content, tmp_path):
    path = tmp_path / "x.xlsx"
    path.write_bytes(content)
    with pytest.raises(WorkbookFileError) as error:
        EmbeddedExcel.open(path)
    assert "x.xlsx" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_over_the_limit_is_refused(excel, tmp_path):
    path = tmp_path / "Plan.xlsx"
    excel.save(path)
    with pytest.raises(WorkbookFileError):
        EmbeddedExcel.open(path, max_bytes=10)


def test_a_broken_engine_costs_the_changes_since_the_last_save_and_says_so(
    excel, tmp_path, monkeypatch
):
    write(excel, 5)
    excel.save(tmp_path / "Plan.xlsx")
    write(excel, 6)
    revision = excel.revision

    def trap(*_arguments, **_options):
        raise EngineFailed("trap")

    monkeypatch.setattr(excel.workbook.engine, "write", trap)
    answer = write(excel, 7)
    assert answer["Error"]["Code"] == "GeneralException"
    assert excel.revision == revision + 1
    assert read(excel) == 5
    assert any("later changes are lost" in loss for loss in excel.losses())


def test_a_broken_engine_of_a_new_workbook_starts_empty(excel, monkeypatch):
    write(excel, 5)

    def trap(*_arguments, **_options):
        raise EngineFailed("trap")

    monkeypatch.setattr(excel.workbook.engine, "recalculate", trap)
    assert write(excel, 7)["Error"]["Code"] == "GeneralException"
    assert read(excel) == ""


def test_a_workbook_that_cant_be_opened_again_answers_errors_and_is_never_saved(
    tmp_path,
):
    def gone(*_arguments, **_options):
        raise EngineFailed("trap")

    engine = FormulonEngine.new()
    excel = EmbeddedExcel(engine, "Plan.xlsx", None, new=gone)
    engine.close()
    for _ in range(2):
        assert write(excel, 1)["Error"]["Code"] == "GeneralException"
    path = tmp_path / "Plan.xlsx"
    with pytest.raises(WorkbookFileError):
        excel.save(path)
    assert not path.exists()
    assert len(excel.losses()) == 1


def test_a_client_may_declare_the_workbook_unchanged(excel):
    actions = [
        {
            "Id": 8,
            "ActionType": 4,
            "Name": "Values",
            "ObjectPathId": 4,
            "ArgumentInfo": {"Arguments": [5]},
        },
        {
            "Id": 9,
            "ActionType": 4,
            "Name": "IsDirty",
            "ObjectPathId": 1,
            "ArgumentInfo": {"Arguments": [False]},
        },
    ]
    assert excel.run_batch({"Actions": actions, "ObjectPaths": PATHS}, 1)["Error"] is None
    assert not excel.workbook.dirty
    assert excel.revision == 1


def test_closing_twice_is_fine(excel):
    excel.close()
    excel.close()
