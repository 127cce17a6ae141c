"""The rules over a whole workbook."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tieout.workbook.findings import Finding
from tieout.workbook.lint.catalogue import RULES
from tieout.workbook.lint.errors import CIRCULAR_REFERENCE
from tieout.workbook.lint.rule import Rule
from tieout.workbook.lint.suppressions import Suppressed, sift, suppressions
from tieout.workbook.lint.view import WorkbookView
from tieout.workbook.snapshot import WorkbookSnapshot


@dataclass(frozen=True, slots=True)
class LintReport:
    """What the rules found, must-fix first, and what the workbook says not to report."""

    findings: tuple[Finding, ...] = ()
    suppressed: tuple[Suppressed, ...] = ()


def lint_workbook(
    snapshot: WorkbookSnapshot,
    hidden_rows: Mapping[str, frozenset[int]] | None = None,
    rules: Sequence[Rule] = RULES,
) -> LintReport:
    """Every finding about a workbook.

    Args:
        snapshot: The workbook; sheets that were not read are not looked at.
        hidden_rows: By sheet name; without them the rule about hidden rows finds nothing.
        rules: Which rules to apply.
    """
    view = WorkbookView(snapshot, hidden_rows or {})
    found = [
        finding
        for rule in rules
        for sheet in view.sheets
        for finding in rule.check(rule, view, sheet)
    ]
    kept, left_out = sift(merged(found), suppressions(snapshot.names))
    return LintReport(in_order(kept), left_out)


def merged(findings: Iterable[Finding]) -> list[Finding]:
    """Findings that say the same, and compare nothing, as one."""
    found: dict[object, Finding] = {}
    for number, finding in enumerate(findings):
        sentence = (finding.code, finding.severity, finding.why, finding.fix)
        key = (*sentence, number) if finding.compared else sentence
        if key in found:
            cells = dict.fromkeys((*found[key].cells, *finding.cells))
            finding = replace(finding, cells=tuple(cells))  # noqa: PLW2901
        found[key] = finding
    return list(found.values())


def in_order(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Must-fix findings first, otherwise as they come; what must be fixed isn't for review too.

    Formulas in a circle are: a circle may be meant, and hides nothing.
    """
    broken = {
        cell
        for finding in findings
        if finding.severity == "must_fix" and finding.code != CIRCULAR_REFERENCE.code
        for cell in finding.cells
    }
    found: list[Finding] = []
    for finding in findings:
        cells = finding.cells
        if finding.severity == "review":
            cells = tuple(cell for cell in cells if cell not in broken)
        if cells:
            found.append(finding if cells == finding.cells else replace(finding, cells=cells))
    return tuple(sorted(found, key=lambda finding: finding.severity == "review"))
