"""`tieout bench NAME`: run one benchmark of the checkout's benchmarks/ folder."""

import importlib.util
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NotRequired, TypedDict, cast

import typer

from tieout.assets import asset
from tieout.errors import SettingsError


class Row(TypedDict):
    """One measured figure, as printed."""

    bench: str
    metric: str
    value: float
    unit: str
    n: int
    baseline: NotRequired[str]
    note: NotRequired[str]


def bench(name: str, *, long: bool) -> None:
    """Print the rows of a benchmark as JSON lines.

    Raises:
        SettingsError: There is no such benchmark, or no checkout.
    """
    try:
        folder = asset("benchmarks")
    except FileNotFoundError:
        raise SettingsError(
            "Benchmarks come with a checkout of Tieout, not with the package."
        ) from None
    names = sorted(path.stem for path in folder.glob("[a-z]*.py"))
    if name == "list":
        typer.echo("\n".join(names))
        return
    if name not in names:
        raise SettingsError(f"There is no benchmark {name!r}; there are: {', '.join(names)}.")
    typer.echo(f"measuring {name}…", err=True)
    for row in _rows(folder / f"{name}.py")(long):
        typer.echo(json.dumps(row))


def _rows(path: Path) -> Callable[[bool], Iterable[Row]]:
    spec = importlib.util.spec_from_file_location(f"tieout_bench_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return cast("Callable[[bool], Iterable[Row]]", module.measure)
