"""Skills are read from folders, ours strictly and the user's forgivingly."""

from pathlib import Path

import pytest

from tieout.assets import asset
from tieout.skills.library import MOST_OWN, NO_SKILLS, SkillLibrary, load_library
from tieout.skills.skill_file import MOST_BYTES, Skill, SkillUnreadable, parse_skill, read_skill

GOOD = "---\nname: lbo\ndescription: Model a\n  buyout.\n---\n\n# LBO\n\nText.\n"


def make(folder: Path, name: str, text: str) -> Path:
    (folder / name).mkdir()
    (folder / name / "SKILL.md").write_bytes(text.encode())
    return folder / name


def test_front_matter_and_text_are_told_apart() -> None:
    assert parse_skill(GOOD, "lbo") == Skill("lbo", "Model a buyout.", "# LBO\n\nText.")
    windows = parse_skill("\ufeff".strip("\ufeff") + GOOD.replace("\n", "\r\n"), "lbo")
    assert windows == parse_skill(GOOD, "lbo")


def test_what_other_agents_keep_in_front_matter_is_no_error() -> None:
    text = "---\nname: a\ndescription: b\nlicense: MIT\nallowed-tools: [Read]\nmetadata:\n  version: 2\n---\nText"
    assert parse_skill(text, "a").call == ""


def test_a_spec_names_its_call_and_a_users_skill_can_not() -> None:
    text = "---\nname: charts\ndescription: d\nmetadata:\n  call: getChartInfo\n---\nText"
    assert parse_skill(text, "charts").call == "getChartInfo"
    assert parse_skill(text, "charts", own=True).call == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# LBO\n", "doesn't begin with front matter"),
        ("---\nname: lbo\n---\nText", "description is wrong: Field required"),
        ("---\nname: [\n---\nText", "isn't YAML"),
        ("---\n- lbo\n---\nText", "the front matter is wrong"),
        ("---\nname: dcf\ndescription: d\n---\nText", "its name is dcf"),
        ("---\nname: L B O\ndescription: d\n---\nText", "name is wrong"),
        ("---\nname: lbo\ndescription: d\nmetadata:\n  call: rm\n---\nText", "call is wrong"),
        ("---\nname: lbo\ndescription: d\n---\n \n", "no text"),
        ("---\nname: lbo\ndescription: " + "d" * 9000 + "\n---\nText", "front matter"),
    ],
)
def test_a_broken_skill_is_named_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(SkillUnreadable) as refused:
        parse_skill(text, "lbo")
    assert said in str(refused.value)
    assert "lbo/SKILL.md" in str(refused.value)


def test_aliases_in_yaml_can_not_blow_up() -> None:
    bomb = "a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: &d [*c,*c]\n"
    assert parse_skill(f"---\n{bomb}name: lbo\ndescription: d\n---\nText", "lbo").name == "lbo"


def test_a_file_that_is_too_long_or_no_text_is_refused(tmp_path: Path) -> None:
    long = make(tmp_path, "lbo", GOOD + "x" * MOST_BYTES)
    with pytest.raises(SkillUnreadable, match="longer than 64 KB"):
        read_skill(long)
    binary = make(tmp_path, "dcf", "")
    (binary / "SKILL.md").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SkillUnreadable, match="UTF-8"):
        read_skill(binary)


def test_an_id_changes_with_the_text_alone() -> None:
    first, other = Skill("a", "d", "text"), Skill("a", "other", "text")
    assert first.evidence_id == other.evidence_id
    assert first.evidence_id != Skill("a", "d", "text.").evidence_id
    assert first.evidence_id.startswith("skill:a@")
    assert Skill("a", "d", "text", "getAInfo").evidence_id.startswith("spec:a@")


def test_the_users_skills_join_ours_and_broken_ones_are_reported(tmp_path: Path) -> None:
    make(tmp_path, "lbo", GOOD)
    make(tmp_path, "broken", "no front matter")
    make(tmp_path, "advanced-api", GOOD.replace("lbo", "advanced-api"))
    library = load_library(tmp_path)
    found = library.named("lbo")
    assert found is not None
    assert found.own
    assert found in library.readable
    assert [problem.split(" ")[0] for problem in library.problems] == [
        "advanced-api",
        "broken/SKILL.md",
    ]
    reference = library.named("advanced-api")
    assert reference is not None
    assert not reference.own


def test_only_so_many_of_the_users_skills_are_read(tmp_path: Path) -> None:
    for number in range(MOST_OWN + 2):
        make(tmp_path, f"own-{number:03}", GOOD.replace("lbo", f"own-{number:03}"))
    library = load_library(tmp_path)
    assert sum(skill.own for skill in library.skills) == MOST_OWN
    assert "the first 50 are used" in library.problems[0]


def test_a_folder_that_is_not_there_is_reported_not_raised(tmp_path: Path) -> None:
    assert load_library(tmp_path / "none").problems == (
        f"There is no folder of skills at {tmp_path / 'none'}.",
    )


def test_a_run_is_given_the_texts_its_code_names() -> None:
    charts, pivots = (
        Skill("charts", "d", "C", "getChartInfo"),
        Skill("pivots", "d", "P", "getPivotInfo"),
    )
    library = SkillLibrary((charts, pivots))
    assert library.texts_for("console.log(general.getChartInfo())") == {
        "getChartInfo": "C",
        "getPivotInfo": "",
    }
    assert library.spec_of("C\n") == charts
    assert library.spec_of("C and more") is None
    assert NO_SKILLS.texts_for("general.getChartInfo()") == {}


def test_our_own_skills_keep_to_their_sizes() -> None:
    library = load_library()
    assert library.named("advanced-api")
    for skill in library.skills:
        lines = skill.text.count("\n") + 1
        assert 60 <= lines <= 300, f"{skill.name}: {lines} lines"
        assert len(skill.description) <= 200 or skill.name == "advanced-api", skill.name
        assert (
            max(map(len, (asset("skills") / skill.name / "SKILL.md").read_text().splitlines()))
            < 2_000
        )
