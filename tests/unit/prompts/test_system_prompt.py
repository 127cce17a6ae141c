"""The assembled system prompt: its text, its size, and that nothing is left out silently."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from jinja2 import StrictUndefined, UndefinedError

from tieout.prompts import assemble
from tieout.prompts.assemble import SpecLine, SystemPrompt, system_prompt
from tieout.prompts.wrapped_api import ApiEntry, load_wrapped_api, parse_api_index

GOLDEN = Path(__file__).parents[2] / "golden" / "system_prompt.txt"
API = (
    ApiEntry("sheet.setCell", "sheet.setCell(address, value)", "Write one cell."),
    ApiEntry("sheet.listSheets", "sheet.listSheets()", ""),
)
SPECS = (SpecLine("general.getChartInfo()", "before making or changing a chart"),)


def whole(prompt: SystemPrompt) -> str:
    return f"{prompt.persona}\n\n=====\n\n{prompt.capabilities}\n"


def test_the_prompt_is_the_golden_text() -> None:
    """Run with TIEOUT_UPDATE_GOLDEN=1 to accept a new text; read the diff before you do."""
    text = whole(system_prompt(API, SPECS))
    if os.environ.get("TIEOUT_UPDATE_GOLDEN"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_every_function_of_the_shipped_sandbox_is_listed_once() -> None:
    api = load_wrapped_api()
    capabilities = system_prompt(api).capabilities
    assert api
    for entry in api:
        assert capabilities.count(f"- `{entry.signature}`") == 1
        assert entry.doc in capabilities


def test_without_specs_it_says_so_and_points_to_office_js() -> None:
    capabilities = system_prompt(API).capabilities
    assert "None are installed yet" in capabilities
    assert "worksheet.charts.add" in capabilities
    assert "None are installed" not in system_prompt(API, SPECS).capabilities


def test_the_prompt_keeps_its_budget() -> None:
    prompt = system_prompt(load_wrapped_api())
    assert len(prompt.persona) < 3_900, (
        "L0 is 600 to 1,200 tokens; prose has about 3.3 characters each"
    )
    assert len(prompt.capabilities.splitlines()) < 300


def test_a_template_that_names_something_unknown_fails_instead_of_printing_nothing() -> None:
    environment = assemble._templates()
    assert environment.undefined is StrictUndefined
    with pytest.raises(UndefinedError):
        environment.from_string("{{ nothing }}").render()


def test_a_broken_index_is_named() -> None:
    with pytest.raises(ValueError, match=r"index\.json is broken"):
        parse_api_index('[{"name": "x"}]')


@pytest.mark.parametrize("seed", ["1", "99"])
def test_the_prompt_does_not_depend_on_hash_seed_or_locale(seed: str) -> None:
    code = (
        "from tests.unit.prompts.test_system_prompt import API, SPECS, whole\n"
        "from tieout.prompts.assemble import system_prompt\n"
        "import hashlib; print(hashlib.sha256(whole(system_prompt(API, SPECS)).encode()).hexdigest())"
    )
    hashes = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for locale in ("C", "C.UTF-8")
    }
    own = hashlib.sha256(whole(system_prompt(API, SPECS)).encode()).hexdigest()
    assert hashes == {own + "\n"}
