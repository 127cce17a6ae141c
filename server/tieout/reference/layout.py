"""How the reference is laid out for grep: one fact on a line, each line naming what it is about.

Sections come in the order in which a reader should meet their hits; what programs read (`detail`)
is last. Line order follows the declarations, so a rebuild changes only what changed.
"""

import json
from collections.abc import Iterator

from pydantic import JsonValue as Json

from tieout.reference.declarations import Declaration, Member
from tieout.reference.doc_comments import Doc
from tieout.reference.model import Model, by_name
from tieout.reference.names import aliases, paths
from tieout.reference.overlay import Overlay, Sample

SEPARATOR = " ;; "
_PLUMBING = frozenset(("context", "items", "load", "set", "toJSON", "track", "untrack"))
_UNSTATED = "value not stated by the types: write {name}"


def render(
    model: Model, overlay: Overlay, samples: tuple[Sample, ...], about: dict[str, str]
) -> str:
    """The whole file."""
    return _Layout(model, overlay).file(samples, about)


class _Layout:
    def __init__(self, model: Model, overlay: Overlay) -> None:
        self._model = model
        self._overlay = overlay
        excel = [item for item in model.declarations if item.namespace == "Excel"]
        self._excel = excel
        self._classes = {item.name: item for item in excel if item.kind == "class"}
        self._aliases = aliases(self._classes.values())
        self._paths = paths(self._classes)

    def file(self, samples: tuple[Sample, ...], about: dict[str, str]) -> str:
        overlay = self._overlay
        sections: dict[str, Json] = {
            "about": dict[str, Json](about),
            "requirementSets": dict[str, Json](overlay.requirement_sets),
            "notInOfficeJs": {
                word: f"NOT IN OFFICE.JS ({word}): {text}"
                for word, text in overlay.not_in_office_js.items()
            },
            "topics": {f"topic {word}": text for word, text in overlay.topics.items()},
            "synonyms": {f"word {word}": text for word, text in overlay.synonyms.items()},
            "classes": dict(self._class_records()),
            "types": dict(self._type_records()),
            "common": dict(self._common_records()),
            "loading": dict(self._loading_records()),
            "samples": {f"sample {item.name}": _sample(item) for item in samples},
            "detail": dict(self._details()),
        }
        return json.dumps(sections, indent=1, ensure_ascii=False) + "\n"

    def _class_records(self) -> Iterator[tuple[str, Json]]:
        for item in self._classes.values():
            alias = self._aliases[item.name]
            yield alias, self._head(item, alias)
            for name, members in by_name(item.members).items():
                if name not in _PLUMBING and members[0].kind != "constructor":
                    yield f"{alias}.{name}", self._member_record(item, f"{alias}.{name}", members)

    def _head(self, item: Declaration, alias: str) -> dict[str, Json]:
        names = [name for name in by_name(item.members) if name not in _PLUMBING]
        record: dict[str, Json] = {
            "api": _joined(item.full_name, item.kind, _set(item), _text(item))
        }
        record[f"{alias} members"] = ", ".join(names)
        if path := self._paths.get(item.name):
            record["path"] = path
        return {**record, **_extras(item.doc), **self._overlay.remark(item.full_name)}

    def _member_record(self, item: Declaration, key: str, members: list[Member]) -> dict[str, Json]:
        record: dict[str, Json] = {}
        kept = self._model.overloads(members)
        for count, member in enumerate(kept, 1):
            record["api" if count == 1 else f"api {count}"] = self._api(item, member)
        for member in kept:
            record |= self._parameters(key, member)
        returns = kept[0].doc.returns
        if returns and returns.lower() not in kept[0].doc.text.lower():
            record[f"{key} returns"] = returns
        full_name = f"{item.full_name}.{members[0].name}"
        return {**record, **_extras(kept[0].doc), **self._overlay.remark(full_name)}

    def _api(self, item: Declaration, member: Member) -> str:
        since = member.doc.api_set or item.doc.api_set
        path = self._paths.get(item.name) if item.kind == "class" else None
        where = f"at {path}.{member.name}" if path else ""
        return _joined(
            self._written(item, member), _kind(item, member), since, member.doc.text, where
        )

    def _written(self, item: Declaration, member: Member) -> str:
        if member.kind in {"method", "call", "constructor"}:
            return f"{item.full_name}.{self._model.signature(member)}"
        mark = "?" if member.optional else ""
        dot = "" if member.kind == "index" else "."
        text = f"{item.full_name}{dot}{member.name}{mark}"
        return f"{text}: {self._model.with_values(member.type)}"

    def _parameters(self, key: str, member: Member) -> dict[str, Json]:
        lines: dict[str, Json] = {}
        for item in member.parameters:
            optional = " (optional)" if item.optional else ""
            text = member.doc.parameters.get(item.name, "")
            tail = f" - {text}" if text else ""
            lines[f"{key}({item.name})"] = self._model.with_values(item.type) + optional + tail
        return lines

    def _type_records(self) -> Iterator[tuple[str, Json]]:
        for item in self._excel:
            if item.kind != "class":
                yield from self._plain_record(item, item.name)

    def _common_records(self) -> Iterator[tuple[str, Json]]:
        for item in self._model.declarations:
            if not item.namespace.startswith("Excel"):
                yield from self._plain_record(item, item.full_name)

    def _plain_record(self, item: Declaration, key: str) -> Iterator[tuple[str, Json]]:
        if item.kind == "enum":
            yield key, self._enum(item, key)
            return
        written = item.full_name
        if item.kind in {"type", "variable"}:
            written += f": {self._model.folded(item.type)}"
        if item.kind == "function":
            as_member = Member(item.name, "method", item.type, item.parameters)
            written = f"{item.namespace}.{self._model.signature(as_member)}"
        extends = f", extends {', '.join(item.extends)}" if item.extends else ""
        record: dict[str, Json] = {
            "api": _joined(written, item.kind + extends, _set(item), _text(item))
        }
        if item.kind == "function":
            record |= self._parameters(
                key, Member(item.name, "method", "", item.parameters, doc=item.doc)
            )
        for name, members in by_name(item.members).items():
            for count, member in enumerate(self._model.overloads(members), 1):
                again = f" {count}" if count > 1 else ""
                record[f"{key}.{name}{again}"] = self._api(item, member)
                record |= self._parameters(f"{key}.{name}", member)
            full_name = f"{item.full_name}.{name}"
            for word, line in self._overlay.remark(full_name).items():
                record[f"{key}.{name} {word}"] = line
        yield key, {**record, **_extras(item.doc), **self._overlay.remark(item.full_name)}

    def _enum(self, item: Declaration, key: str) -> dict[str, Json]:
        record: dict[str, Json] = {
            "api": _joined(item.full_name, "enum", _set(item), _text(item)),
            "isEnum": True,
        }
        for member in item.members:
            name = f"{key}.{member.name}"
            value = member.value
            shown = _UNSTATED.format(name=name) if value is None else value
            since = "" if member.doc.api_set == item.doc.api_set else member.doc.api_set
            record[name] = SEPARATOR.join(filter(None, (shown, since, member.doc.text)))
        return {**record, **self._overlay.remark(item.full_name)}

    def _loading_records(self) -> Iterator[tuple[str, Json]]:
        for item in self._classes.values():
            record: dict[str, Json] = {}
            for name, members in by_name(item.members).items():
                if name in _PLUMBING:
                    for count, member in enumerate(self._model.overloads(members), 1):
                        again = f" {count}" if count > 1 else ""
                        record[f"{item.full_name}.{name}{again}"] = self._written(item, member)
            if record:
                yield f"loading {item.name}", record
        for item in self._model.declarations:
            if item.namespace == "Excel.Interfaces":
                fields: dict[str, Json] = {
                    f"{item.full_name}.{member.name}": f": {self._model.folded(member.type)}"
                    for member in item.members
                }
                yield item.full_name, fields

    def _details(self) -> Iterator[tuple[str, Json]]:
        seen: dict[str, dict[str, Json]] = {}
        for item in self._model.declarations:
            if item.namespace == "Excel.Interfaces":
                continue
            record = seen.setdefault(item.full_name, {"kind": item.kind})
            if item.doc.api_set:
                record["set"] = item.doc.api_set
            if item.extends:
                record["extends"] = list(item.extends)
            if alias := self._aliases.get(item.name) if item.namespace == "Excel" else None:
                record["alias"] = alias
            if item.kind == "enum":
                record["values"] = {
                    f".{member.name}": "" if member.value is None else member.value
                    for member in item.members
                }
            elif item.members:
                record["members"] = {
                    f".{name}": self._detail(item, members)
                    for name, members in by_name(item.members).items()
                }
        yield from seen.items()

    def _detail(self, item: Declaration, members: list[Member]) -> dict[str, Json]:
        kept = self._model.overloads(members)
        first = kept[0]
        record: dict[str, Json] = {"kind": first.kind}
        if first.doc.api_set:
            record["set"] = first.doc.api_set
        if first.type:
            record["type"] = f": {self._model.folded(first.type)}"
        if first.readonly:
            record["readonly"] = True
        if first.optional:
            record["optional"] = True
        if "undo" in self._overlay.remark(f"{item.full_name}.{first.name}"):
            record["clearsUndo"] = True
        parameters: dict[str, Json] = {
            parameter.name + ("?" if parameter.optional else ""): (
                f": {self._model.folded(parameter.type)}"
            )
            for member in kept
            for parameter in member.parameters
        }
        if parameters:
            record["parameters"] = parameters
        return record


def _kind(item: Declaration, member: Member) -> str:
    if member.kind == "property" and item.kind == "interface":
        return "field, read-only" if member.readonly else "field"
    return "property, read-only" if member.readonly and member.kind == "property" else member.kind


def _joined(*parts: str) -> str:
    return SEPARATOR.join(filter(None, parts))


def _set(item: Declaration) -> str:
    return item.doc.api_set


def _text(item: Declaration) -> str:
    return item.doc.text


def _extras(doc: Doc) -> dict[str, Json]:
    lines = {"default": doc.default, "deprecated": doc.deprecated, "remarks": doc.remarks}
    return {key: text for key, text in lines.items() if text}


def _sample(sample: Sample) -> dict[str, Json]:
    record: dict[str, Json] = {"need": sample.title}
    if sample.lacks:
        record["lacks"] = f"the embedded Excel answers NotImplemented: {sample.lacks}"
    record["code"] = list(sample.lines)
    return record
