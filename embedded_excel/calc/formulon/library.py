"""The engine's WebAssembly module, called without the cost of a checked call.

Every open workbook has an instance of its own (10 ms to make): its memory is freed when the
workbook is closed, and a trap ends that workbook alone. The wheel's Python layer is written for
one instance in the process; `CURRENT` points it at ours, so its rarer calls can be used too.
"""

import ctypes
import struct
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias, cast

import wasmtime
from formulon import workbook as wheel_workbook
from formulon.workbook import Workbook
from typing_extensions import override

from embedded_excel.calc.engine import EngineFailed
from embedded_excel.calc.formulon.loops import bind_loops

Export: TypeAlias = Callable[..., int]

SCRATCH = 4 * 32_768
"""Room for the longest text of a cell, as UTF-8."""
_SLOT = 16
_MOST_SLOTS = 24
_ARGUMENT = {"i32": "q8x", "i64": "q8x", "f64": "d8x"}
_SIGNATURE = (
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_size_t,
    ctypes.c_void_p,
)
_runtime: Any = wasmtime
_binding: Any = import_module("formulon._c")
"""The same modules, where members are used that they don't publish (both are pinned)."""
_cast: Any = ctypes.cast
_CALL_ADDRESS = ctypes.cast(_runtime._ffi.dll.wasmtime_func_call_unchecked, ctypes.c_void_p).value  # noqa: SLF001
_call_releasing = ctypes.CFUNCTYPE(*_SIGNATURE)(_CALL_ADDRESS or 0)
"""Lets other threads run meanwhile: for calls that may take long."""
_call_holding = ctypes.PYFUNCTYPE(*_SIGNATURE)(_CALL_ADDRESS or 0)
"""Keeps the interpreter lock: for calls of about a microsecond, where handing it over costs more."""

_STACK = (1 if sys.platform == "win32" else 2) << 20
"""With 2 MB the engine's own limit on recursion answers #CALC! before the stack ends; Windows gives
threads less than 2 MB."""

_LONG_CALLS = frozenset(
    {
        "fm_workbook_load",
        "fm_workbook_recalc",
        "fm_workbook_partial_recalc",
        "fm_workbook_save",
        "fm_workbook_save_as",
        "fm_workbook_save_with_diagnostics",
        "fm_workbook_insert_rows",
        "fm_workbook_delete_rows",
        "fm_workbook_insert_cols",
        "fm_workbook_delete_cols",
        "fm_workbook_rename_sheet",
        "fm_workbook_remove_sheet",
        "fm_workbook_evaluate_formula_array",
    }
)


@cache
def _compiled() -> tuple[wasmtime.Engine, wasmtime.Module]:
    """The compiled module; kept on disk where that is possible, else compiled again (2-5 s)."""
    path = str(_binding._locate_wasm())  # noqa: SLF001
    config = wasmtime.Config()
    config.max_wasm_stack = _STACK
    try:
        config.cache = True
        engine = wasmtime.Engine(config)
    except wasmtime.WasmtimeError:
        config = wasmtime.Config()
        config.max_wasm_stack = _STACK
        engine = wasmtime.Engine(config)
    return engine, _runtime.Module.from_file(engine, path)


class Library:
    """One instance of the module, with the members the wheel's Python layer expects of it.

    Not to be shared between threads at the same time; different instances may run in parallel.
    """

    def __init__(self) -> None:
        engine, module = _compiled()
        self._store = wasmtime.Store(engine)
        self._store.set_wasi(wasmtime.WasiConfig())
        linker = wasmtime.Linker(engine)
        linker.define_wasi()
        grown = wasmtime.FuncType([wasmtime.ValType.i32()], [])
        linker.define(
            self._store,
            "env",
            "emscripten_notify_memory_growth",
            wasmtime.Func(self._store, grown, self._memory_grew),
        )
        exports = linker.instantiate(self._store, module).exports(self._store)
        self._functions: dict[str, wasmtime.Func] = {}
        for name, export in exports.items():
            if isinstance(export, wasmtime.Func):
                self._functions[name] = export
            elif isinstance(export, wasmtime.Memory):
                self._memory = export
        self._functions |= bind_loops(engine, self._store, self._memory, self._functions)
        self._functions["_initialize"](self._store)
        self._context = ctypes.cast(cast("Any", self._store)._context(), ctypes.c_void_p).value  # noqa: SLF001
        self._slots = ctypes.create_string_buffer(_SLOT * _MOST_SLOTS)
        self._trap = ctypes.c_void_p()
        self._base: int | None = None
        self._calls: dict[str, Export] = {}
        self._diagnostic: tuple[int, str, str] | None = None
        self.call_lock = threading.RLock()
        self.broken: str | None = None
        self.out = self.alloc(64)
        self.scratch = self.alloc(SCRATCH)

    def _memory_grew(self, _index: int) -> None:
        self._base = None

    @property
    def base(self) -> int:
        """Address of the instance's memory; it may change when memory grows."""
        if self._base is None:
            if self.broken is not None:
                raise EngineFailed(self.broken)
            data = self._memory.data_ptr(self._store)
            self._base = ctypes.addressof(data.contents)
        return self._base

    def export(self, name: str) -> Export:
        """The exported function, callable with plain numbers.

        Raises:
            EngineFailed: When called, if it traps or the instance already broke.
        """
        call = self._calls.get(name)
        if call is None:
            call = self._calls[name] = self._bind(name)
        return call

    def _bind(self, name: str) -> Export:
        if self.broken is not None:
            raise EngineFailed(self.broken)
        function = self._functions.get(name)
        if function is None:
            raise AttributeError(name)
        kind = function.type(self._store)
        pack = struct.Struct(
            "<" + "".join(_ARGUMENT[str(parameter)] for parameter in kind.params)
        ).pack_into
        slots = self._slots
        unpack = struct.Struct("<i").unpack_from
        call = _call_releasing if name in _LONG_CALLS else _call_holding
        context = self._context
        address = ctypes.addressof(cast("Any", function)._func)  # noqa: SLF001
        arguments = ctypes.addressof(slots)
        count = max(len(kind.params), len(kind.results))
        trap = ctypes.addressof(self._trap)
        answers = len(kind.results) > 0

        def run(*values: float) -> int:
            if self.broken is not None:
                raise EngineFailed(self.broken)
            pack(slots, 0, *values)
            error = call(context, address, arguments, count, trap)
            if error or self._trap.value:
                self._fail(error)
            return unpack(slots, 0)[0] if answers else 0

        return run

    def _fail(self, error: int | None) -> None:
        """The call was cut in the middle: nothing in the instance can be trusted any more."""
        ffi: Any = _runtime._ffi  # noqa: SLF001
        if error:
            pointer = _cast(error, ctypes.POINTER(ffi.wasmtime_error_t))
            reason = str(_runtime.WasmtimeError._from_ptr(pointer))  # noqa: SLF001
        else:
            pointer = _cast(self._trap.value or 0, ctypes.POINTER(ffi.wasm_trap_t))
            reason = str(_runtime.Trap._from_ptr(pointer))  # noqa: SLF001
            self._trap.value = None
        first = reason.strip().splitlines()[-1].strip() if reason.strip() else "unknown reason"
        self.broken = f"The calculation engine broke ({first})."
        self._base = None
        raise EngineFailed(self.broken)

    def close(self) -> None:
        """Free the instance and its memory. Idempotent; every later use raises `EngineFailed`.

        Nothing else frees it: the runtime holds on to the callback, and so to all of this.
        """
        self.broken = "The workbook is closed."
        self._base = None
        self._store.close()

    # -- memory ------------------------------------------------------------------------------
    def alloc(self, size: int) -> int:
        """Memory inside the instance; `free` gives it back.

        Raises:
            EngineFailed: The workbook doesn't fit the 4 GB an instance can have.
        """
        if size <= 0:
            return 0
        pointer = self.export("malloc")(size) & 0xFFFFFFFF
        if pointer == 0:
            raise EngineFailed("The workbook needs more memory than the calculation engine has.")
        return pointer

    def free(self, pointer: int) -> None:
        """Give memory of `alloc` back."""
        if pointer and self.broken is None:
            self.export("free")(pointer)

    def read_bytes(self, pointer: int, length: int) -> bytes:
        """Copy of the instance's memory."""
        return ctypes.string_at(self.base + pointer, length)

    def write_bytes(self, pointer: int, content: bytes | bytearray) -> None:
        """Copy bytes into the instance's memory."""
        ctypes.memmove(self.base + pointer, bytes(content), len(content))

    def read_u32(self, pointer: int) -> int:
        """An unsigned 32-bit number."""
        return ctypes.c_uint32.from_address(self.base + pointer).value

    def read_i32(self, pointer: int) -> int:
        """A signed 32-bit number."""
        return ctypes.c_int32.from_address(self.base + pointer).value

    def read_f64(self, pointer: int) -> float:
        """A double."""
        return ctypes.c_double.from_address(self.base + pointer).value

    def read_cstr(self, pointer: int) -> str:
        """Text that ends with a NUL; "" for the null pointer."""
        if pointer == 0:
            return ""
        return ctypes.string_at(self.base + pointer).decode("utf-8", "replace")

    @contextmanager
    def text(self, content: str) -> Generator[int]:
        """A NUL-terminated copy of a text, for the length of the block."""
        encoded = encode(content)
        pointer = self.alloc(len(encoded))
        try:
            self.write_bytes(pointer, encoded)
            yield pointer
        finally:
            self.free(pointer)

    # -- what the wheel's layer needs --------------------------------------------------------
    def __getattr__(self, name: str) -> Export:
        if not name.startswith(("fm_", "malloc", "free")):
            raise AttributeError(name)
        call = self.export(name)
        returns_status = name in _binding._STATUS_RETURNING_EXPORTS  # noqa: SLF001

        def with_diagnostic(*values: float) -> int:
            self._diagnostic = None
            result = call(*values)
            if returns_status and result != 0:
                self._diagnostic = (result, *self.last_error())
            return result

        with_diagnostic.__name__ = name
        self.__dict__[name] = with_diagnostic
        return with_diagnostic

    def last_error(self) -> tuple[str, str]:
        """Message and context of the last call that failed."""
        message = self.export("fm_last_error_message")()
        context = self.export("fm_last_error_context")()
        return self.read_cstr(message & 0xFFFFFFFF), self.read_cstr(context & 0xFFFFFFFF)

    def last_diagnostic(self, status: int) -> tuple[str, str]:
        """The wheel's way to ask for `last_error`, once."""
        found, self._diagnostic = self._diagnostic, None
        return found[1:] if found is not None and found[0] == status else ("", "")


class _Current(threading.local):
    library: Library | None = None


CURRENT = _Current()
"""The instance the wheel's Python layer works on, in each thread."""


class _Routed:
    """Stands where the wheel keeps its one instance, and passes on to the active one."""

    def __getattr__(self, name: str) -> Any:
        library = CURRENT.library
        if library is None:
            raise EngineFailed("The calculation engine was used outside an open workbook.")
        return getattr(library, name)


_binding.LIB = cast("Any", wheel_workbook).LIB = _Routed()


class WheelWorkbook(Workbook):
    """The wheel's workbook on an instance of ours, which is dropped as a whole instead of closed."""

    @override
    def __del__(self) -> None:
        self._handle = 0


def encode(text: str) -> bytes:
    """UTF-8 with the closing NUL; lone surrogates become U+FFFD, as they can't be stored."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode() + b"\0"
