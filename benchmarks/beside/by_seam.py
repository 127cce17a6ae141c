"""The engine as the object model calls it: our binding of it, without batches and objects."""

from pathlib import Path

from measuring import Work, main
from sizes import DEPENDENTS, READ_COLUMNS, READ_ROWS, WRITES

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.formulon_engine import FormulonEngine
from embedded_excel.xlsx.package import read_workbook_file

_READ = Rect(0, 0, READ_ROWS - 1, READ_COLUMNS - 1)


def _open(path: Path) -> FormulonEngine:
    return FormulonEngine.load(read_workbook_file(path))


def _write(_: Path) -> Work:
    engine = FormulonEngine.new()

    def work() -> object:
        for row in range(WRITES):
            engine.write(0, [(row, 0, (row + 1) * 1.5)])
        engine.recalculate()
        return True

    return work


def _read(folder: Path) -> Work:
    engine = _open(folder / "read.xlsx")
    return lambda: engine.read(0, _READ).values[-1][-1]


def _texts(folder: Path) -> Work:
    engine = _open(folder / "read.xlsx")
    return lambda: engine.texts(0, _READ)[-1][-1]


def _edit(folder: Path) -> Work:
    engine = _open(folder / "edit.xlsx")

    def work() -> object:
        engine.write(0, [(0, 0, 3.0)])
        engine.recalculate()
        return engine.read(0, Rect(DEPENDENTS - 1, 1, DEPENDENTS - 1, 1)).values[0][0]

    return work


def _load(folder: Path) -> Work:
    return lambda: _open(folder / "million.xlsx").sheet_names()[0]


def _save(folder: Path) -> Work:
    engine = _open(folder / "million.xlsx")

    def work() -> object:
        (folder / "by_seam.xlsx").write_bytes(engine.save())
        return "saved"

    return work


main(
    {
        "write": _write,
        "read": _read,
        "texts": _texts,
        "edit": _edit,
        "load": _load,
        "save": _save,
    }
)
