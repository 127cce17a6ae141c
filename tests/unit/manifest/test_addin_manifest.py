"""The add-in only manifest: what is rendered is right, and each rule objects when it is broken."""

import json
from pathlib import Path
from typing import get_args

import pytest

from tieout.errors import SettingsError
from tieout.manifest.problems import Rule
from tieout.manifest.render import render_addin_xml
from tieout.manifest.settings import COMMANDS, ManifestSettings, manifest_settings
from tieout.manifest.validate_xml import validate_addin_xml

ADDIN = Path(__file__).resolve().parents[3] / "addin_manifest"


def settings(**changes: object) -> ManifestSettings:
    given = {"version": "0.1.0", "pane_path": "/p/secret/taskpane.html"} | changes
    return manifest_settings("dev", "https://localhost:8765", **given)


def icon(url: str) -> bytes | None:
    path = ADDIN / url.partition("/addin/")[2]
    return path.read_bytes() if path.is_file() else None


@pytest.fixture(scope="module")
def manifest() -> str:
    return render_addin_xml(settings())


def broken_rules(text: str) -> set[str]:
    return {problem.rule for problem in validate_addin_xml(text, icon)}


def test_what_is_rendered_is_valid(manifest):
    assert validate_addin_xml(manifest, icon) == ()
    assert validate_addin_xml(render_addin_xml(settings(icons="dark")), icon) == ()


def test_commands_menu_shortcuts_and_start_message_are_there(manifest):
    for command in COMMANDS:
        assert f'DefaultValue="{command.label}"' in manifest
    assert "<FunctionName>checkSheet</FunctionName>" in manifest
    assert "<FunctionName>explainSelection</FunctionName>" in manifest
    assert "<FunctionName>askAboutCell</FunctionName>" in manifest
    assert '<OfficeMenu id="ContextMenuCell">' in manifest
    assert '<OfficeTab id="TabHome">' in manifest
    assert "<GetStarted>" in manifest
    assert 'Url="https://localhost:8765/addin/shortcuts.json"' in manifest
    assert manifest.count("https://localhost:8765/p/secret/taskpane.html") == 2


def test_the_keyboard_file_names_the_commands_of_the_table():
    file = json.loads((ADDIN / "shortcuts.json").read_text("utf-8"))
    wanted = [command for command in COMMANDS if command.shortcut]
    assert [action["id"] for action in file["actions"]] == [c.id for c in wanted]
    assert [action["name"] for action in file["actions"]] == [c.label for c in wanted]
    assert [(s["action"], s["key"]["default"]) for s in file["shortcuts"]] == [
        (c.id, c.shortcut) for c in wanted
    ]


BREAKS: list[tuple[str, str, str]] = [
    ("syntax", "</OfficeApp>", ""),
    ("syntax", "<OfficeApp ", '<!DOCTYPE a [<!ENTITY b "c">]><OfficeApp '),
    ("kind", 'xsi:type="TaskPaneApp"', 'xsi:type="MailApp"'),
    ("order", "<Permissions>ReadWriteDocument</Permissions>", "<Nonsense/>"),
    ("missing", "<ProviderName>Tieout</ProviderName>", ""),
    ("guid", "<Id>", "<Id>x"),
    ("version", "<Version>0.1.0.0", "<Version>0.1-beta"),
    ("https", "<AppDomain>https:", "<AppDomain>http:"),
    ("https", 'id="Started.Url" DefaultValue="https:', 'id="Started.Url" DefaultValue="http:'),
    ("length", "<ProviderName>Tieout", "<ProviderName>" + "T" * 126),
    ("length", 'id="Group.Label" DefaultValue="', 'id="Group.Label" DefaultValue="' + "T" * 125),
    ("length", 'id="checkSheet.Tip" DefaultValue="', 'id="checkSheet.Tip" DefaultValue="' + "T" * 250),
    ("permissions", "ReadWriteDocument", "ReadWriteEverything"),
    ("permissions", "ReadWriteDocument", "ReadDocument"),
    ("requirements", 'MinVersion="1.12"', 'MinVersion="1.9"'),
    ("requirements", '<Set Name="SharedRuntime" MinVersion="1.1"/>', ""),
    ("requirements", '<Host Name="Workbook"/>', '<Host Name="Document"/>'),
    ("duplicate", 'id="Tieout.checkSheet.Button"', 'id="Tieout.openPane.Button"'),
    ("duplicate", 'id="Started.Title"', 'id="Group.Label"'),
    ("resid", ' id="checkSheet.Tip"', ' id="checkSheet.Tap"'),
    ("resid", '<Label resid="Group.Label"/>', '<Label resid="Started.Description"/>'),
    ("resid_length", 'id="Started.Title"', f'id="{"x" * 33}"'),
    ("runtime", 'lifetime="long"', 'lifetime="short"'),
    ("runtime", '<FunctionFile resid="Pane.Url"/>', '<FunctionFile resid="Started.Url"/>'),
    ("icon_sizes", '<bt:Image size="80" resid="Icon.80"/>', ""),
    ("icon_sizes", 'size="80" resid', 'size="96" resid'),
    ("icon_file", "light-48.png", "light-49.png"),
    ("icon_pixels", "light-48.png", "light-40.png"),
    ("icon_pixels", "icons/light-48.png", "shortcuts.json"),
    ("action", "<FunctionName>checkSheet</FunctionName>", ""),
    ("action", 'xsi:type="ExecuteFunction"', 'xsi:type="OpenUrl"'),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "old", "new"), BREAKS)
def test_a_broken_rule_is_named(manifest, rule, old, new):
    assert old in manifest
    assert rule in broken_rules(manifest.replace(old, new))


def test_every_rule_has_a_manifest_that_breaks_it():
    assert {rule for rule, _, _ in BREAKS} == set(get_args(Rule))


def test_one_break_is_one_objection(manifest):
    found = validate_addin_xml(manifest.replace("<Id>", "<Id>x"), icon)
    assert [problem.rule for problem in found] == ["guid"]
    assert str(found[0]).startswith("OfficeApp/Id: 'x")


def test_elements_out_of_order_are_named_with_the_one_they_belong_before(manifest):
    name, permissions = (
        "<DefaultLocale>en-US</DefaultLocale>",
        "<Permissions>ReadWriteDocument</Permissions>",
    )
    swapped = manifest.replace(name, "@").replace(permissions, name).replace("@", permissions)
    [first, *_] = validate_addin_xml(swapped, icon)
    assert first.rule == "order"
    assert "has to stand before Permissions" in first.message


def test_icons_elsewhere_are_passed_over(manifest):
    def unknown(_: str) -> bytes | None:
        raise LookupError

    assert validate_addin_xml(manifest.replace("light-48", "light-49"), unknown) == ()


def test_each_environment_keeps_its_own_id():
    dev, later = settings(), settings(version="0.2.0", pane_path="/p/other/taskpane.html")
    other_port = manifest_settings("dev", "https://localhost:1", version="0.1.0")
    prod = manifest_settings("prod", "https://a.example", version="0.1.0")
    assert dev.addin_id == later.addin_id == other_port.addin_id
    ids = {dev.addin_id, prod.addin_id}
    ids.add(manifest_settings("prod", "https://b.example", version="0.1.0").addin_id)
    assert len(ids) == 3


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost:8765",
        "localhost:8765",
        "https://",
        "https://h/path",
        "https://u:p@h",
        "https://h?q",
    ],
)
def test_a_base_url_is_a_plain_https_origin(url):
    with pytest.raises(SettingsError, match="base URL"):
        manifest_settings("dev", url, version="0.1.0")


def test_text_is_escaped():
    odd = manifest_settings(
        "prod", "https://a.example", version="1.0.0", support_url='https://a/?x=1&y="2"'
    )
    text = render_addin_xml(odd)
    assert "x=1&amp;y=&#34;2&#34;" in text
    assert validate_addin_xml(text, icon) == ()
