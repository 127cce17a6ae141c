"""Sideloading as plans, and what carrying them out leaves on the disk."""

import os
from pathlib import Path, PurePosixPath

import pytest

from tieout.errors import SettingsError
from tieout.live.lasting_secrets import ensure_secrets, read_secrets
from tieout.live.perform import perform
from tieout.live.platforms import this_platform
from tieout.live.sideload import (
    DEVELOPER_KEY,
    Addin,
    NeedFolder,
    RemoveFile,
    RemoveRegistryValue,
    SetRegistryValue,
    Tell,
    WriteFile,
    describe,
    plan_sideload,
    plan_stop,
    query_command,
    registry_command,
    wef_file,
)
from tieout.live.trust import (
    check_command,
    forget_commands,
    in_system_store,
    shown,
    trust_commands,
)

HOME = Path("/home/me")
ADDIN = Addin("7af1", Path("/config/tieout-dev.xml"), Path("/config/live.json"))


def test_windows_keeps_the_manifest_and_names_it_in_the_registry():
    write, register, *told = plan_sideload("windows", ADDIN, "<xml/>", HOME)
    assert write == WriteFile(ADDIN.manifest, "<xml/>")
    assert register == SetRegistryValue(DEVELOPER_KEY, "7af1", str(ADDIN.manifest))
    assert all(isinstance(step, Tell) for step in told)
    assert registry_command(register) == (
        "reg", "add", DEVELOPER_KEY, "/v", "7af1", "/t", "REG_SZ", "/d", str(ADDIN.manifest), "/f",
    )  # fmt: skip
    assert query_command(ADDIN) == ("reg", "query", DEVELOPER_KEY, "/v", "7af1")


def test_windows_stop_takes_back_what_was_done():
    steps = plan_stop("windows", ADDIN, HOME)
    removal = RemoveRegistryValue(DEVELOPER_KEY, "7af1")
    assert steps[:3] == (removal, RemoveFile(ADDIN.manifest), RemoveFile(ADDIN.secrets))
    assert registry_command(removal) == ("reg", "delete", DEVELOPER_KEY, "/v", "7af1", "/f")


def test_the_mac_gets_a_copy_where_excel_looks():
    need, keep, copy, *told = plan_sideload("mac", ADDIN, "<xml/>", HOME)
    wef = HOME / "Library/Containers/com.microsoft.Excel/Data/Documents/wef/7af1.tieout-dev.xml"
    assert isinstance(need, NeedFolder)
    assert keep == WriteFile(ADDIN.manifest, "<xml/>")
    assert copy == WriteFile(wef, "<xml/>")
    assert all(isinstance(step, Tell) for step in told)
    assert plan_stop("mac", ADDIN, HOME)[0] == RemoveFile(wef)


def test_the_web_is_told_step_by_step_and_not_promised_what_does_not_work():
    _, *told = plan_sideload("web", ADDIN, "<xml/>", HOME)
    sentences = " ".join(describe(step) for step in told)
    assert "Upload My Add-in" in sentences
    assert str(ADDIN.manifest) in sentences
    assert "refuses to be framed" in sentences


@pytest.mark.parametrize("platform", ["windows", "mac", "web"])
def test_every_step_has_a_sentence(platform):
    steps = (*plan_sideload(platform, ADDIN, "x", HOME), *plan_stop(platform, ADDIN, HOME))
    for step in steps:
        assert describe(step)
        assert not describe(step).endswith(" ")


def test_carrying_out_and_taking_back_on_a_mac(tmp_path):
    addin = Addin("7af1", tmp_path / "config" / "tieout-dev.xml", tmp_path / "config" / "live.json")
    steps = plan_sideload("mac", addin, "<xml/>", tmp_path)
    with pytest.raises(SettingsError, match="Start Excel once"):
        perform(steps)
    assert not addin.manifest.exists()
    (tmp_path / "Library/Containers/com.microsoft.Excel/Data").mkdir(parents=True)
    ensure_secrets(addin.secrets)
    perform(steps)
    perform(steps)
    assert wef_file(addin, tmp_path).read_text("utf-8") == "<xml/>"
    if os.name != "nt":
        assert addin.manifest.stat().st_mode & 0o777 == 0o600
    perform(plan_stop("mac", addin, tmp_path))
    assert not addin.manifest.exists()
    assert not addin.secrets.exists()
    assert not wef_file(addin, tmp_path).exists()
    perform(plan_stop("mac", addin, tmp_path))


@pytest.mark.skipif(os.name == "nt", reason="Windows has the registry")
def test_a_registry_that_is_not_there_is_a_sentence():
    with pytest.raises(SettingsError, match="reg can't be run"):
        perform((SetRegistryValue(DEVELOPER_KEY, "a", "b"),))


def test_the_system_decides_which_excel_there_is():
    assert [this_platform(name) for name in ("win32", "darwin", "linux")] == [
        "windows",
        "mac",
        "web",
    ]


# -- lasting secrets ------------------------------------------------------------------------------


def test_secrets_are_made_once_and_are_long(tmp_path):
    path = tmp_path / "new" / "live.json"
    assert read_secrets(path) is None
    first = ensure_secrets(path)
    assert ensure_secrets(path) == first == read_secrets(path)
    assert len(first.token) >= 43
    assert len(first.start_path) >= 22
    assert first.token not in repr(first)
    other = ensure_secrets(tmp_path / "other.json")
    assert other.token != first.token


@pytest.mark.parametrize("content", ["", "{}", '{"token": "short", "start_path": "short"}', "[1]"])
def test_damaged_secrets_are_a_sentence_that_does_not_show_them(tmp_path, content):
    path = tmp_path / "live.json"
    ensure_secrets(path)
    path.write_text(content, "utf-8")
    with pytest.raises(SettingsError, match="damaged") as raised:
        read_secrets(path)
    assert "short" not in str(raised.value)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no file modes")
def test_secrets_that_others_can_read_are_refused(tmp_path):
    path = tmp_path / "live.json"
    ensure_secrets(path)
    path.chmod(0o644)
    with pytest.raises(SettingsError, match="chmod 600"):
        read_secrets(path)


# -- trust ------------------------------------------------------------------------------------------


def test_trusting_is_the_user_s_own_store_on_windows_and_mac():
    authority = Path("/c/ca.crt")
    [windows] = trust_commands("windows", authority, HOME)
    [mac] = trust_commands("mac", authority, HOME)
    assert windows == ("certutil", "-user", "-addstore", "Root", str(authority))
    assert mac[:4] == ("security", "add-trusted-cert", "-r", "trustRoot")
    assert mac[-1] == str(authority)
    assert PurePosixPath(mac[-2]).name == "login.keychain-db"
    assert "sudo" not in (*windows, *mac)
    assert [command[0] for command in trust_commands("web", authority, HOME)] == ["sudo", "sudo"]


def test_trust_can_be_taken_back_and_asked_for():
    authority = Path("/c/ca.crt")
    assert forget_commands("windows", authority, "AB12")[0][-1] == "AB12"
    assert forget_commands("mac", authority, "AB12")[0][1] == "remove-trusted-cert"
    check = check_command("mac", Path("/c/localhost.crt"))
    assert check is not None
    assert check[:2] == ("security", "verify-cert")
    assert check_command("windows", authority) is None
    assert shown(("a", "b c")) == "a 'b c'"


def test_an_authority_made_now_is_not_in_the_system_s_store():
    from datetime import UTC, datetime

    from tieout.live.certificates import make_certificates

    assert not in_system_store(make_certificates(datetime.now(UTC)).authority)
