"""What the type declarations don't say: units, meanings of omission, pitfalls, words people use.

Kept by hand in `office_js_reference/overlay.json`, samples in `office_js_reference/samples/`.
"""

import json
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from tieout.errors import SettingsError

Line = Annotated[str, StringConstraints(min_length=3, max_length=600, pattern=r"^[^\n]+$")]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Remark(_Strict):
    """What to know about one member or class beyond its declaration.

    Attributes:
        unit: What a number is counted in.
        omitted: What leaving an optional parameter or setting out means.
        pitfall: What silently does nothing, must come first, or is easily got wrong.
        platform: Where it doesn't work although its requirement set says so.
        undo: Where it clears the user's undo list.
    """

    unit: Line = ""
    omitted: Line = ""
    pitfall: Line = ""
    platform: Line = ""
    undo: Line = ""


class Overlay(_Strict):
    """The hand-kept part of the reference.

    Attributes:
        requirement_sets: Requirement set to the Excels that have it.
        not_in_office_js: Word to what to do instead.
        topics: A multi-step job to its chain of members.
        synonyms: Word to the names the API uses.
        undo: The sentence for members of `clears_undo`, by key.
        clears_undo: Key to full member names.
        members: Full name such as `Excel.Range.values` to its remark.
    """

    requirement_sets: dict[str, Line] = Field(alias="requirementSets")
    not_in_office_js: dict[str, Line] = Field(alias="notInOfficeJs")
    topics: dict[str, Line]
    synonyms: dict[str, Line]
    undo: dict[str, Line]
    clears_undo: dict[str, tuple[str, ...]] = Field(alias="clearsUndo")
    members: dict[str, Remark]

    def remark(self, full_name: str) -> dict[str, str]:
        """The remark's lines by key, in a fixed order; empty ones left out."""
        found = self.members.get(full_name, Remark())
        lines = found.model_dump()
        for key, names in self.clears_undo.items():
            if full_name in names:
                lines["undo"] = self.undo[key]
        return {key: text for key, text in lines.items() if text}

    def names(self) -> set[str]:
        """Every full name it speaks of."""
        return {*self.members, *(name for names in self.clears_undo.values() for name in names)}


class Sample(_Strict):
    """One piece of code that runs as it is.

    Attributes:
        title: The need, in a person's words.
        lines: The code, the body of `async function execute()` around it included.
        lacks: What the embedded Excel lacks for it, such as `Shape.group`; "" when it runs there.
    """

    name: str
    title: str
    lines: tuple[str, ...]
    lacks: str = ""


def read_overlay(path: Path) -> Overlay:
    """Read the hand-kept part.

    Raises:
        SettingsError: It isn't well-formed; the sentence names the place.
    """
    try:
        return Overlay.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except (ValidationError, json.JSONDecodeError) as error:
        raise SettingsError(f"{path.name} can't be used: {error}") from None


def read_samples(folder: Path) -> tuple[Sample, ...]:
    """The samples, by file name. First lines: `// title`, then perhaps `// lacks: X`.

    Raises:
        SettingsError: A sample has no title.
    """
    found: list[Sample] = []
    for path in sorted(folder.glob("*.js")):
        first, *rest = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
        if not first.startswith("// "):
            raise SettingsError(f"The sample {path.name} doesn't begin with a `// title` line.")
        lacks = ""
        if rest and rest[0].startswith("// lacks: "):
            lacks, rest = rest[0].removeprefix("// lacks: "), rest[1:]
        found.append(Sample(name=path.stem, title=first[3:], lines=tuple(rest), lacks=lacks))
    return tuple(found)
