"""What `general.getAPIInfo(name)` answers: the wrapped API first, then the reference."""

import re

from tieout.prompts.wrapped_api import load_wrapped_api
from tieout.reference.members import describe
from tieout.skills.library import SkillLibrary

_WRAPPED = re.compile(r"\A(?:sheet|general|step)\.\w+", re.IGNORECASE)


def api_info(name: str, skills: SkillLibrary) -> str:
    """Text about a function of the wrapped API, a spec, or anything of Office.js.

    Args:
        name: Such as `sheet.setRange`, `setRange`, `getChartInfo`, `Excel.Range.values`, `log scale`.
        skills: Whose specs are known.
    """
    wanted = name.strip().removesuffix("()")
    wrapped = [
        entry
        for entry in load_wrapped_api()
        if wanted.lower() in (entry.name.lower(), entry.name.partition(".")[2].lower())
    ]
    specs = [
        f"general.{spec.call}(): returns a specification. {spec.description}"
        for spec in skills.specs
        if wanted.lower() in (f"general.{spec.call}".lower(), spec.call.lower(), spec.name)
    ]
    known = [f"{entry.signature}: {entry.doc}" for entry in wrapped] + specs
    if known and _WRAPPED.match(wanted):
        return "\n".join(known)
    if _WRAPPED.match(wanted):
        names = ", ".join(entry.name for entry in load_wrapped_api())
        return f"The wrapped API has no {wanted}. It has: {names}."
    return "\n".join((*known, describe(wanted)))
