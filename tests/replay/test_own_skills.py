"""A user's own skills are part of a recording; what was recorded without them isn't touched by them."""

import os
import subprocess
import sys
from pathlib import Path

from tieout.sessions.demonstrations import demonstrations

DEMONSTRATION = demonstrations()[0]
SKILL = "---\nname: house-style\ndescription: How this firm lays out models.\n---\n# House style\n\nBlue."


def tieout(*arguments: str, skills: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tieout", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "TIEOUT_SKILLS": str(skills)},
    )


def folder(at: Path, text: str = SKILL) -> Path:
    (at / "house-style").mkdir(parents=True)
    (at / "house-style" / "SKILL.md").write_text(text, "utf-8")
    return at


def test_a_demonstration_replays_whatever_skills_the_user_has(tmp_path: Path) -> None:
    done = tieout(
        "replay", str(DEMONSTRATION.recording), "--strict", skills=folder(tmp_path / "own")
    )
    assert done.returncode == 0, done.stderr
    assert "byte-identical" in done.stdout


def test_a_recording_made_with_own_skills_needs_the_same_ones(tmp_path: Path) -> None:
    recording, own = tmp_path / "recording.jsonl", folder(tmp_path / "own")
    (own / "broken").mkdir()
    (own / "broken" / "SKILL.md").write_text("no front matter")
    done = tieout(
        "run", str(DEMONSTRATION.workbook), "--task", DEMONSTRATION.task,
        "--model", f"scripted:{DEMONSTRATION.workbook.with_name('replies.json')}",
        "--out", str(tmp_path / "out.xlsx"), "--record", str(recording), skills=own,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "broken/SKILL.md doesn't begin with front matter" in done.stderr
    assert tieout("replay", str(recording), "--strict", skills=own).returncode == 0
    changed = folder(tmp_path / "changed", SKILL + " And green.")
    for skills in (changed, tmp_path / "none"):
        refused = tieout("replay", str(recording), skills=skills)
        assert refused.returncode == 2
        assert "made with other skills of your own: skill:house-style@" in refused.stderr
