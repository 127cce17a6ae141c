import pytest
from typer.testing import CliRunner

from tieout.cli.app import app

RUN = CliRunner()


def test_grep_prints_what_the_agent_reads() -> None:
    done = RUN.invoke(app, ["reference", "grep", "-n", "-A", "1", '"charts.add"'])
    assert done.exit_code == 0
    first, second = done.stdout.splitlines()
    assert first.endswith('"charts.add": {')
    assert "Excel.ChartCollection.add(type: ChartType" in second
    assert int(first.partition(":")[0]) + 1 == int(second.partition("-")[0])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["(a"], "missing )"), ([""], "empty"), (["-F", "("], ""), (["-i", "SPARKLINE"], "")],
)
def test_a_bad_pattern_is_one_sentence_and_exit_code_2(arguments: list[str], said: str) -> None:
    done = RUN.invoke(app, ["reference", "grep", *arguments])
    assert done.exit_code == (2 if said else 0)
    assert said in done.stderr
    assert "Traceback" not in done.output


def test_check_says_how_much_was_compared_or_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tieout.reference.build.problems", list)
    done = RUN.invoke(app, ["reference", "check"])
    assert (done.exit_code, done.stderr) == (0, "")
    assert "0 lost; the file is up to date" in done.stdout
    monkeypatch.setattr("tieout.reference.build.problems", lambda: ["It is stale."])
    done = RUN.invoke(app, ["reference", "check"])
    assert (done.exit_code, done.stderr) == (3, "tieout: It is stale.\n")
