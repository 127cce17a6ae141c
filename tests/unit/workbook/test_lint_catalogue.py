import sys
from pathlib import Path

import pytest
from lint_examples import SHEET, workbook_of

from tieout.workbook.lint import lint_workbook
from tieout.workbook.lint.catalogue import RULES
from tieout.workbook.lint.rule import Rule

ROOT = Path(__file__).resolve().parents[3]
SHOWN = [rule for rule in RULES if rule.example.cells]


@pytest.mark.parametrize("rule", SHOWN, ids=lambda rule: rule.code)
def test_a_rule_finds_just_what_its_example_says(rule: Rule) -> None:
    hidden = {SHEET: frozenset(rule.example.hidden_rows)}
    report = lint_workbook(workbook_of(rule.example), hidden, [rule])
    assert {finding.code for finding in report.findings} == {rule.code}
    assert {finding.severity for finding in report.findings} == {rule.severity}
    found = [cell.local for finding in report.findings for cell in finding.cells]
    assert sorted(found) == sorted(rule.example.found)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_rule_says_why_and_how_to_mend_it_in_a_sentence_each(rule: Rule) -> None:
    for sentence in (rule.why, rule.fix):
        assert sentence.endswith(".")
        assert ". " not in sentence
    assert rule.title
    assert rule.text.endswith((".", ")"))


def test_only_a_rule_about_changes_has_no_example() -> None:
    assert [rule.code for rule in RULES if not rule.example.cells] == ["FORMULA_OVERWRITTEN"]


def test_codes_are_told_apart() -> None:
    assert len({rule.code for rule in RULES}) == len(RULES)


def test_the_page_about_the_rules_is_the_rules() -> None:
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        from lint_rules_doc import PAGE, page
    finally:
        sys.path.pop(0)
    assert PAGE.read_text("utf-8") == page(), "run scripts/lint_rules_doc.py"
