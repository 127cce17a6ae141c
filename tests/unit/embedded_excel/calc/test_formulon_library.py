"""The way the engine's module is called: fast, isolated, and safe to break."""

import gc
import threading
import weakref

import pytest

from embedded_excel.calc.cells import DefinedName, Formula, Rect
from embedded_excel.calc.engine import EngineFailed
from embedded_excel.calc.formulon.library import Library
from embedded_excel.calc.formulon_engine import FormulonEngine


def break_engine(engine: FormulonEngine) -> None:
    """Provoke a real trap: a pointer far outside the instance's memory."""
    with pytest.raises(EngineFailed, match="broke"):
        engine._library.export("fm_workbook_sheet_count")(0xFFFF_FFF0)


def test_a_trap_ends_that_workbook_alone():
    broken, other = FormulonEngine.new(), FormulonEngine.new()
    other.write(0, [(0, 0, 5.0)])
    break_engine(broken)
    for use in (broken.sheet_names, broken.save, broken.recalculate):
        with pytest.raises(EngineFailed):
            use()
    broken.close()
    other.write(0, [(0, 1, Formula("=A1*2"))])
    other.recalculate()
    assert other.read(0, Rect(0, 1, 0, 1)).values == ((10.0,),)
    fresh = FormulonEngine.load(other.save())
    assert fresh.read(0, Rect(0, 0, 0, 0)).values == ((5.0,),)


def test_a_closed_or_forgotten_workbook_gives_its_memory_back():
    closed, forgotten = FormulonEngine.new(), FormulonEngine.new()
    libraries = [weakref.ref(closed._library), weakref.ref(forgotten._library)]
    closed.close()
    del closed, forgotten
    gc.collect()
    assert [library() for library in libraries] == [None, None]


def test_nothing_is_read_from_a_closed_instance():
    engine = FormulonEngine.new()
    library = engine._library
    engine.close()
    with pytest.raises(EngineFailed, match="closed"):
        library.read_bytes(8, 8)
    with pytest.raises(EngineFailed, match="closed"):
        library.export("fm_workbook_sheet_count")(8)


def test_endless_recursion_is_an_error_value_not_a_trap():
    engine = FormulonEngine.new()
    engine.set_name(DefinedName("Loop", "=LAMBDA(n,IF(n=0,0,1+Loop(n-1)))"))
    engine.write(0, [(0, 0, Formula("=Loop(100)")), (0, 1, Formula("=Loop(1000000)"))])
    engine.recalculate()
    values = engine.read(0, Rect(0, 0, 0, 1)).values[0]
    assert values[0] == 100.0
    assert str(getattr(values[1], "code", values[1])).startswith("#")


def test_workbooks_in_several_threads_do_not_meet():
    results: dict[int, object] = {}

    def work(number: int) -> None:
        engine = FormulonEngine.new()
        engine.write(0, [(row, 0, float(number)) for row in range(2_000)])
        engine.write(0, [(0, 1, Formula("=SUM(A1:A2000)"))])
        engine.add_sheet(f"Thread {number}")
        engine.recalculate()
        value = engine.read(0, Rect(0, 1, 0, 1)).values[0][0]
        results[number] = (value, tuple(engine.sheet_names()))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {n: (2_000.0 * n, ("Sheet1", f"Thread {n}")) for n in range(4)}


def test_memory_that_grows_is_still_read_right():
    engine = FormulonEngine.new()
    before = engine._library._memory.data_len(engine._library._store)
    text = "€" * 10_000
    engine.write(0, [(row, 0, f"{text}{row}") for row in range(2_000)])
    assert engine._library._memory.data_len(engine._library._store) > before
    assert engine.read(0, Rect(1_999, 0, 1_999, 0)).values == ((f"{text}1999",),)


def test_without_a_place_for_the_cache_the_module_is_compiled(monkeypatch, tmp_path):
    """wasmtime finds no home directory: the same module, only slower."""
    import wasmtime

    from embedded_excel.calc.formulon import library

    def refuse(_config, _enabled):
        raise wasmtime.WasmtimeError("no home directory")

    monkeypatch.setattr(wasmtime.Config, "cache", property(None, refuse))
    monkeypatch.setattr(library, "_runtime", _Recorder())
    engine, module = library._compiled.__wrapped__()
    assert isinstance(engine, wasmtime.Engine)
    assert module == "compiled"


class _Recorder:
    """Stands in for the compile alone, which takes seconds."""

    class Module:
        @staticmethod
        def from_file(_engine, _path):
            return "compiled"


def test_reading_costs_two_calls_a_cell_at_most(monkeypatch):
    engine = FormulonEngine.new()
    engine.write(0, [(row, 0, float(row)) for row in range(5_000)])
    calls = 0
    real = Library.export

    def counting(self: Library, name: str):
        function = real(self, name)

        def counted(*values: float) -> int:
            nonlocal calls
            calls += 1
            return function(*values)

        return counted

    monkeypatch.setattr(Library, "export", counting)
    engine.read(0, Rect(0, 0, 4_999, 0))
    assert calls < 2 * 5_000
    calls = 0
    engine.used_rect(0, values_only=True)
    assert calls < 400
