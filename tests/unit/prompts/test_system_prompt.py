"""The assembled system prompt: its text, its size, and that nothing is left out silently."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from jinja2 import StrictUndefined, UndefinedError

from tieout.prompts import assemble
from tieout.prompts.assemble import SystemPrompt, system_prompt
from tieout.prompts.wrapped_api import ApiEntry, load_wrapped_api, parse_api_index
from tieout.skills.library import SkillLibrary, load_library
from tieout.skills.skill_file import Skill

GOLDEN = Path(__file__).parents[2] / "golden" / "system_prompt.txt"
API = (
    ApiEntry("sheet.setCell", "sheet.setCell(address, value)", "Write one cell."),
    ApiEntry("sheet.listSheets", "sheet.listSheets()", ""),
)
SKILLS = SkillLibrary(
    (
        Skill("charts", "Make or change a chart.", "…", call="getChartInfo"),
        Skill("dcf", "Value a company by its cash flows.", "…"),
        Skill("house-style", "How this firm lays out models.", "…", own=True),
    )
)


def whole(prompt: SystemPrompt) -> str:
    return f"{prompt.persona}\n\n=====\n\n{prompt.capabilities}\n"


def test_the_prompt_is_the_golden_text() -> None:
    """Run with TIEOUT_UPDATE_GOLDEN=1 to accept a new text; read the diff before you do."""
    text = whole(system_prompt(API, SKILLS))
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


def test_every_spec_and_skill_of_this_installation_is_listed_once() -> None:
    library = load_library()
    capabilities = system_prompt(API, library).capabilities
    for skill in library.skills:
        line = f"- `general.{skill.call}()`:" if skill.call else f"- `{skill.name}`:"
        listed = skill.name != "advanced-api"
        assert capabilities.count(line) == int(listed), skill.name
        assert not listed or skill.description in capabilities


def test_a_users_own_skill_is_marked() -> None:
    assert "`house-style`: How this firm lays out models. (of this user" in (
        system_prompt(API, SKILLS).capabilities
    )


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
        "from tests.unit.prompts.test_system_prompt import API, SKILLS, whole\n"
        "from tieout.prompts.assemble import system_prompt\n"
        "import hashlib; print(hashlib.sha256(whole(system_prompt(API, SKILLS)).encode()).hexdigest())"
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
    own = hashlib.sha256(whole(system_prompt(API, SKILLS)).encode()).hexdigest()
    assert hashes == {own + "\n"}
