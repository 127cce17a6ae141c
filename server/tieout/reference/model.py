"""What the declarations mean for a reader: types folded, overload twins dropped, sets inherited."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tieout.reference.declarations import Declaration, Member, Parameter

_SHORT_ENOUGH = 300
_LITERAL = re.compile(r'"([^"]*)"')
_UNION = re.compile(r'\b([A-Z]\w+)((?: \| "[^"]*")+)')
_ONLY_LITERALS = re.compile(r'^"[^"]*"(?: \| "[^"]*")*$')


@dataclass(frozen=True, slots=True)
class Model:
    """The declarations with what is needed to say them shortly.

    Attributes:
        enums: Name to member to value, of enums whose values are declared.
    """

    declarations: tuple[Declaration, ...]
    enums: dict[str, dict[str, str]]

    def folded(self, type_text: str) -> str:
        """A type where an enum followed by all of its own values is the enum alone."""

        def fold(found: re.Match[str]) -> str:
            values = self.enums.get(found.group(1))
            literals = set(_LITERAL.findall(found.group(2)))
            same = values is not None and literals == set(values.values())
            return found.group(1) if same else found.group(0)

        return _UNION.sub(fold, type_text)

    def with_values(self, type_text: str) -> str:
        """A folded type; the values of an enum in it stand behind it while they are few."""
        folded = self.folded(type_text)
        for name in re.findall(r"\b[A-Z]\w+", folded):
            values = self.enums.get(name)
            if values is None:
                continue
            inline = "|".join(values.values())
            few = len(inline) <= _SHORT_ENOUGH
            shown = f"[{inline}]" if few else f'[{len(values)} values: see "{name}"]'
            return f"{folded} {shown}"
        return folded

    def signature(self, member: Member) -> str:
        """A method's or function's name, parameters and result."""
        return _signature(member, self)

    def overloads(self, members: Sequence[Member]) -> tuple[Member, ...]:
        """Members of one name without those that only write an enum as its values."""
        if len(members) == 1:
            return tuple(members)
        written: dict[str, Member] = {}
        for member in members:
            written.setdefault(_signature(member, self), member)
        kept = [m for m in written.values() if not self._is_twin(m, members)]
        return tuple(kept or written.values())

    def _is_twin(self, member: Member, others: Sequence[Member]) -> bool:
        return any(
            other is not member
            and len(other.parameters) == len(member.parameters)
            and all(
                self._same(mine, theirs)
                for mine, theirs in zip(member.parameters, other.parameters, strict=True)
            )
            and any(_ONLY_LITERALS.match(item.type) for item in member.parameters)
            for other in others
        )

    def _same(self, mine: Parameter, theirs: Parameter) -> bool:
        if mine.type == theirs.type:
            return True
        values = self.enums.get(theirs.type)
        literal = _ONLY_LITERALS.match(mine.type) is not None
        return (
            literal
            and values is not None
            and set(_LITERAL.findall(mine.type)) == set(values.values())
        )


def make_model(declarations: Iterable[Declaration]) -> Model:
    """Collect the enums; the declarations stay in their order."""
    every = tuple(declarations)
    enums = {
        item.name: {m.name: m.value for m in item.members if m.value is not None}
        for item in every
        if item.kind == "enum" and all(member.value is not None for member in item.members)
    }
    return Model(every, enums)


def by_name(members: Iterable[Member]) -> dict[str, list[Member]]:
    """Members by name, in order; overloads share a name."""
    found: dict[str, list[Member]] = {}
    for member in members:
        found.setdefault(member.name, []).append(member)
    return found


def _signature(member: Member, model: Model) -> str:
    inside = ", ".join(
        f"{item.name}{'?' if item.optional else ''}: {model.folded(item.type)}"
        for item in member.parameters
    )
    returns = f": {model.folded(member.type)}" if member.type else ""
    return f"{member.name}({inside}){returns}"
