import json
from pathlib import Path

import pytest

from tieout.assets import asset
from tieout.errors import SettingsError
from tieout.reference import build as building
from tieout.reference.build import Built, build, problems
from tieout.reference.census import census
from tieout.reference.declarations import read_declarations
from tieout.reference.doc_comments import read_comment
from tieout.reference.layout import render
from tieout.reference.model import make_model
from tieout.reference.overlay import Overlay, read_overlay, read_samples

_SOURCE = b"""
declare namespace Excel {
  /** Kind. [Api set: ExcelApi 1.2] */
  enum Kind { a = "A", b = "B" }
  enum Bare { first, second }
  /** A box.
   * @remarks [Api set: ExcelApi 1.7] */
  class Box {
    readonly items: Box[];
    /** See {@link Excel.Kind | kinds}. */
    kind: Excel.Kind | "A" | "B";
    /** Adds.
     * @param kind What. */
    add(kind: Excel.Kind, name?: string): Excel.Box;
    add(kind: "A" | "B", name?: string): Excel.Box;
    other(kind: "A"): void;
    readonly onChanged: OfficeExtension.EventHandlers<number>;
  }
}
"""
_EMPTY = Overlay.model_validate(
    {
        "requirementSets": {},
        "notInOfficeJs": {},
        "topics": {},
        "synonyms": {},
        "undo": {},
        "clearsUndo": {},
        "members": {},
    }
)


@pytest.fixture(scope="module")
def built() -> Built:
    """One build of the sources, which is what costs time."""
    return build()


@pytest.fixture(scope="module")
def small() -> dict[str, dict[str, dict[str, object]]]:
    model = make_model(read_declarations(_SOURCE, {"Excel": 1}))
    text = render(model, _EMPTY, (), {})
    assert text == render(model, _EMPTY, (), {})
    return json.loads(text)


def test_the_committed_reference_is_fresh_and_holds_every_member_of_the_types(
    built: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "build", lambda: built)
    assert problems() == []
    assert len(census()) > 10_000


def test_a_changed_or_incomplete_reference_is_told(
    built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = asset("office_js_reference")
    for name in ("overlay.json", "provenance.json", "api-reference.json"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    sections = json.loads((tmp_path / "api-reference.json").read_text("utf-8"))
    del sections["detail"]["Excel.ChartCollection"]["members"][".add"]
    (tmp_path / "api-reference.json").write_text(json.dumps(sections), "utf-8")

    def elsewhere(relative: str) -> Path:
        return tmp_path if relative == "office_js_reference" else asset(relative)

    monkeypatch.setattr(building, "asset", elsewhere)
    monkeypatch.setattr(building, "build", lambda: built)
    stale, lost = problems()
    assert "is stale" in stale
    assert lost == "1 members of the types are missing: Excel.ChartCollection.add."


def test_the_file_has_plain_keys_and_unix_lines(built: Built) -> None:
    assert '"charts.add": {' in built.text
    assert "\r" not in built.text


def test_an_enum_behind_a_type_is_folded_and_shown_by_its_values(
    small: dict[str, dict[str, dict[str, object]]],
) -> None:
    api = small["classes"]["box.kind"]["api"]
    assert str(api).startswith(
        "Excel.Box.kind: Kind [A|B] ;; property ;; ExcelApi 1.7 ;; See kinds."
    )


def test_an_overload_that_repeats_an_enums_values_is_dropped(
    small: dict[str, dict[str, dict[str, object]]],
) -> None:
    record = small["classes"]["box.add"]
    assert str(record["api"]).startswith("Excel.Box.add(kind: Kind, name?: string): Box ;; method")
    assert "api 2" not in record
    assert record["box.add(kind)"] == "Kind [A|B] - What."
    assert 'other(kind: "A")' in str(small["classes"]["box.other"]["api"])


def test_enum_members_without_a_declared_value_get_none(
    small: dict[str, dict[str, dict[str, object]]],
) -> None:
    assert small["types"]["Kind"]["isEnum"] is True
    assert small["types"]["Kind"]["Kind.a"] == "A"
    assert (
        small["types"]["Bare"]["Bare.second"] == "value not stated by the types: write Bare.second"
    )


def test_no_enum_value_of_the_reference_is_a_number_the_types_dont_give() -> None:
    sections = json.loads((asset("office_js_reference") / "api-reference.json").read_text("utf-8"))
    values = sections["detail"]["Office.AsyncResultStatus"]["values"]
    assert values == {".Succeeded": "", ".Failed": ""}


def test_a_comment_gives_text_set_parameters_and_remarks() -> None:
    doc = read_comment(
        "/**\n * Sets it. See {@link Excel.X}.\n *\n * @remarks\n * [Api set: ExcelApi 1.4]\n * Only once."
        "\n * @param a First,\n * long.\n * @deprecated Use b.\n */"
    )
    assert (doc.text, doc.api_set, doc.remarks) == (
        "Sets it. See Excel.X.",
        "ExcelApi 1.4",
        "Only once.",
    )
    assert doc.parameters == {"a": "First, long."}
    assert doc.deprecated == "Use b."
    assert read_comment("// no documentation").text == ""


def test_an_overlay_that_names_an_unknown_member_or_key_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "overlay.json"
    path.write_text('{"unknown": 1}')
    with pytest.raises(SettingsError, match=r"overlay\.json"):
        read_overlay(path)
    (tmp_path / "bad.js").write_text("let x;\n")
    with pytest.raises(SettingsError, match="title"):
        read_samples(tmp_path)


def test_declarations_that_dont_parse_are_refused() -> None:
    with pytest.raises(SettingsError, match="don't parse"):
        read_declarations(b"declare namespace Excel { class {{", {"Excel": 1})
    with pytest.raises(SettingsError, match="no namespace Excel"):
        read_declarations(b"declare namespace Word {}", {"Excel": 1})
