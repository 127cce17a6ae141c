"""`tieout bench NAME`: run one benchmark of the checkout's benchmarks/ folder."""

import importlib.util
import inspect
import json
import sys
from collections.abc import Callable, Iterable, Mapping
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


def bench(name: str, *, long: bool, sources: Mapping[str, Path] | None = None) -> None:
    """Print the rows of a benchmark as JSON lines.

    Args:
        name: A file of benchmarks/, or `list`.
        long: Full sizes.
        sources: What to measure on, by the name of the option it was given with.

    Raises:
        SettingsError: There is no such benchmark, or no checkout; it takes no such source, or there
            is nothing at its path.
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
    measure = _measure(folder / f"{name}.py")
    for row in measure(long, _checked(name, measure, sources)) if sources else measure(long):
        typer.echo(json.dumps(row, ensure_ascii=False))


def _checked(
    name: str, measure: Callable[..., Iterable[Row]], sources: Mapping[str, Path]
) -> Mapping[str, Path]:
    if "sources" not in inspect.signature(measure).parameters:
        raise SettingsError(f"The benchmark {name!r} takes no --{next(iter(sources))}.")
    for option, path in sources.items():
        if not path.exists():
            raise SettingsError(f"There is nothing at {path}, given as --{option}.")
    return sources


def _measure(path: Path) -> Callable[..., Iterable[Row]]:
    spec = importlib.util.spec_from_file_location(f"tieout_bench_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return cast("Callable[..., Iterable[Row]]", module.measure)
