"""Which of Excel's objects the expressions of a piece of code stand for, where that is certain.

A name counts only if everything that is ever bound to it has the same class; anything else stays
unknown, and so does all that hangs on it. No code is run.
"""

from collections.abc import Iterator
from functools import cache

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

from tieout.reference.api_index import ApiIndex

_ROOTS = {"context": "RequestContext"}
_WRAPPED = {("sheet", "originalSheet"): "Worksheet"}
_PER_ITEM = frozenset(("every", "filter", "find", "findIndex", "forEach", "map", "some"))
_SAME_ARRAY = frozenset(("filter", "reverse", "slice", "sort"))
_FUNCTIONS = frozenset(("arrow_function", "function_expression", "function_declaration"))
_UNKNOWN = ""
_DEEPEST = 80
"""Longer chains than anyone writes stay unknown, so that generated ones can't cost much."""


class CodeTypes:
    """The classes of a program's expressions.

    Attributes:
        root: The program; None when it doesn't parse, and then nothing is known.
    """

    def __init__(self, code: str, index: ApiIndex) -> None:
        tree = Parser(_language()).parse(code.encode("utf-8"))
        self.root: Node | None = None if tree.root_node.has_error else tree.root_node
        self._index = index
        self._bound: dict[str, list[tuple[str, Node | None]]] = {}
        self._known: dict[str, str] = {}
        self._depth = 0
        if self.root is not None:
            for node in walk(self.root):
                self._bind(node)

    def of(self, node: Node | None) -> str:
        """Class name of an expression, `Chart[]` for an array of them; "" when not certain."""
        if node is None or self._depth > _DEEPEST:
            return _UNKNOWN
        self._depth += 1
        try:
            return self._of_expression(node)
        finally:
            self._depth -= 1

    def _of_expression(self, node: Node) -> str:
        match node.type:
            case "identifier":
                return self._of_name(text(node))
            case "await_expression" | "parenthesized_expression":
                inner = node.named_children
                return self.of(inner[0]) if len(inner) == 1 else _UNKNOWN
            case "member_expression":
                return self._of_member(node)
            case "call_expression":
                return self._of_call(node)
            case "subscript_expression":
                held = self.of(node.child_by_field_name("object"))
                return held.removesuffix("[]") if held.endswith("[]") else _UNKNOWN
            case _:
                return _UNKNOWN

    def _of_name(self, name: str) -> str:
        if name not in self._bound:
            return _ROOTS.get(name, _UNKNOWN)
        if name not in self._known:
            self._known[name] = _UNKNOWN  # while it is being found: a name bound to itself
            found = {self._of_source(*source) for source in self._bound[name]}
            self._known[name] = found.pop() if len(found) == 1 else _UNKNOWN
        return self._known[name]

    def _of_source(self, how: str, node: Node | None) -> str:
        held = self.of(node)
        match how:
            case "value":
                return held
            case "item":
                return held.removesuffix("[]") if held.endswith("[]") else _UNKNOWN
            case "context":
                return "RequestContext"
            case _:
                return _UNKNOWN

    def _of_member(self, node: Node) -> str:
        owner, name = node.child_by_field_name("object"), member_name(node)
        if owner is not None and owner.type == "identifier":
            wrapped = _WRAPPED.get((text(owner), name))
            if wrapped is not None and text(owner) not in self._bound:
                return wrapped
        member = self._index.member(self.of(owner), name)
        return _UNKNOWN if member is None or member.is_method else member.leads_to

    def _of_call(self, node: Node) -> str:
        called = node.child_by_field_name("function")
        if called is None or called.type != "member_expression":
            return _UNKNOWN
        held = self.of(called.child_by_field_name("object"))
        if held.endswith("[]"):
            return held if member_name(called) in _SAME_ARRAY else _UNKNOWN
        member = self._index.member(held, member_name(called))
        return member.leads_to if member is not None and member.is_method else _UNKNOWN

    def _bind(self, node: Node) -> None:
        match node.type:
            case "variable_declarator":
                self._add(node.child_by_field_name("name"), "value", _value(node, "value"))
            case "assignment_expression":
                left = node.child_by_field_name("left")
                if left is not None and left.type == "identifier":
                    self._add(left, "value", _value(node, "right"))
            case "augmented_assignment_expression":
                self._add(node.child_by_field_name("left"), "unknown", None)
            case "for_in_statement":
                how = "item" if _is_of(node) else "unknown"
                self._add(node.child_by_field_name("left"), how, _value(node, "right"))
            case "catch_clause":
                self._add(node.child_by_field_name("parameter"), "unknown", None)
            case kind if kind in _FUNCTIONS or kind in {"method_definition", "class_declaration"}:
                self._bind_function(node)
            case _:
                pass

    def _bind_function(self, node: Node) -> None:
        self._add(node.child_by_field_name("name"), "unknown", None)
        single = node.child_by_field_name("parameter")
        several = node.child_by_field_name("parameters")
        parameters = [single] if single is not None else several.named_children if several else []
        how, source = self._given(node)
        for count, parameter in enumerate(parameters):
            self._add(parameter, how if count == 0 else "unknown", source)

    def _given(self, function: Node) -> tuple[str, Node | None]:
        """What the first parameter of a function handed to a call is bound to."""
        call = function.parent.parent if function.parent is not None else None
        if call is None or call.type != "call_expression":
            return "unknown", None
        called = call.child_by_field_name("function")
        if called is None or called.type != "member_expression":
            return "unknown", None
        owner = called.child_by_field_name("object")
        if text(called) == "Excel.run":
            return "context", None
        return ("item", owner) if member_name(called) in _PER_ITEM else ("unknown", None)

    def _add(self, target: Node | None, how: str, source: Node | None) -> None:
        if target is None or target.type in {"member_expression", "subscript_expression"}:
            return
        if target.type == "identifier":
            self._bound.setdefault(text(target), []).append((how, source))
            return
        for inner in walk(target):
            if inner.type in {"identifier", "shorthand_property_identifier_pattern"}:
                self._bound.setdefault(text(inner), []).append(("unknown", None))


def walk(node: Node) -> Iterator[Node]:
    """A node and everything in it, in the text's order."""
    waiting = [node]
    while waiting:
        at = waiting.pop()
        yield at
        waiting.extend(reversed(at.named_children))


def text(node: Node) -> str:
    """The source text of a node."""
    return (node.text or b"").decode("utf-8")


def member_name(node: Node) -> str:
    """The member a member expression names."""
    property_node = node.child_by_field_name("property")
    return "" if property_node is None else text(property_node)


def _value(node: Node, field: str) -> Node | None:
    return node.child_by_field_name(field)


def _is_of(node: Node) -> bool:
    operator = node.child_by_field_name("operator")
    return operator is not None and text(operator) == "of"


@cache
def _language() -> Language:
    return Language(tree_sitter_javascript.language())
