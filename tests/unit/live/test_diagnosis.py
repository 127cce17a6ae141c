"""What the doctor says of what it found."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tieout.live import diagnosis
from tieout.live.certificate_files import Absent, Unusable, Usable, own_files
from tieout.live.certificates import CertificateFacts
from tieout.live.diagnosis import Finding

NOW = datetime(2026, 5, 4, tzinfo=UTC)
FILES = own_files(Path("/config"))
GOOD_KEY = "sk-ant-api03-" + "x" * 80


def usable(days: int, warning: str = "") -> Usable:
    facts = CertificateFacts(frozenset(), NOW, NOW + timedelta(days=days), True, True)
    return Usable(FILES, facts, warning)


def test_anything_that_fails_makes_the_exit_code_1():
    ok, warn = Finding("port", "ok", ""), Finding("trust", "warn", "")
    assert diagnosis.exit_code((ok, warn)) == 0
    assert diagnosis.exit_code((ok, Finding("access", "fail", ""), warn)) == 1


FINDINGS = [
    (diagnosis.judge_python((3, 11)), "ok"),
    (diagnosis.judge_python((3, 10)), "fail"),
    (diagnosis.judge_port(8765, "free"), "ok"),
    (diagnosis.judge_port(8765, "tieout"), "ok"),
    (diagnosis.judge_port(8765, "taken"), "fail"),
    (diagnosis.judge_certificate(usable(30), NOW), "ok"),
    (diagnosis.judge_certificate(usable(3, "Soon."), NOW), "warn"),
    (diagnosis.judge_certificate(Unusable(FILES, "No."), NOW), "fail"),
    (diagnosis.judge_certificate(Absent(FILES), NOW), "fail"),
    (diagnosis.judge_trust(True), "ok"),
    (diagnosis.judge_trust(False), "fail"),
    (diagnosis.judge_trust(None), "warn"),
    (diagnosis.judge_manifest(Path("m"), "current"), "ok"),
    (diagnosis.judge_manifest(Path("m"), "outdated"), "warn"),
    (diagnosis.judge_manifest(Path("m"), "broken", "guid"), "fail"),
    (diagnosis.judge_manifest(Path("m"), "absent"), "fail"),
    (diagnosis.judge_sideload("windows", True), "ok"),
    (diagnosis.judge_sideload("mac", False), "fail"),
    (diagnosis.judge_sideload("web", False), "warn"),
    (diagnosis.judge_office_file(Path("o.js"), True), "ok"),
    (diagnosis.judge_office_file(Path("o.js"), False), "fail"),
    (diagnosis.judge_cdn(""), "ok"),
    (diagnosis.judge_cdn("no answer"), "warn"),
    (diagnosis.judge_websocket("", encrypted=True), "ok"),
    (diagnosis.judge_websocket("refused", encrypted=False), "fail"),
    (diagnosis.judge_access(()), "ok"),
    (diagnosis.judge_access(("a foreign origin",)), "fail"),
    (diagnosis.judge_folders(()), "ok"),
    (diagnosis.judge_folders((Path("/x"),)), "fail"),
    (diagnosis.judge_model_key(None, own_service=False), "warn"),
    (diagnosis.judge_model_key(GOOD_KEY, own_service=False), "ok"),
    (diagnosis.judge_model_key("gateway-key", own_service=False), "warn"),
    (diagnosis.judge_model_key("gateway-key", own_service=True), "ok"),
    (diagnosis.judge_model_key("", own_service=True), "fail"),
    (diagnosis.judge_model_key(GOOD_KEY + "\n", own_service=False), "fail"),
]


@pytest.mark.parametrize(("finding", "level"), FINDINGS)
def test_a_finding_has_its_level_a_sentence_and_a_fix_unless_all_is_well(finding, level):
    assert finding.level == level
    assert finding.message
    assert bool(finding.fix) == (level != "ok")


def test_the_key_is_in_no_finding():
    for key in (GOOD_KEY, "gateway-key", GOOD_KEY + " "):
        finding = diagnosis.judge_model_key(key, own_service=False)
        assert key.strip() not in finding.message + finding.fix
