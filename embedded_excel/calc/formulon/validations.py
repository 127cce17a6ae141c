"""Data validation."""

from collections.abc import Sequence
from typing import Final, get_args

from formulon.workbook import DataValidation, DataValidationInput

from embedded_excel.calc.formulon.parts import Opened, exchange, range_of, rect_of
from embedded_excel.calc.sheet_parts import (
    AlertStyle,
    Validation,
    ValidationKind,
    ValidationOperator,
)

_KINDS: Final[tuple[ValidationKind, ...]] = get_args(ValidationKind)
_OPERATORS: Final[tuple[ValidationOperator, ...]] = get_args(ValidationOperator)
_STYLES: Final[tuple[AlertStyle, ...]] = get_args(AlertStyle)
_PAGE = 4096


class Validations:
    """Data validation of sheets."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened

    def validations(self, sheet: int) -> Sequence[Validation]:
        """Every rule."""
        with self._opened() as book:
            return [_validation(found) for found in book.wheel.get_validations(sheet)]

    def set_validations(self, sheet: int, validations: Sequence[Validation]) -> None:
        """Replace them all."""
        with self._opened() as book:
            wheel = book.wheel
            exchange(
                [_validation(found) for found in wheel.get_validations(sheet)],
                validations,
                lambda index: wheel.remove_validation_at(sheet, index),
                lambda wanted: wheel.add_validation(sheet, _input(wanted)),
            )

    def invalid_cells(self, sheet: int) -> Sequence[tuple[int, int]]:
        """Cells whose value their rule refuses."""
        places: list[tuple[int, int]] = []
        with self._opened() as book:
            cells, cursor = book.wheel.list_invalid_cells(sheet, limit=_PAGE)
            places += [(cell.row, cell.col) for cell in cells]
            while cursor is not None:
                cells, cursor = book.wheel.list_invalid_cells(sheet, cursor, _PAGE)
                places += [(cell.row, cell.col) for cell in cells]
        return places


def _validation(found: DataValidation) -> Validation:
    return Validation(
        tuple(rect_of(area) for area in found.ranges),
        _KINDS[found.type],
        _OPERATORS[found.op],
        found.formula1.removeprefix("="),
        found.formula2.removeprefix("="),
        drop_down=found.show_dropdown,
        ignore_blanks=found.allow_blank,
        alert_shown=found.show_error_message,
        alert_style=_STYLES[found.error_style],
        alert_title=found.error_title,
        alert_message=found.error_message,
        prompt_shown=found.show_input_message,
        prompt_title=found.prompt_title,
        prompt_message=found.prompt_message,
    )


def _input(wanted: Validation) -> DataValidationInput:
    return DataValidationInput(
        type=_KINDS.index(wanted.kind),
        ranges=[range_of(rect) for rect in wanted.rects],
        op=_OPERATORS.index(wanted.operator),
        error_style=_STYLES.index(wanted.alert_style),
        allow_blank=wanted.ignore_blanks,
        show_input_message=wanted.prompt_shown,
        show_error_message=wanted.alert_shown,
        show_dropdown=wanted.drop_down,
        formula1=wanted.formula1,
        formula2=wanted.formula2,
        error_title=wanted.alert_title,
        error_message=wanted.alert_message,
        prompt_title=wanted.prompt_title,
        prompt_message=wanted.prompt_message,
    )
