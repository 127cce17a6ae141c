"""What the type declarations of Office.js say: classes, interfaces, enums and their members.

Read with tree-sitter, which keeps every character of the documentation comments. Only building the
reference needs this; searching it doesn't.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from tree_sitter import Language, Node, Parser

from tieout.errors import SettingsError
from tieout.reference.doc_comments import NO_DOC, Doc, read_comment

Kind = Literal["class", "interface", "enum", "type", "function", "variable"]
MemberKind = Literal["property", "method", "event", "value", "constructor", "index", "call"]

_KINDS: dict[str, Kind] = {
    "class_declaration": "class",
    "abstract_class_declaration": "class",
    "interface_declaration": "interface",
    "enum_declaration": "enum",
    "type_alias_declaration": "type",
    "function_signature": "function",
    "variable_declaration": "variable",
    "lexical_declaration": "variable",
}
_MEMBERS: dict[str, MemberKind] = {
    "property_signature": "property",
    "public_field_definition": "property",
    "method_signature": "method",
    "abstract_method_signature": "method",
    "enum_assignment": "value",
    "property_identifier": "value",
    "construct_signature": "constructor",
    "index_signature": "index",
    "call_signature": "call",
}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter as declared; `type` is TypeScript without the leading namespace."""

    name: str
    type: str
    optional: bool


@dataclass(frozen=True, slots=True)
class Member:
    """One member of a declaration.

    Attributes:
        type: What a property holds or a method returns; "" where nothing is declared.
        value: An enum member's value as written, without quotes; None where none is declared.
    """

    name: str
    kind: MemberKind
    type: str = ""
    parameters: tuple[Parameter, ...] = ()
    optional: bool = False
    readonly: bool = False
    value: str | None = None
    doc: Doc = NO_DOC


@dataclass(frozen=True, slots=True)
class Declaration:
    """A class, interface, enum, alias, function or variable of one namespace.

    Attributes:
        type: An alias's meaning, a variable's type, a function's return type.
        parameters: A function's.
    """

    namespace: str
    name: str
    kind: Kind
    members: tuple[Member, ...] = ()
    extends: tuple[str, ...] = ()
    type: str = ""
    parameters: tuple[Parameter, ...] = ()
    doc: Doc = NO_DOC

    @property
    def full_name(self) -> str:
        """Namespace and name, such as `Excel.Range`."""
        return f"{self.namespace}.{self.name}"


def read_declarations(source: bytes, blocks: dict[str, int]) -> tuple[Declaration, ...]:
    """The declarations of some namespaces of a .d.ts file, in the file's order.

    Args:
        source: The file's bytes.
        blocks: Namespace to how many of its blocks are read: a file may open one again for another
            host's members.

    Raises:
        SettingsError: The file doesn't parse, or a namespace is missing.
    """
    tree = Parser(_language()).parse(source)
    if tree.root_node.has_error:
        raise SettingsError("The type declarations don't parse as TypeScript.")
    seen: dict[str, int] = {}
    found: list[Declaration] = []
    for node in tree.root_node.named_children:
        module = node.named_children[0] if node.type == "ambient_declaration" else node
        name = _field(module, "name")
        if module.type != "internal_module" or name not in blocks:
            continue
        seen[name] = seen.get(name, 0) + 1
        if seen[name] <= blocks[name]:
            found.extend(_namespace(module, name))
    missing = [name for name in blocks if name not in seen]
    if missing:
        raise SettingsError(f"The type declarations have no namespace {', '.join(missing)}.")
    return tuple(found)


@cache
def _language() -> Language:
    import tree_sitter_typescript  # noqa: PLC0415 - only at development time

    return Language(tree_sitter_typescript.language_typescript())


def _namespace(module: Node, name: str) -> Iterator[Declaration]:
    for node, comment in _with_comments(_body(module)):
        inner = node.named_children[0] if node.type == "export_statement" else node
        nested = inner.named_children[0] if inner.type == "expression_statement" else inner
        if nested.type == "internal_module":
            yield from _namespace(nested, f"{name}.{_field(nested, 'name')}")
        elif kind := _KINDS.get(inner.type):
            yield _declaration(inner, name, kind, read_comment(comment))


def _declaration(node: Node, namespace: str, kind: Kind, doc: Doc) -> Declaration:
    if kind == "variable":
        declarator = next(c for c in node.named_children if c.type == "variable_declarator")
        name = _field(declarator, "name")
        return Declaration(namespace, name, kind, type=_type(declarator, "type"), doc=doc)
    name = _field(node, "name")
    if kind == "type":
        return Declaration(namespace, name, kind, type=_type(node, "value"), doc=doc)
    if kind == "function":
        return Declaration(
            namespace, name, kind, (), (), _type(node, "return_type"), _parameters(node), doc
        )
    members = tuple(
        _member(child, read_comment(comment)) for child, comment in _with_comments(_body(node))
    )
    return Declaration(namespace, name, kind, members, _heritage(node), doc=doc)


def _member(node: Node, doc: Doc) -> Member:
    kind = _MEMBERS.get(node.type)
    if kind is None:
        raise SettingsError(f"The type declarations hold a member of kind {node.type!r}.")
    marks = {child.type for child in node.children}
    if kind == "value":
        value = node.child_by_field_name("value")
        name = _text(node) if value is None else _field(node, "name")
        return Member(
            name, kind, value=None if value is None else _text(value).strip("'\""), doc=doc
        )
    if kind == "index":
        index = f"[{_field(node, 'name')}: {_type(node, 'index_type')}]"
        return Member(index, kind, _type(node, "type"), doc=doc)
    name = _field(node, "name") or ("new" if kind == "constructor" else "call")
    if kind == "property":
        type_text = _type(node, "type")
        if type_text.startswith("OfficeExtension.EventHandlers<"):
            kind = "event"
        return Member(name, kind, type_text, (), "?" in marks, "readonly" in marks, None, doc)
    if name == "constructor":
        kind = "constructor"
    returns = _type(node, "return_type") or _type(node, "type")
    return Member(name, kind, returns, _parameters(node), "?" in marks, doc=doc)


def _parameters(node: Node) -> tuple[Parameter, ...]:
    inside = node.child_by_field_name("parameters")
    if inside is None:
        return ()
    return tuple(
        Parameter(
            _field(child, "pattern"), _type(child, "type"), child.type == "optional_parameter"
        )
        for child in inside.named_children
        if child.type in {"required_parameter", "optional_parameter"}
    )


def _heritage(node: Node) -> tuple[str, ...]:
    clauses = [
        c for c in node.named_children if c.type in {"class_heritage", "extends_type_clause"}
    ]
    text = " ".join(_text(clause) for clause in clauses)
    names = re.sub(r"\b(extends|implements)\b", ",", text).split(",")
    return tuple(short_type(name) for name in names if name.strip())


def _with_comments(body: Node) -> Iterator[tuple[Node, str]]:
    """Each node of a body with the comment directly in front of it."""
    comment = ""
    for child in body.named_children:
        if child.type == "comment":
            comment = _text(child)
            continue
        yield child, comment
        comment = ""


def _body(node: Node) -> Node:
    body = node.child_by_field_name("body")
    if body is None:
        raise SettingsError(f"The type declarations hold a {node.type} without a body.")
    return body


def _type(node: Node, field: str) -> str:
    return short_type(_field(node, field).removeprefix(":"))


def short_type(text: str) -> str:
    """A type in one line, without `Excel.` and the library's own namespace where it only repeats."""
    one_line = re.sub(r"\s+", " ", text).strip().lstrip("| ")
    return re.sub(r"(?<![\w.])Excel\.(?=[A-Z])", "", one_line)


def _field(node: Node, name: str) -> str:
    child = node.child_by_field_name(name)
    return "" if child is None else _text(child)


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8")
