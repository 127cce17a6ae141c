"""What the skills tell the model to write works: all of their code runs, and does what it says."""

import pytest
from spec_runs import INPUTS, blocks_of, embedded_sets, run_blocks, skills_of_this_project

SKILLS = {skill.name: skill for skill in skills_of_this_project()}
WITH_CODE = [name for name, skill in SKILLS.items() if "\n```js" in skill.text]


@pytest.mark.parametrize("name", WITH_CODE)
async def test_the_code_of_a_skill_runs_and_does_what_it_says(name: str) -> None:
    blocks = blocks_of(SKILLS[name])
    assert blocks[-1].where.endswith("check.js"), f"{INPUTS / name / 'check.js'} is missing"
    for ran in await run_blocks(blocks):
        if ran.result is None:
            continue
        if ran.block.is_wrong:
            harmless = ran.result.is_error or ran.result.changes.is_empty
            assert harmless, f"{ran.block.where} is called wrong, and works: {ran.result.text}"
        else:
            assert not ran.result.is_error, f"{ran.block.where}: {ran.result.text}"
            assert ran.result.outcome == "applied", f"{ran.block.where}: {ran.result.text}"


@pytest.mark.parametrize("name", WITH_CODE)
def test_code_is_only_left_out_where_the_embedded_excel_lacks_its_set(name: str) -> None:
    sets = embedded_sets()
    for block in blocks_of(SKILLS[name]):
        assert block.mark in ("", "wrong") or block.requires, f"{block.where}: {block.mark!r}"
        if block.requires is not None:
            wanted, version = block.requires
            has = tuple(map(int, sets.get(wanted, "0.0").split(".")))
            assert has < tuple(map(int, version.split("."))), f"{block.where} could run"
