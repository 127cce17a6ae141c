"""Loops over cells that run inside the engine's instance, so that Python calls once a page.

A call into the instance costs about a microsecond, and a cell needs two to four of them. This is a
second, tiny module on the same memory: it calls the engine's own exports, one cell after another,
and lays the answers out in a buffer. It knows nothing of the engine but its C interface.
"""

from functools import cache
from typing import Any, Final

import wasmtime

CELL_BYTES: Final = 32
"""What `loop_cells` and `loop_stored` write for a cell: row, column, formula pointer, gap, value."""

_FUNCTIONS: Final = (
    "fm_cell_range_at",
    "fm_workbook_get_display_text",
    "fm_cell_get_xf_index",
    "fm_workbook_cell_at",
)

_SOURCE: Final = """
(module
  (import "engine" "memory" (memory 1))
  (import "engine" "fm_cell_range_at"
    (func $cell_at (param i32 i32 i32 i32 i32 i32) (result i32)))
  (import "engine" "fm_workbook_get_display_text"
    (func $display (param i32 i32 i32 i32 i32 i32) (result i32)))
  (import "engine" "fm_cell_get_xf_index"
    (func $style (param i32 i32 i32 i32 i32) (result i32)))
  (import "engine" "fm_workbook_cell_at"
    (func $stored_at (param i32 i32 i32 i32 i32 i32 i32) (result i32)))

  ;; Records of all `count` cells of a page, from `to` on.
  (func (export "loop_cells") (param $page i32) (param $count i32) (param $to i32)
    (local $index i32)
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $index) (local.get $count)))
      (i32.store offset=8 (local.get $to) (i32.const 0))
      (drop (call $cell_at (local.get $page) (local.get $index) (local.get $to)
        (i32.add (local.get $to) (i32.const 4))
        (i32.add (local.get $to) (i32.const 8))
        (i32.add (local.get $to) (i32.const 16))))
      (local.set $to (i32.add (local.get $to) (i32.const 32)))
      (local.set $index (i32.add (local.get $index) (i32.const 1)))
      (br $next))))

  ;; Records of the stored cells from `index` up to `end`, blank ones included, with the format
  ;; record of each where `loop_cells` leaves a gap.
  (func (export "loop_stored")
    (param $book i32) (param $sheet i32) (param $index i32) (param $end i32) (param $to i32)
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $index) (local.get $end)))
      (drop (call $stored_at (local.get $book) (local.get $sheet) (local.get $index)
        (local.get $to)
        (i32.add (local.get $to) (i32.const 4))
        (i32.add (local.get $to) (i32.const 8))
        (i32.add (local.get $to) (i32.const 16))))
      (i32.store offset=12 (local.get $to) (i32.const 0))
      (drop (call $style (local.get $book) (local.get $sheet)
        (i32.load (local.get $to)) (i32.load offset=4 (local.get $to))
        (i32.add (local.get $to) (i32.const 12))))
      (local.set $to (i32.add (local.get $to) (i32.const 32)))
      (local.set $index (i32.add (local.get $index) (i32.const 1)))
      (br $next))))

  ;; Displayed texts of cells, each with its NUL, from `to` up to `end`; `places` holds row and
  ;; column of each. Answers how many fitted: it stops at one the engine refuses, too.
  (func (export "loop_texts")
    (param $book i32) (param $sheet i32) (param $places i32) (param $count i32)
    (param $out i32) (param $to i32) (param $end i32) (result i32)
    (local $index i32) (local $from i32) (local $byte i32)
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $index) (local.get $count)))
      (br_if $done (call $display (local.get $book) (local.get $sheet)
        (i32.load (local.get $places)) (i32.load offset=4 (local.get $places))
        (local.get $out) (i32.add (local.get $out) (i32.const 8))))
      (local.set $from (i32.load (local.get $out)))
      (loop $copy
        (br_if $done (i32.ge_u (local.get $to) (local.get $end)))
        (local.set $byte (if (result i32) (local.get $from)
          (then (i32.load8_u (local.get $from))) (else (i32.const 0))))
        (i32.store8 (local.get $to) (local.get $byte))
        (local.set $to (i32.add (local.get $to) (i32.const 1)))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br_if $copy (local.get $byte)))
      (local.set $places (i32.add (local.get $places) (i32.const 8)))
      (local.set $index (i32.add (local.get $index) (i32.const 1)))
      (br $next)))
    (local.get $index))

  ;; Format records of `count` cells, of which `places` holds row and column.
  (func (export "loop_styles_at")
    (param $book i32) (param $sheet i32) (param $places i32) (param $count i32) (param $to i32)
    (local $index i32)
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $index) (local.get $count)))
      (i32.store (local.get $to) (i32.const 0))
      (drop (call $style (local.get $book) (local.get $sheet)
        (i32.load (local.get $places)) (i32.load offset=4 (local.get $places)) (local.get $to)))
      (local.set $places (i32.add (local.get $places) (i32.const 8)))
      (local.set $to (i32.add (local.get $to) (i32.const 4)))
      (local.set $index (i32.add (local.get $index) (i32.const 1)))
      (br $next))))

  ;; Format records of the cells of a rectangle, row by row.
  (func (export "loop_styles")
    (param $book i32) (param $sheet i32) (param $row i32) (param $left i32)
    (param $bottom i32) (param $right i32) (param $to i32)
    (local $column i32)
    (loop $rows
      (local.set $column (local.get $left))
      (loop $columns
        (i32.store (local.get $to) (i32.const 0))
        (drop (call $style (local.get $book) (local.get $sheet)
          (local.get $row) (local.get $column) (local.get $to)))
        (local.set $to (i32.add (local.get $to) (i32.const 4)))
        (local.set $column (i32.add (local.get $column) (i32.const 1)))
        (br_if $columns (i32.le_u (local.get $column) (local.get $right))))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br_if $rows (i32.le_u (local.get $row) (local.get $bottom))))))
"""


@cache
def _compiled(engine: wasmtime.Engine) -> wasmtime.Module:
    return wasmtime.Module(engine, _SOURCE)


def bind_loops(
    engine: wasmtime.Engine,
    store: wasmtime.Store,
    memory: wasmtime.Memory,
    functions: dict[str, wasmtime.Func],
) -> dict[str, wasmtime.Func]:
    """The loops on one instance of the engine, by name: `loop_cells`, `loop_texts` and so on."""
    imports: list[Any] = [memory, *(functions[name] for name in _FUNCTIONS)]
    exports = wasmtime.Instance(store, _compiled(engine), imports).exports(store)
    return {name: export for name, export in exports.items() if isinstance(export, wasmtime.Func)}
