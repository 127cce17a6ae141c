"""Fills `MEMBERS`: every class of the object model registers itself when its module is imported."""

import importlib
import pkgutil
from functools import cache

import embedded_excel.objects


@cache
def load_objects() -> None:
    """Import every module of the object model, once."""
    for module in pkgutil.iter_modules(embedded_excel.objects.__path__):
        importlib.import_module(f"{embedded_excel.objects.__name__}.{module.name}")
