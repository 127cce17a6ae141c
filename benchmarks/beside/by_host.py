"""The embedded Excel as a client has it: a batch as JSON text in, the answer as JSON text out."""

import json
from pathlib import Path

from measuring import Prepare, Work, main

from embedded_excel.host import EmbeddedExcel


def _batch(name: str, workbook: str | None) -> Prepare:
    def prepare(folder: Path) -> Work:
        excel = EmbeddedExcel.new() if workbook is None else EmbeddedExcel.open(folder / workbook)
        body = (folder / f"{name}.json").read_text("utf-8")

        def work() -> object:
            answer = json.dumps(excel.run_batch(json.loads(body)))
            return _shown(answer, name)

        return work

    return prepare


def _shown(answer: str, name: str) -> object:
    parsed = json.loads(answer)
    if parsed["Error"] is not None:
        return parsed["Error"]
    if name == "write":
        return len(parsed["Results"]) > 0
    grid = next(
        value[key]
        for result in parsed["Results"]
        if isinstance(value := result["Value"], dict)
        for key in ("Values", "Text")
        if key in value
    )
    return grid[-1][-1]


def _load(folder: Path) -> Work:
    return lambda: EmbeddedExcel.open(folder / "million.xlsx").workbook.engine.sheet_names()[0]


def _save(folder: Path) -> Work:
    excel = EmbeddedExcel.open(folder / "million.xlsx")

    def work() -> object:
        excel.save(folder / "by_host.xlsx")
        return "saved"

    return work


main(
    {
        "write": _batch("write", None),
        "read": _batch("read", "read.xlsx"),
        "texts": _batch("texts", "read.xlsx"),
        "edit": _batch("edit", "edit.xlsx"),
        "load": _load,
        "save": _save,
    }
)
