"""What can be said about a piece of code before it runs, from the reference alone.

Only what is certain is said: members of objects whose class is known, outside `try`, `typeof` and
optional chaining, where code feels its way on purpose. Otherwise it is silent.
"""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tree_sitter import Node

from tieout.execution.ports import RequirementSets
from tieout.reference.api_index import ApiIndex, ApiMember, api_index
from tieout.reference.code_types import CodeTypes, member_name, text, walk
from tieout.reference.members import nearest_members, usual_ways

_MOST = 5
_LONGEST = 64 * 1024
"""Longer code than people write is not looked at: it would keep the server busy."""
_OF_EVERY_OBJECT = frozenset(
    (
        "constructor",
        "hasOwnProperty",
        "isPrototypeOf",
        "then",
        "toLocaleString",
        "toString",
        "valueOf",
    )
)
_LOOPS = frozenset(("do_statement", "for_in_statement", "for_statement", "while_statement"))
_FEELING_THE_WAY = frozenset(("try_statement", "typeof", "in", "instanceof"))


@dataclass(frozen=True, slots=True)
class Preflight:
    """What was found.

    Attributes:
        unknown: Sentences about members that don't exist: the code can't work.
        newer: Sentences about members this Excel may lack: worth saying when the run fails.
        clears_undo: Members that clear Excel's own undo list, such as `Worksheet.delete`.
        hints: Advice that holds although the code may work.
    """

    unknown: tuple[str, ...] = ()
    newer: tuple[str, ...] = ()
    clears_undo: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()

    def notes(self, *, failed: bool) -> tuple[str, ...]:
        """What the result of the run says of it: causes of a failure, or what a success cost."""
        if failed:
            return (*self.newer, *self.hints)
        if not self.clears_undo:
            return ()
        members = ", ".join(self.clears_undo)
        return (f"Undo in Excel itself doesn't reach back past {members}.",)


def preflight(code: str, sets: RequirementSets) -> Preflight:
    """Look at code before it runs; never raises, and says nothing about code that doesn't parse.

    Args:
        code: As the model wrote it.
        sets: What the Excel that will run it has; empty when that isn't known.
    """
    return Preflight() if len(code) > _LONGEST else _looked_at(code, frozenset(sets.items()))


@lru_cache(maxsize=8)
def _looked_at(code: str, has: frozenset[tuple[str, str]]) -> Preflight:
    """Kept for a moment: an execution asks before the run and after it."""
    index, sets = api_index(), dict(has)
    types = CodeTypes(code, index)
    if types.root is None:
        return Preflight()
    unknown: dict[str, None] = {}
    newer: dict[str, None] = {}
    clears: dict[str, None] = {}
    hints: dict[str, None] = {}
    for node in walk(types.root):
        if node.type in _LOOPS and _syncs_needlessly(node):
            hints["Hint: the loop only writes; one context.sync() after it is enough."] = None
        if node.type != "member_expression":
            continue
        class_name, name = types.of(node.child_by_field_name("object")), member_name(node)
        if not index.has_class(class_name):
            continue
        member = index.member(class_name, name)
        if member is None:
            if _is_wrong(node, name, class_name, index):
                unknown[_unknown(node, name, class_name, index)] = None
            continue
        if _is_newer(member, sets):
            newer[
                f"{class_name}.{name} needs {member.since}; this Excel has {_has(member, sets)}."
            ] = None
        if member.clears_undo and _is_used_to_write(node):
            clears[f"{class_name}.{name}"] = None
    hints.update(dict.fromkeys(_unloaded(types, index)))
    return Preflight(*(tuple(found)[:_MOST] for found in (unknown, newer, clears, hints)))


def _is_wrong(node: Node, name: str, class_name: str, index: ApiIndex) -> bool:
    if name.startswith("_") or name in _OF_EVERY_OBJECT or name in index.names(class_name):
        return False
    return not _feels_its_way(node)


def _feels_its_way(node: Node) -> bool:
    """Whether code around a member expects that it may be missing."""
    if any(child.type == "optional_chain" for child in node.children):
        return True
    at: Node | None = node
    while at is not None:
        operator = at.child_by_field_name("operator")
        if at.type in _FEELING_THE_WAY or (
            operator is not None and text(operator) in _FEELING_THE_WAY | {"&&", "||", "??"}
        ):
            return True
        parent = at.parent
        if parent is not None and at == parent.child_by_field_name("condition"):
            return True
        at = parent
    return False


def _unknown(node: Node, name: str, class_name: str, index: ApiIndex) -> str:
    close = difflib.get_close_matches(name, index.names(class_name), n=3, cutoff=0.6)
    own = [f"{class_name}.{other}" for other in dict.fromkeys(close)]
    nearest = usual_ways(name) or own or nearest_members(name)
    tail = f" Nearest: {', '.join(nearest)}." if nearest else ""
    line = node.start_point.row + 1
    return f"Line {line}: Excel.{class_name} has no member {name!r}.{tail}"


def _is_newer(member: ApiMember, sets: RequirementSets) -> bool:
    name, _, version = member.since.partition(" ")
    if not sets or not _is_version(version):
        return False
    has = sets.get(name)
    return has is None or _version(has) < _version(version)


def _has(member: ApiMember, sets: RequirementSets) -> str:
    name = member.since.partition(" ")[0]
    return f"{name} {sets[name]}" if name in sets else f"no {name}"


def _is_version(word: str) -> bool:
    major, _, minor = word.partition(".")
    return major.isdigit() and minor.isdigit()


def _version(word: str) -> tuple[int, ...]:
    return tuple(int(part) for part in word.split(".") if part.isdigit())


def _is_used_to_write(node: Node) -> bool:
    parent = node.parent
    if parent is None:
        return False
    called = parent.type == "call_expression" and parent.child_by_field_name("function") == node
    return called or (
        parent.type == "assignment_expression" and parent.child_by_field_name("left") == node
    )


def _syncs_needlessly(loop: Node) -> bool:
    """A loop that syncs and reads nothing back: no load, no result, no branch on what came."""
    body = loop.child_by_field_name("body")
    if body is None:
        return False
    names = {member_name(node) for node in walk(body) if node.type == "member_expression"}
    reads = {"load", "value", "items", "isNullObject", "length", "toJSON"}
    writes_only = "sync" in names and not names & reads
    inner = {node.type for node in walk(body)}
    return writes_only and not inner & {"if_statement", "try_statement", *_LOOPS}


def _unloaded(types: CodeTypes, index: ApiIndex) -> Iterator[str]:
    """Reads of plain properties in code that loads nothing at all."""
    if types.root is None or "load" in text(types.root) or "toJSON" in text(types.root):
        return
    for node in walk(types.root):
        owner = node.child_by_field_name("object")
        if node.type != "member_expression" or owner is None or _is_assigned(node):
            continue
        class_name, name = types.of(owner), member_name(node)
        member = index.member(class_name, name) if index.has_class(class_name) else None
        plain = member is not None and member.kind == "property" and not member.leads_to
        if plain and member is not None and member.since and name != "isNullObject":
            yield f"Hint: load({name!r}) and context.sync() come before {text(node)[-60:]} is read."


def _is_assigned(node: Node) -> bool:
    parent = node.parent
    if parent is None:
        return False
    return parent.type == "assignment_expression" and parent.child_by_field_name("left") == node
