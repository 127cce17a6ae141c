"""Sheet protection: turning it on and off, and what it refuses.

Excel's rules: values change in unlocked cells only; formats, sizes, rows, columns, sorting, filters,
links and objects as the options say; merging, validation and tables not at all.
"""

from typing import Any, get_args

from pydantic import JsonValue

from embedded_excel.calc.documents import StructureLock
from embedded_excel.calc.sheet_parts import (
    Allowance,
    PasswordHash,
    Protection,
    ProtectionSelection,
)
from embedded_excel.errors import ExcelApiError, invalid_argument
from embedded_excel.model.areas import access_denied, deny_if_locked, flag
from embedded_excel.model.documents import fits, legacy_hash
from embedded_excel.model.events import protection_changed
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId, Shift

_MAX_PASSWORD = 255
_ALLOWANCES: tuple[Allowance, ...] = get_args(Allowance)
_SELECTIONS: tuple[ProtectionSelection, ...] = get_args(ProtectionSelection)


def protection_of(workbook: OpenWorkbook, sheet: SheetId) -> Protection:
    """A sheet's protection."""
    return workbook.engine.sheet_parts.protection.protection(workbook.sheet_index(sheet))


def options_json(protection: Protection) -> dict[str, JsonValue]:
    """`WorksheetProtectionOptions`."""
    found: dict[str, JsonValue] = {
        name: protection.on and name in protection.allowed for name in _ALLOWANCES
    }
    return found | {"selectionMode": protection.selection}


def protect(
    workbook: OpenWorkbook, sheet: SheetId, options: JsonValue, password: JsonValue
) -> None:
    """Protect a sheet that isn't protected.

    Raises:
        ExcelApiError: AccessDenied when it is already, InvalidArgument.
    """
    if protection_of(workbook, sheet).on:
        raise access_denied()
    given: dict[str, Any] = {}
    if options is not None:
        if not isinstance(options, dict):
            raise invalid_argument()
        given = options
    allowed: frozenset[Allowance] = frozenset(name for name in _ALLOWANCES if flag(given.get(name)))
    mode = given.get("selectionMode") or "Normal"
    if mode not in _SELECTIONS:
        raise invalid_argument()
    text = _password(password)
    workbook.engine.sheet_parts.protection.set_protection(
        workbook.sheet_index(sheet),
        Protection(
            on=True,
            allowed=allowed,
            selection=mode,
            password=PasswordHash("", legacy_hash(text)) if text else None,
        ),
    )
    workbook.changed = True
    protection_changed(workbook, sheet, on=True)


def unprotect(workbook: OpenWorkbook, sheet: SheetId, password: JsonValue) -> None:
    """Take the protection away; a password is asked for when there is one.

    Raises:
        ExcelApiError: BadPassword, InvalidArgument.
    """
    protection = protection_of(workbook, sheet)
    text = _password(password)
    if not protection.on:
        return
    if protection.password is not None and not fits(_lock(protection.password), text):
        raise ExcelApiError("BadPassword", "The password you supplied is incorrect.", 400)
    workbook.engine.sheet_parts.protection.set_protection(workbook.sheet_index(sheet), Protection())
    workbook.changed = True
    protection_changed(workbook, sheet, on=False)


def _lock(password: PasswordHash) -> StructureLock:
    if not password.algorithm:
        return StructureLock(locked=True, legacy=password.value)
    return StructureLock(
        locked=True,
        algorithm=password.algorithm,
        digest=password.value,
        salt=password.salt,
        spins=password.spins,
    )


def _password(value: JsonValue) -> str:
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > _MAX_PASSWORD:
        raise invalid_argument()
    return value


def deny_unless(workbook: OpenWorkbook, sheet: SheetId, allowance: Allowance) -> None:
    """Refuse on a protected sheet what its options don't allow.

    Raises:
        ExcelApiError: AccessDenied.
    """
    protection = protection_of(workbook, sheet)
    if protection.on and allowance not in protection.allowed:
        raise access_denied()


def deny_if_protected(workbook: OpenWorkbook, sheet: SheetId) -> None:
    """Refuse what no option of a protected sheet allows.

    Raises:
        ExcelApiError: AccessDenied.
    """
    if protection_of(workbook, sheet).on:
        raise access_denied()


def deny_shift(workbook: OpenWorkbook, area: Area, shift: Shift, *, whole: bool) -> None:
    """Refuse to insert or delete on a protected sheet, unless whole rows or columns may be.

    Raises:
        ExcelApiError: AccessDenied.
    """
    if not protection_of(workbook, area.sheet).on:
        return
    if not whole:
        raise access_denied()
    if shift.count > 0:
        allowance: Allowance = "allowInsertRows" if shift.vertical else "allowInsertColumns"
        deny_unless(workbook, area.sheet, allowance)
        return
    deny_unless(workbook, area.sheet, "allowDeleteRows" if shift.vertical else "allowDeleteColumns")
    deny_if_locked(workbook, area)
