"""`tieout manifest`, `certs`, `sideload`, `doctor` and `serve --live` as a person uses them."""

import asyncio
import json
import os
import re
import shutil
import ssl
import subprocess
import sys
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest
from typer.testing import CliRunner

from tieout.cli.app import app
from tieout.headless.pane import HeadlessPane
from tieout.live.lasting_secrets import read_secrets

KEY = "sk-ant-api03-" + "k" * 80


@pytest.fixture
def place(tmp_path) -> dict[str, str]:
    """Environment of a user who has nothing yet."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("TIEOUT", "ANTHROPIC"))}
    (tmp_path / "home").mkdir()
    return kept | {
        "HOME": str(tmp_path / "home"),
        "USERPROFILE": str(tmp_path / "home"),
        "TIEOUT_CONFIG_DIR": str(tmp_path / "config"),
    }


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


def tieout(place: dict[str, str], *arguments: object) -> Done:
    """The command line in this process, with that environment and no other setting."""
    others = {
        k: None for k in os.environ if k.startswith(("TIEOUT", "ANTHROPIC")) and k not in place
    }
    done = CliRunner().invoke(app, [*map(str, arguments)], env=others | place)
    return Done(done.exit_code, done.stdout, done.stderr)


def config(place: dict[str, str]) -> Path:
    return Path(place["TIEOUT_CONFIG_DIR"])


def test_a_manifest_is_rendered_judged_and_keeps_its_secret_path(place, tmp_path):
    xml, unified = tmp_path / "addin.xml", tmp_path / "addin.json"
    for path in (xml, unified):
        assert tieout(place, "manifest", "render", "--out", path).returncode == 0
        judged = tieout(place, "manifest", "validate", path)
        assert (judged.returncode, judged.stderr) == (0, "")
        assert "valid" in judged.stdout
    secrets = read_secrets(config(place) / "live.json")
    assert secrets is not None
    for path in (xml, unified):
        assert f"/p/{secrets.start_path}/taskpane.html" in path.read_text("utf-8")
        assert secrets.token not in path.read_text("utf-8")
    printed = tieout(place, "manifest", "render")
    assert printed.stdout == xml.read_text("utf-8")


def test_a_production_manifest_needs_a_server_and_holds_no_secret(place):
    refused = tieout(place, "manifest", "render", "--env", "prod")
    assert refused.returncode == 2
    assert "--base-url" in refused.stderr
    insecure = tieout(
        place, "manifest", "render", "--env", "prod", "--base-url", "http://a.example"
    )
    assert insecure.returncode == 2
    made = tieout(place, "manifest", "render", "--env", "prod", "--base-url", "https://a.example")
    assert 'DefaultValue="https://a.example/taskpane.html"' in made.stdout
    assert "/p/" not in made.stdout
    assert not config(place).exists()


def test_objections_are_listed_with_their_rule(place, tmp_path):
    path = tmp_path / "addin.xml"
    tieout(place, "manifest", "render", "--out", path)
    text = path.read_text("utf-8").replace("light-48.png", "light-40.png")
    path.write_text(
        text.replace('"ExcelApi" MinVersion="1.12"', '"ExcelApi" MinVersion="1.1"'), "utf-8"
    )
    judged = tieout(place, "manifest", "validate", path)
    assert judged.returncode == 2
    assert "[requirements]" in judged.stderr
    assert "[icon_pixels]" in judged.stderr
    assert "2 objections" in judged.stderr


@pytest.mark.parametrize(
    "content", [None, b"", b"\xff\xfe\x00", b"<a/>", b"[]", b"{}", b"<" * 2_000_000]
)
def test_what_is_no_manifest_is_refused_without_a_traceback(place, tmp_path, content):
    path = tmp_path / "x.xml"
    if content is not None:
        path.write_bytes(content)
    judged = tieout(place, "manifest", "validate", path)
    assert judged.returncode == 2
    assert "Traceback" not in judged.stderr
    assert "fault" not in judged.stderr


def test_a_certificate_is_made_once_and_renewed_when_asked(place):
    first = tieout(place, "certs")
    assert first.returncode == 0, first.stderr
    assert "Made a certificate" in first.stdout
    assert "tieout certs --trust" in first.stdout
    made = (config(place) / "certs" / "localhost.crt").read_bytes()
    again = tieout(place, "certs")
    assert "Made" not in again.stdout
    assert (config(place) / "certs" / "localhost.crt").read_bytes() == made
    tieout(place, "certs", "--renew")
    assert (config(place) / "certs" / "localhost.crt").read_bytes() != made


@pytest.mark.skipif(os.name == "nt", reason="Windows has no file modes")
def test_a_key_that_others_can_read_stops_certs_and_the_server(place):
    tieout(place, "certs")
    (config(place) / "certs" / "localhost.key").chmod(0o644)
    for command in (["certs"], ["serve", "--live"]):
        refused = tieout(place, *command)
        assert refused.returncode == 2
        assert "chmod 600" in refused.stderr


def test_a_live_server_without_a_certificate_says_what_to_run(place):
    refused = tieout(place, "serve", "--live")
    assert refused.returncode == 2
    assert "tieout certs --trust" in refused.stderr


@pytest.mark.parametrize("platform", ["windows", "mac", "web"])
@pytest.mark.parametrize("stop", [[], ["--stop"]])
def test_a_dry_run_shows_the_steps_and_does_nothing(place, platform, stop):
    done = tieout(place, "sideload", "--dry-run", "--platform", platform, *stop)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Would be done:")
    assert not config(place).exists()
    assert list(Path(place["HOME"]).iterdir()) == []


def test_doctor_reports_every_subject_as_json_and_never_the_key(place):
    report = tieout(place | {"ANTHROPIC_API_KEY": KEY, "TIEOUT_PORT": "1"}, "doctor", "--json")
    findings = {f["subject"]: f for f in json.loads(report.stdout)["findings"]}
    assert len(findings) == 13
    assert findings["certificate"]["level"] == "fail"
    assert report.returncode == 1
    assert findings["websocket"]["level"] == findings["access"]["level"] == "ok"
    assert findings["model key"]["level"] == "ok"
    assert "kkkk" not in report.stdout + report.stderr
    assert not config(place).exists()


def test_doctor_sees_what_was_set_up(place):
    tieout(place, "certs")
    tieout(place, "sideload", "--platform", "web")
    report = tieout(place, "doctor", "--json")
    findings = {f["subject"]: f for f in json.loads(report.stdout)["findings"]}
    assert findings["certificate"]["level"] == findings["manifest"]["level"] == "ok"
    assert findings["websocket"]["message"].endswith("over TLS.")
    changed = tieout(place | {"TIEOUT_PORT": "8799"}, "doctor", "--json")
    findings = {f["subject"]: f for f in json.loads(changed.stdout)["findings"]}
    assert findings["manifest"]["level"] == "warn"


@pytest.mark.parametrize(
    ("name", "value"),
    [("TIEOUT_PORT", "many"), ("TIEOUT_ADDIN_ID", "7af1"), ("TIEOUT_MAX_TURNS", "")],
)
def test_a_wrong_setting_is_one_sentence_that_names_it(place, name, value):
    done = tieout(place | {name: value}, "doctor")
    assert done.returncode == 2
    [line] = done.stderr.splitlines()
    assert line.startswith(f"tieout: The setting {name} ")


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not at hand")
def test_npm_validates_a_fresh_manifest(place):
    root = Path(__file__).resolve().parents[2]
    npm = [str(shutil.which("npm")), "run", "--silent", "validate"]
    done = subprocess.run(
        npm, cwd=root, env=place, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "a valid add-in only manifest" in done.stdout


# -- the live server ------------------------------------------------------------------------------


@asynccontextmanager
async def live_server(place: dict[str, str]):
    """`tieout serve --live` on a free port; gives its https origin on localhost."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tieout", "serve", "--live", "--port", "0",
        env=place | {"PYTHONUNBUFFERED": "1"}, cwd="/",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), 30)).decode()
        found = re.search(r"https://localhost:\d+", line)
        assert found, line
        yield found.group()
    finally:
        process.terminate()
        await process.communicate()


async def test_the_manifest_s_address_opens_the_pane_over_tls_and_after_a_restart(place):
    assert (await asyncio.to_thread(tieout, place, "certs")).returncode == 0
    trusted = ssl.create_default_context(cafile=config(place) / "certs" / "ca.crt")
    tokens = set()
    for _ in range(2):
        async with live_server(place) as origin, aiohttp.ClientSession() as client:
            secrets = read_secrets(config(place) / "live.json")
            assert secrets is not None
            tokens.add(secrets.token)
            start = (
                f"{origin}/p/{secrets.start_path}/taskpane.html?_host_Info=Excel$Win32$16.01$en-US"
            )
            async with client.get(start, ssl=trusted, allow_redirects=False) as answer:
                assert answer.status == 303
                assert (
                    answer.headers["Location"]
                    == "/taskpane.html?_host_Info=Excel$Win32$16.01$en-US"
                )
                [cookie] = answer.cookies.values()
                assert cookie["secure"]
                assert cookie["httponly"]
            async with client.get(start, ssl=trusted) as answer:
                assert answer.status == 200
                assert "appsforoffice.microsoft.com" in answer.headers["Content-Security-Policy"]
            async with client.get(f"{origin}/addin/icons/light-32.png", ssl=trusted) as answer:
                assert answer.headers["Content-Type"] == "image/png"
                assert "no-store" not in answer.headers["Cache-Control"]
            async with client.get(f"{origin}/addin/shortcuts.json", ssl=trusted) as answer:
                assert (await answer.json())["shortcuts"]
            async with client.get(f"{origin}/addin/manifest.xml.j2", ssl=trusted) as answer:
                assert answer.status == 404
            socket = origin.replace("https", "wss") + "/ws"
            async with await HeadlessPane.connect(
                socket, origin=origin, token=secrets.token, tls=trusted
            ) as pane:
                assert (await pane.welcome()).workbook
    assert len(tokens) == 1
