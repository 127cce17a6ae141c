"""Application and what belongs to it: calculation, the culture, the runtime switch of events."""

from dataclasses import replace
from typing import cast

from pydantic import JsonValue

from embedded_excel.calc.cells import CalculationMode
from embedded_excel.calc.documents import Iteration
from embedded_excel.errors import invalid_argument
from embedded_excel.model.areas import integer
from embedded_excel.objects.base import ExcelObject, excel_class, method, navigation, scalar
from embedded_excel.objects.other_workbooks import create_workbook
from embedded_excel.wire.members import enum_value

CALCULATION_ENGINE_VERSION = 191029
"""The `calcId` of current Excel (ECMA-376 18.2.2): formulas behave as in the engine it names."""
MOST_ITERATIONS = 32_767


@excel_class("Application")
class Application(ExcelObject):
    """Calculation of the workbook, and the separators of its one culture, en-US."""

    @scalar("CalculationMode")
    def calculation_mode(self) -> JsonValue:
        """`Automatic`, `AutomaticExceptTables` or `Manual`."""
        return self.workbook.engine.calculation_mode()

    @calculation_mode.setter
    def set_calculation_mode(self, value: JsonValue) -> None:
        """Going back to an automatic mode calculates what is pending."""
        mode = cast("CalculationMode", enum_value("CalculationMode", value))
        self.workbook.engine.set_calculation_mode(mode)
        self.workbook.recalculate_if_automatic()

    @scalar("CalculationState")
    def calculation_state(self) -> JsonValue:
        """`Done`, or what keeps values from being up to date."""
        if self.workbook.calculating:
            return "Calculating"
        return "Pending" if self.workbook.pending else "Done"

    @scalar("DecimalSeparator")
    def decimal_separator(self) -> JsonValue:
        """Of en-US."""
        return "."

    @scalar("ThousandsSeparator")
    def thousands_separator(self) -> JsonValue:
        """Of en-US."""
        return ","

    @scalar("UseSystemSeparators")
    def use_system_separators(self) -> JsonValue:
        """The separators can't be changed."""
        return True

    @scalar("CalculationEngineVersion")
    def calculation_engine_version(self) -> JsonValue:
        """What Excel writes into files it calculated."""
        return CALCULATION_ENGINE_VERSION

    @navigation("IterativeCalculation")
    def iterative_calculation(self) -> "IterativeCalculation":
        """How circular references are calculated."""
        return IterativeCalculation(self.workbook)

    @navigation("CultureInfo")
    def culture_info(self) -> "CultureInfo":
        """The culture: en-US."""
        return CultureInfo(self.workbook)

    @method("CreateWorkbook")
    def create_workbook(self, content: JsonValue) -> ExcelObject:
        """A new workbook, empty or with the content of a file in base64."""
        return create_workbook(self.workbook, content)

    @method("Calculate")
    def calculate(self, calculation_type: JsonValue) -> None:
        """Calculate now, whatever the mode; `Full` and `FullRebuild` every formula."""
        kind = enum_value("CalculationType", calculation_type)
        self.workbook.calculate(full=kind != "Recalculate")

    @method("SuspendApiCalculationUntilNextSync")
    def suspend_api_calculation_until_next_sync(self) -> None:
        """Edits of the rest of this batch calculate at its end."""
        self.workbook.settle()
        self.workbook.calculation_suspended = True

    @method("SuspendScreenUpdatingUntilNextSync")
    def suspend_screen_updating_until_next_sync(self) -> None:
        """There is no screen to hold still while a batch runs."""


@excel_class("IterativeCalculation")
class IterativeCalculation(ExcelObject):
    """Whether circular references are calculated step by step, how often and how exactly."""

    def _change(self, new: Iteration) -> None:
        self.workbook.engine.documents.set_iteration(new)
        self.workbook.recalculate_if_automatic()

    @scalar("Enabled")
    def enabled(self) -> JsonValue:
        """Whether they are."""
        return self.workbook.engine.documents.iteration().enabled

    @enabled.setter
    def set_enabled(self, value: JsonValue) -> None:
        """Switch on or off."""
        if not isinstance(value, bool):
            raise invalid_argument()
        self._change(replace(self.workbook.engine.documents.iteration(), enabled=value))

    @scalar("MaxIteration")
    def max_iteration(self) -> JsonValue:
        """How many steps at most."""
        return self.workbook.engine.documents.iteration().most

    @max_iteration.setter
    def set_max_iteration(self, value: JsonValue) -> None:
        """Set the number of steps, 1 to 32767."""
        number = integer(value)
        if not 1 <= number <= MOST_ITERATIONS:
            raise invalid_argument()
        self._change(replace(self.workbook.engine.documents.iteration(), most=number))

    @scalar("MaxChange")
    def max_change(self) -> JsonValue:
        """Steps end when no value changes by more than this."""
        return self.workbook.engine.documents.iteration().change

    @max_change.setter
    def set_max_change(self, value: JsonValue) -> None:
        """Set it."""
        if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
            raise invalid_argument()
        self._change(replace(self.workbook.engine.documents.iteration(), change=float(value)))


@excel_class("CultureInfo")
class CultureInfo(ExcelObject):
    """The culture texts are read and shown in."""

    @scalar("Name")
    def name(self) -> JsonValue:
        """Its tag."""
        return "en-US"

    @navigation("NumberFormat")
    def number_format(self) -> "NumberFormatInfo":
        """How numbers look."""
        return NumberFormatInfo(self.workbook)

    @navigation("DatetimeFormat")
    def datetime_format(self) -> "DatetimeFormatInfo":
        """How dates and times look."""
        return DatetimeFormatInfo(self.workbook)


@excel_class("NumberFormatInfo")
class NumberFormatInfo(ExcelObject):
    """Separators of numbers."""

    @scalar("NumberDecimalSeparator")
    def decimal(self) -> JsonValue:
        """Between whole and fraction."""
        return "."

    @scalar("NumberGroupSeparator")
    def group(self) -> JsonValue:
        """Between thousands."""
        return ","


@excel_class("DatetimeFormatInfo")
class DatetimeFormatInfo(ExcelObject):
    """Separators and patterns of dates and times."""

    @scalar("DateSeparator")
    def date_separator(self) -> JsonValue:
        """Between day, month and year."""
        return "/"

    @scalar("TimeSeparator")
    def time_separator(self) -> JsonValue:
        """Between hours, minutes and seconds."""
        return ":"

    @scalar("ShortDatePattern")
    def short_date_pattern(self) -> JsonValue:
        """As in 9/30/2025."""
        return "M/d/yyyy"

    @scalar("LongDatePattern")
    def long_date_pattern(self) -> JsonValue:
        """As in Tuesday, September 30, 2025."""
        return "dddd, MMMM d, yyyy"

    @scalar("LongTimePattern")
    def long_time_pattern(self) -> JsonValue:
        """As in 1:05:00 PM."""
        return "h:mm:ss tt"


@excel_class("Runtime")
class Runtime(ExcelObject):
    """`context.runtime`."""

    @scalar("EnableEvents")
    def enable_events(self) -> JsonValue:
        """Whether events are delivered."""
        return self.workbook.enable_events

    @enable_events.setter
    def set_enable_events(self, value: JsonValue) -> None:
        """Switch delivery on or off."""
        if not isinstance(value, bool):
            raise invalid_argument()
        self.workbook.enable_events = value
