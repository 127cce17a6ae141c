"""The deferred tools of a session, put together."""

from tieout.skills.library import SkillLibrary
from tieout.tools.deferred import DeferredTools
from tieout.tools.grep_reference import GREP_REFERENCE
from tieout.tools.read_skill import read_skill_tool


def deferred_tools(skills: SkillLibrary) -> DeferredTools:
    """What `get_tool_info` lists, in this order.

    Args:
        skills: Of this installation.
    """
    return DeferredTools((read_skill_tool(skills, GREP_REFERENCE), GREP_REFERENCE))
