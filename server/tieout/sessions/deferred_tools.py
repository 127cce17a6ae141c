"""The deferred tools of a session, put together."""

from collections.abc import Callable

from tieout.execution.approvals import Approver, FixedApprover
from tieout.execution.ports import ExcelHost
from tieout.sessions.outside import Outside
from tieout.sessions.recorded_tools import recording_tool
from tieout.sessions.recording import ToolRecord
from tieout.settings import Settings
from tieout.skills.library import SkillLibrary
from tieout.tools.create_website import create_website
from tieout.tools.deferred import DeferredTool, DeferredTools
from tieout.tools.grep_reference import GREP_REFERENCE
from tieout.tools.internet.permission import WebPermission
from tieout.tools.internet.search_services import search_service
from tieout.tools.read_attachment import read_attachment
from tieout.tools.read_skill import read_skill_tool
from tieout.tools.web_crawl import web_crawl
from tieout.tools.web_search import web_search


def deferred_tools(
    skills: SkillLibrary,
    outside: Outside,
    settings: Settings,
    host: ExcelHost,
    *,
    approver: Approver | None,
    write: Callable[[ToolRecord], None] | None,
) -> DeferredTools:
    """What `get_tool_info` lists, in this order; the list depends on no setting.

    Args:
        skills: Of this installation.
        outside: What the session reaches beyond the workbook.
        settings: Whether the web may be used, and which search service.
        host: The Excel whose cells pages show.
        approver: Who agrees to what is sent to the web; None: nobody.
        write: Records answers that came from outside.

    Raises:
        SettingsError: The search service's setting is wrong.
    """
    permission = WebPermission(
        settings.web, approver or FixedApprover(), lambda: outside.tasks, outside.declined
    )
    reaching = (
        read_attachment(outside.attachments),
        web_search(search_service(settings), permission),
        web_crawl(outside.web, permission),
    )
    return DeferredTools(
        (
            read_skill_tool(skills, GREP_REFERENCE),
            GREP_REFERENCE,
            create_website(host, outside.workbook, outside.shelf),
            *(_kept(tool, outside, write) for tool in reaching),
        )
    )


def _kept(
    tool: DeferredTool, outside: Outside, write: Callable[[ToolRecord], None] | None
) -> DeferredTool:
    if outside.answers is not None:
        return outside.answers.instead_of(tool)
    return tool if write is None else recording_tool(tool, write)
