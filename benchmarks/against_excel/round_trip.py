"""Load → save: what of each kind of object is still the same, read from the XML of both packages.

The reading here is independent of the engine. A kind of a workbook counts as kept when everything of
it is equal; styles are compared cell by cell as they look, not as they are numbered.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from against_excel import package_contents
from against_excel.figures import Tally
from embedded_excel.calc.engine import EngineFailed, EngineRefused
from embedded_excel.calc.formulon_engine import FormulonEngine
from embedded_excel.errors import WorkbookFileError
from embedded_excel.xlsx.package import read_workbook_file


@dataclass
class RoundTrip:
    """Kinds kept over all workbooks, and kept / present by kind."""

    kinds: Tally = field(default_factory=Tally)
    kept: Counter[str] = field(default_factory=Counter)
    present: Counter[str] = field(default_factory=Counter)


def measure(folder: Path, *, short: bool) -> RoundTrip:
    """Every workbook below a folder; `short` takes about 45 of those below 200 kB."""
    paths = sorted(path for path in folder.rglob("*.xls[xm]") if not path.name.startswith("~"))
    if short:
        paths = [path for path in paths if path.stat().st_size < 200_000]
        paths = paths[:: max(1, len(paths) // 45)]
    found = RoundTrip()
    for path in paths:
        _measure_file(path, found)
    return found


def _measure_file(path: Path, found: RoundTrip) -> None:
    try:
        package = read_workbook_file(path)
        engine = FormulonEngine.load(package)
        saved = engine.save()
        again = FormulonEngine.load(saved)
        formulas = {"formulas": (_formulas(engine), _formulas(again))}
        for one in (engine, again):
            one.close()
    except (WorkbookFileError, EngineFailed, EngineRefused) as error:
        found.kinds.differs("can't be opened", f"{path.name}: {error}")
        return
    before, after = package_contents.read(package), package_contents.read(saved)
    compared = {kind: (before[kind], after[kind]) for kind in before} | formulas
    for kind, (first, second) in compared.items():
        if not first and not second:
            continue
        found.present[kind] += 1
        if first == second:
            found.kept[kind] += 1
            found.kinds.same()
        else:
            lost = list((first - second).items())[:2], list((second - first).items())[:2]
            found.kinds.differs(kind, f"{path.name}: {str(lost)[:600]}")


_BLANK = re.compile(r"""\s+(?=(?:[^"']|"[^"]*"|'[^']*')*$)""")
"""Blanks outside quotes: the engine writes some formulas anew."""


def _formulas(engine: FormulonEngine) -> Counter[object]:
    texts: Counter[object] = Counter()
    for sheet in range(len(engine.sheet_names())):
        used = engine.used_rect(sheet, values_only=True)
        if used is None:
            continue
        for row, line in enumerate(engine.read(sheet, used).formulas, used.top):
            for column, formula in enumerate(line, used.left):
                if formula is not None:
                    texts[sheet, row, column, _BLANK.sub("", formula)] += 1
    return texts
