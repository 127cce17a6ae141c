"""One skill: a Markdown text for the model, with front matter that says when to read it.

The folder format is the one agents share: `<name>/SKILL.md`, YAML front matter with `name` and
`description`, Markdown after it. A skill whose `metadata` has a `call` is a C2 spec: code loads it
with that function of `general`.
"""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

FILE: Final = "SKILL.md"
MOST_BYTES: Final = 64 * 1024
"""A longer skill is refused: it would fill the evidence of a whole request."""

_FRONT_MATTER = re.compile(r"\A---\r?\n(.{1,8192}?)\r?\n---[ \t]*\r?\n", re.DOTALL)
_CALL = r"get[A-Z][A-Za-z]*Info"


class SkillUnreadable(ValueError):
    """A skill's file can't be used; the text is one sentence that names the file."""


class _Metadata(BaseModel):
    model_config = ConfigDict(extra="ignore")

    call: str = Field(default="", pattern=rf"^(?:{_CALL})?$")


class _FrontMatter(BaseModel):
    # Other agents keep more in it: licences, versions, tools.
    model_config = ConfigDict(extra="ignore")

    name: str = Field(pattern=r"^[a-z0-9]+(?:-[a-z0-9]+)*$", max_length=64)
    description: str = Field(min_length=1, max_length=1024)
    metadata: _Metadata = _Metadata()


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill that was read.

    Attributes:
        name: As its folder is called.
        description: What it is and when to read it.
        call: Of a C2 spec, the function of `general` that returns it; else "".
        text: The Markdown after the front matter.
        own: Whether it is of the user's folder.
    """

    name: str
    description: str
    text: str
    call: str = ""
    own: bool = False

    @property
    def evidence_id(self) -> str:
        """Its id as evidence: `spec:charts@3fa94c1`, from the text itself."""
        kind = "spec" if self.call else "skill"
        return f"{kind}:{self.name}@{hashlib.sha256(self.text.encode()).hexdigest()[:7]}"


def parse_skill(text: str, folder_name: str, *, own: bool = False) -> Skill:
    """Read a SKILL.md.

    Args:
        text: The whole file.
        folder_name: Of the folder it lies in; its `name` must be the same.
        own: Whether it is of the user's folder; such a skill is never a spec with a call.

    Raises:
        SkillUnreadable: No front matter, or something in it is missing or wrong.
    """
    where = f"{folder_name}/{FILE}"
    found = _FRONT_MATTER.match(text)
    if found is None:
        raise SkillUnreadable(f"{where} doesn't begin with front matter between two lines of ---.")
    try:
        front = _FrontMatter.model_validate(yaml.safe_load(found[1]))
    except yaml.YAMLError as error:
        raise SkillUnreadable(f"{where}: its front matter isn't YAML.") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(map(str, first["loc"])) or "the front matter"
        raise SkillUnreadable(f"{where}: {field} is wrong: {first['msg']}.") from error
    if front.name != folder_name:
        raise SkillUnreadable(f"{where}: its name is {front.name}; it must be the folder's.")
    body = text[found.end() :].replace("\r\n", "\n").strip()
    if not body:
        raise SkillUnreadable(f"{where} has no text after its front matter.")
    description = " ".join(front.description.split())
    return Skill(front.name, description, body, "" if own else front.metadata.call, own)


def read_skill(folder: Path, *, own: bool = False) -> Skill:
    """Read the skill of a folder.

    Raises:
        SkillUnreadable: There is none, it is too long, or it isn't one.
    """
    path = folder / FILE
    try:
        # One byte more than allowed, so that no file is read whole just to be refused.
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        text = content.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SkillUnreadable(f"{folder.name}/{FILE} can't be read as UTF-8 text.") from error
    if len(content) > MOST_BYTES:
        raise SkillUnreadable(
            f"{folder.name}/{FILE} is longer than {MOST_BYTES // 1024} KB, the most for a skill."
        )
    return parse_skill(text, folder.name, own=own)
