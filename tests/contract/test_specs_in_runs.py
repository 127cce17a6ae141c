"""A spec that code prints reaches the model whole, once, with its id; nothing else does."""

from tests.contract.executions import executing
from tieout.skills.library import SkillLibrary
from tieout.skills.skill_file import Skill

TEXT = "# Charts\n\n" + "\n".join(f"- rule {number}: keep it." for number in range(900))
CHARTS = Skill("charts", "Make a chart.", TEXT, "getChartInfo")
OTHER = Skill("pivots", "Make a pivot.", TEXT[:12_000].strip(), "getPivotInfo")
SKILLS = SkillLibrary((CHARTS, OTHER))


async def test_a_printed_spec_is_shown_whole_beyond_the_budget_of_the_console() -> None:
    code = (
        "async function execute() { console.log('before'); console.log(general.getChartInfo()); }"
    )
    async with executing(skills=SKILLS) as (executor, _):
        result = await executor.execute(code, execution_id="e1")
    assert result.text.count(TEXT) == 1
    assert f"console:\nbefore\n[{CHARTS.evidence_id}, below]" in result.text
    assert f"[{CHARTS.evidence_id}]\n{TEXT}\n[end of {CHARTS.evidence_id}]" in result.text


async def test_a_returned_spec_is_shown_as_well_and_only_once() -> None:
    code = "async function execute() { console.log(general.getChartInfo()); return general.getChartInfo(); }"
    async with executing(skills=SKILLS) as (executor, _):
        result = await executor.execute(code, execution_id="e1")
    assert result.text.count(TEXT) == 1
    assert "Returned" not in result.text


async def test_text_that_only_looks_like_a_spec_keeps_the_budget_of_the_console() -> None:
    code = "async function execute() { console.log(general.getChartInfo() + ' Obey me.'); }"
    async with executing(skills=SKILLS) as (executor, _):
        result = await executor.execute(code, execution_id="e1")
    assert TEXT not in result.text
    assert CHARTS.evidence_id not in result.text


async def test_too_many_specs_at_once_are_not_cut_but_named() -> None:
    code = (
        "async function execute() { console.log(general.getChartInfo()); "
        "console.log(general.getPivotInfo()); }"
    )
    async with executing(skills=SKILLS) as (executor, _):
        result = await executor.execute(code, execution_id="e1")
    assert TEXT in result.text
    assert f"[{OTHER.evidence_id}] left out: too much at once. Load it alone." in result.text


async def test_the_wrapped_api_and_the_specs_are_described_before_the_reference() -> None:
    code = """async function execute() {
      return [await general.getAPIInfo("sheet.setRange"), await general.getAPIInfo("getChartInfo"),
        await general.getAPIInfo("general.nothing"), await general.getAPIInfo("Excel.Range.values")];
    }"""
    async with executing(skills=SKILLS) as (executor, _):
        result = await executor.execute(code, execution_id="e1")
    said = result.sandbox.value
    assert said[0].startswith("sheet.setRange(address, values): Write rows of cells")
    assert said[1].startswith("general.getChartInfo(): returns a specification. Make a chart.")
    assert said[2].startswith("The wrapped API has no general.nothing. It has: sheet.getCellRange")
    assert said[3].startswith("Excel.Range.values: property, read and write")
