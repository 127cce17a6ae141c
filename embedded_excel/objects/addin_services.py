"""Services that Office.js asks for on an add-in's behalf, beside the workbook.

They have names instead of a place among the workbook's objects, and Excel's API doesn't list them.
"""

from pydantic import JsonValue

from embedded_excel.errors import invalid_argument
from embedded_excel.objects.base import ExcelObject, excel_class, method

_STATES = ("Inactive", "Background", "Visible")


@excel_class("Microsoft.AppRuntime.AppRuntimeService")
class AppRuntimeService(ExcelObject):
    """The shared runtime: whether its pane shows (`Office.addin.showAsTaskpane`, `hide`)."""

    @method("GetAppRuntimeState")
    def get_state(self) -> JsonValue:
        """`Inactive`, `Background` or `Visible`."""
        return self.workbook.pane_state

    @method("SetAppRuntimeState")
    def set_state(self, state: JsonValue) -> None:
        """Show or hide the pane."""
        if state not in _STATES:
            raise invalid_argument()
        self.workbook.pane_state = str(state)


@excel_class("Microsoft.InternalService.AddinInternalService")
class AddinInternalService(ExcelObject):
    """What an add-in tells Excel about itself."""

    @method("NotifyActionHandlerReady")
    def notify_action_handler_ready(self) -> None:
        """The page takes ribbon commands from now on; here they come when they come."""
