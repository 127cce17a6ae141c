"""What the skills call by name exists: members, values of enums, calls, other skills.

Their code is run elsewhere; this is about names in their sentences, where a wrong one would be
believed as well. Silent where it isn't certain what a name stands for.
"""

import json
import re
from functools import cache
from typing import Final

import pytest

from tieout.assets import asset
from tieout.execution.preflight import preflight
from tieout.prompts.wrapped_api import load_wrapped_api
from tieout.skills.library import load_library
from tieout.skills.skill_file import Skill

SKILLS = load_library().skills
_FENCED: Final = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_CODE: Final = re.compile(r"^```js(?! wrong)[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_INLINE: Final = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_MEMBER: Final = re.compile(
    r"(?<![\w\"'/.])[a-zA-Z]\w*(?:\(\))?(?:\.[a-zA-Z]\w*(?:\(\))?)*\.([a-z]\w+)"
)
_HUMPS: Final = re.compile(r"[a-z]+(?:[A-Z][a-z0-9]*)+|[A-Z][a-z]+(?:[A-Z][a-z0-9]+)+")
_INFO: Final = re.compile(r"\bget[A-Z]\w*Info\b")

NOT_OFFICE_JS: Final = {
    "GateRefused": "an error of Tieout's own",
    "OrNullObject": "the end of many members' names",
    "TableStyleDark1": "a style's name",
    "TableStyleLight1": "a style's name",
    "TableStyleMedium1": "a style's name",
    "TaxRate": "a name in a workbook",
    "TextBox": "named as a value that doesn't exist",
    "asOf": "a parameter in an example of LET",
    "json": "the end of a file's name",
    "toISOString": "JavaScript's",
}
STANDING_FOR: Final = """
  const workbook = context.workbook;
  const worksheet = workbook.worksheets.getItem("A"), ws = workbook.worksheets.getItem("A");
  const range = worksheet.getRange("A1"), table = workbook.tables.getItem("T");
  const chart = worksheet.charts.getItem("C"), series = chart.series.getItemAt(0);
  const pivot = workbook.pivotTables.getItem("P"), layout = pivot.layout;
  const shape = worksheet.shapes.getItem("S"), pageLayout = worksheet.pageLayout;
  const dataValidation = range.dataValidation;
  const comments = workbook.comments, notes = workbook.notes, names = workbook.names;
"""
"""What the sentences mean by these words."""


@cache
def known_names() -> frozenset[str]:
    text = asset("office_js_reference/api-reference.json").read_text("utf-8")
    names: set[str] = set(NOT_OFFICE_JS)
    reference = json.loads(text)
    names.update(key.partition(".")[0] for key in reference["classes"])
    for owner, item in reference["detail"].items():
        names.add(owner.rpartition(".")[2])
        names.update(member.removeprefix(".") for member in item.get("members", ()))
        names.update(item.get("values", {}).values())
    names.update(re.findall(r"[A-Za-z.]+\((\w+)\)\"", text))
    names.update(entry.name.rpartition(".")[2] for entry in load_wrapped_api())
    names.update(skill.call for skill in SKILLS if skill.call)
    return frozenset(names)


def inline_code(skill: Skill) -> list[str]:
    found = _INLINE.findall(_FENCED.sub("", skill.text))
    return [code for code in found if not code.startswith("=")]


def unknown_names(code: str) -> set[str]:
    """Members after a dot, and single words of several humps, that nothing is called by."""
    words = set(_MEMBER.findall(code))
    if _HUMPS.fullmatch(code.strip('"')):
        words.add(code.strip('"'))
    dates = {"mm", "yyyy"}
    return words - known_names() - dates


@pytest.mark.parametrize("skill", SKILLS, ids=lambda skill: skill.name)
def test_every_name_in_a_sentence_is_one_of_the_reference_or_ours(skill: Skill) -> None:
    wrong = {code: unknown for code in inline_code(skill) if (unknown := unknown_names(code))}
    assert wrong == {}


@pytest.mark.parametrize("skill", SKILLS, ids=lambda skill: skill.name)
def test_members_belong_to_what_they_are_said_of(skill: Skill) -> None:
    """As code is looked at before it runs; also code that the embedded Excel can't run."""
    for code in inline_code(skill):
        program = f"async function execute() {{{STANDING_FOR}\n  ({code});\n}}"
        assert preflight(program, {}).unknown == (), code
    for code in _CODE.findall(skill.text):
        assert preflight(code, {}).unknown == ()


@pytest.mark.parametrize("skill", SKILLS, ids=lambda skill: skill.name)
def test_calls_that_a_skill_sends_to_exist(skill: Skill) -> None:
    calls = {other.call for other in SKILLS} | {"getAPIInfo"}
    assert set(_INFO.findall(skill.text)) - calls == set()


def test_wrong_names_are_found() -> None:
    assert unknown_names("range.setBackgrounds()") == {"setBackgrounds"}
    assert unknown_names('"PercentOfGrandTotals"') == {"PercentOfGrandTotals"}
    assert unknown_names("valueAxis.displayUnit") == set()
    assert unknown_names("dd.mm.yyyy") == set()
    wrong = f"async function execute() {{{STANDING_FOR}\n  (pivot.rowFields);\n}}"
    assert "PivotTable has no member 'rowFields'" in preflight(wrong, {}).unknown[0]
