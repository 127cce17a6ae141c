"""The unified manifest: rendered from the same settings, held against our rules and the schema."""

import json
import subprocess
from pathlib import Path

import pytest
from jsonschema import Draft4Validator

from tieout.manifest.render import render_addin_xml, render_unified_json
from tieout.manifest.settings import COMMANDS, UNIFIED_SCHEMA, manifest_settings
from tieout.manifest.validate_unified import validate_unified_json

ROOT = Path(__file__).resolve().parents[3]
CONVERTER = "office-addin-manifest-converter@0.4.1"


@pytest.fixture(scope="module")
def manifest() -> dict:
    settings = manifest_settings("dev", "https://localhost:8765", version="0.1.0")
    return json.loads(render_unified_json(settings))


def extension(manifest: dict) -> dict:
    return manifest["extensions"][0]


def first_button(manifest: dict) -> dict:
    return extension(manifest)["ribbons"][0]["tabs"][0]["groups"][0]["controls"][0]


def test_what_is_rendered_is_valid(manifest):
    assert validate_unified_json(json.dumps(manifest)) == ()


def test_it_has_what_the_other_manifest_has(manifest):
    found = extension(manifest)
    assert [a["id"] for a in found["runtimes"][0]["actions"]] == [c.id for c in COMMANDS]
    assert found["contextMenus"][0]["menus"][0]["entryPoint"] == "cell"
    assert [s["actionId"] for s in found["keyboardShortcuts"][0]["shortcuts"]] == [
        c.id for c in COMMANDS if c.shortcut
    ]


BREAKS = {
    "guid": lambda m: m.update(id="7af12073"),
    "version": lambda m: m.update(version="1.0"),
    "length": lambda m: m["name"].update(short="T" * 31),
    "requirements": lambda m: extension(m)["requirements"].update(scopes=["mail"]),
    "runtime": lambda m: extension(m)["runtimes"][0].update(lifetime="short"),
    "https": lambda m: extension(m)["runtimes"][0]["code"].update(page="http://localhost"),
    "action": lambda m: first_button(m).update(actionId="nobody"),
    "icon_sizes": lambda m: first_button(m)["icons"].pop(),
    "missing": lambda m: m.pop("extensions"),
}


@pytest.mark.parametrize("rule", BREAKS)
def test_a_broken_rule_is_named(manifest, rule):
    changed = json.loads(json.dumps(manifest))
    BREAKS[rule](changed)
    assert [problem.rule for problem in validate_unified_json(json.dumps(changed))] == [rule]


def test_what_is_no_json_is_said():
    assert [problem.rule for problem in validate_unified_json("{")] == ["syntax"]


# -- against Microsoft's schema, fetched by npm -------------------------------------------------


def npm(folder: Path, package: str) -> Path:
    """An npm package in a folder of its own, or skip."""
    command = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), package]
    try:
        done = subprocess.run(command, capture_output=True, timeout=120, check=False)
    except (OSError, subprocess.TimeoutExpired):
        pytest.skip("npm is not at hand")
    if done.returncode:
        pytest.skip(f"npm can't get {package}")
    return folder / "node_modules"


@pytest.fixture(scope="module")
def schema(tmp_path_factory) -> Draft4Validator:
    modules = npm(tmp_path_factory.mktemp("schema"), "@microsoft/app-manifest@1.1.2")
    path = f"@microsoft/app-manifest/build/json-schemas/teams/v{UNIFIED_SCHEMA}/MicrosoftTeams.schema.json"
    return Draft4Validator(json.loads((modules / path).read_text("utf-8")))


@pytest.mark.slow
def test_it_follows_the_schema(manifest, schema):
    assert [error.message for error in schema.iter_errors(manifest)] == []
    wrong = json.loads(json.dumps(manifest))
    extension(wrong)["runtimes"][0]["type"] = "special"
    assert [*schema.iter_errors(wrong)]


@pytest.mark.slow
def test_the_xml_converts_into_a_manifest_that_follows_the_schema(tmp_path):
    modules = npm(tmp_path / "npm", CONVERTER)
    settings = manifest_settings("dev", "https://localhost:8765", version="0.1.0")
    (tmp_path / "addin.xml").write_text(render_addin_xml(settings), "utf-8")
    binary = modules / ".bin" / "office-addin-manifest-converter"
    done = subprocess.run(
        [str(binary), "convert", "addin.xml"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    converted = json.loads((tmp_path / "addin" / "manifest.json").read_text("utf-8"))
    assert converted["id"] == str(settings.addin_id)
    runtimes = extension(converted)["runtimes"]
    functions = {a["id"] for r in runtimes for a in r.get("actions", ())}
    used = {control["actionId"] for control in controls(converted)}
    assert {"checkSheet", "explainSelection", "askAboutCell"} <= functions
    assert len(used) == 4
    assert used <= functions
    for runtime in runtimes:
        assert runtime["code"]["page"] == "https://localhost:8765/taskpane.html"


def controls(manifest: dict) -> list[dict]:
    """Buttons of the ribbon, once each, and of the cell menu."""
    menus = [menu for entry in extension(manifest)["contextMenus"] for menu in entry["menus"]]
    groups = [g for r in extension(manifest)["ribbons"] for t in r["tabs"] for g in t["groups"]]
    return [control for place in (*groups, *menus) for control in place["controls"]]
