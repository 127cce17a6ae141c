"""A sentence read as a rule that code can check, where it is one.

The sentence is cut into clauses; a clause counts when it forbids ("never", "without", "keep …
unchanged") or limits ("only …"), says by which verb or to which aspect, and every further word of it
is known or names a place of this workbook. Anything else is left to the model: a rule is never
guessed.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tieout.workbook.constraints.mentions import MARK, Mention, find_mentions
from tieout.workbook.constraints.rules import ANY, Kind, Noun, Place, Rule
from tieout.workbook.constraints.words import (
    LONGEST_CHINESE,
    PHRASES,
    Role,
    is_chinese_word,
    meanings,
)
from tieout.workbook.snapshot import WorkbookSnapshot

_MARK = re.compile(r"\u27e6([0-9]+)\u27e7")
_TOKEN = re.compile(r"\u27e6[0-9]+\u27e7|[n]['’]|[^\W\d_]+(?:['’](?=s\b))?|[0-9]+", re.UNICODE)
_CJK = re.compile(r"[\u3400-\u9fff]")
_CUT = re.compile(
    r"[.!?;:()（）。！？；：，、–—]|(?<=\s)-(?=\s)|,"
    r"|(?<!\w)(?:because|since|so that|unless|if|when|while|which|who|where|before|after|until|then|but"
    r"|weil|da|denn|damit|wenn|während|bevor|nachdem|bis|sondern|aber|car|parce que|puisque|quand|lorsque"
    r"|avant|après|mais|afin|porque|cuando|mientras|hasta que|antes|después|pero|para que|sino)(?!\w)"
    r"|因为|由于|但是|但|如果|以免",
    re.IGNORECASE,
)
_NO_BUT = re.compile(r"(?<!\w)(nothing|anything|everything)\s+but(?!\w)", re.IGNORECASE)
_STRUCTURAL: frozenset[Kind] = frozenset({"delete", "insert", "move", "rename", "visibility"})
_CELLS: frozenset[Noun] = frozenset({"cells", "rows", "columns"})
_JOIN = re.compile(r"\u27e7\s*[,、，]\s*(?=\u27e6)")


def read_rules(text: str, workbook: WorkbookSnapshot) -> tuple[Rule, ...]:
    """The rules that a sentence states about this workbook; none when code can't check it."""
    mentions = find_mentions(text, workbook)
    marked = _marked(text, mentions)
    found: dict[Rule, None] = {}
    for clause in _clauses(marked):
        rule = _read(_tokens(clause), mentions)
        if rule is not None:
            found[rule] = None
    return tuple(found)


def _marked(text: str, mentions: Sequence[Mention]) -> str:
    parts: list[str] = []
    end = 0
    for number, mention in enumerate(mentions):
        parts.append(text[end : mention.start])
        parts.append(f" {MARK.format(number)} ")
        end = mention.end
    return "".join(parts) + text[end:]


def _clauses(marked: str) -> Iterator[str]:
    """Parts between marks of punctuation and conjunctions; listed places stay together."""
    text = _NO_BUT.sub(r"\1 except", marked)
    for pattern, word in PHRASES:
        text = pattern.sub(f" {word} ", text)
    text = _JOIN.sub("\u27e7 and ", text)
    yield from (clause for clause in _CUT.split(text) if clause.strip())


def _tokens(clause: str) -> list[str]:
    found: list[str] = []
    for match in _TOKEN.finditer(clause):
        word = match[0]
        found.extend(_chinese(word) if _CJK.search(word) else [word.strip("'’")])
    return found


def _chinese(text: str) -> Iterator[str]:
    """Words of a text without spaces: the longest known one at each place."""
    at = 0
    while at < len(text):
        for length in range(min(LONGEST_CHINESE, len(text) - at), 0, -1):
            if length == 1 or is_chinese_word(text[at : at + length]):
                yield text[at : at + length]
                at += length
                break


@dataclass(slots=True)
class _Heard:
    """What a clause says, word by word."""

    roles: set[Role] = field(default_factory=set[Role])
    kinds: set[Kind] = field(default_factory=set[Kind])
    aspects: set[Kind] = field(default_factory=set[Kind])
    nouns: set[Noun] = field(default_factory=set[Noun])
    places: list[Place] = field(default_factory=list[Place])
    spared: list[Place] = field(default_factory=list[Place])
    unknown: bool = False


def _read(tokens: list[str], mentions: Sequence[Mention]) -> Rule | None:
    """The clause from its first word of forbidding, or else all of it: what stands before may be a task."""
    for at, token in enumerate(tokens):
        roles = {role for role, _ in meanings(token) or ()}
        if roles & {"not", "only", "keep"}:
            rule = _rule(_hear(tokens[at:], mentions))
            if rule is not None:
                return rule
    return _rule(_hear(tokens, mentions))


def _hear(tokens: Sequence[str], mentions: Sequence[Mention]) -> _Heard:
    heard = _Heard()
    for token in tokens:
        mark = _MARK.match(token)
        if mark:
            into = heard.spared if "except" in heard.roles else heard.places
            into.extend(mentions[int(mark[1])].places)
            continue
        meant = meanings(token)
        if meant is None:
            heard.unknown = True
            continue
        for role, detail in meant:
            heard.roles.add(role)
            match role, detail:
                case "verb", frozenset():
                    heard.kinds |= detail
                case "aspect", frozenset():
                    heard.aspects |= detail
                case "noun", str():
                    heard.nouns.add(detail)
                case _:
                    pass
    return heard


def _rule(heard: _Heard) -> Rule | None:
    roles = heard.roles
    if heard.unknown:
        return None
    if "only" in roles and "not" not in roles:
        return _only(heard)
    forbids = "not" in roles and (heard.kinds or "formats" in heard.aspects)
    keeps = "keep" in roles and ("unchanged" in roles or heard.aspects)
    locks = bool(roles & {"locked", "unchanged"}) and heard.places and not heard.kinds
    if not (forbids or keeps or locks):
        return None
    if "not" not in roles and heard.kinds and not keeps:
        return None
    kinds = _kinds(heard)
    if kinds is None:
        return None
    nouns = _nouns(heard, kinds)
    structural = bool(nouns) and kinds <= _STRUCTURAL
    if heard.spared:
        return Rule(kinds, nouns, tuple(heard.places), tuple(heard.spared))
    if "other" in roles or "except" in roles:
        return None
    everything = "all" in roles and "old" not in roles
    if not heard.places and not (everything or heard.aspects or nouns - _CELLS or structural):
        return None
    return Rule(kinds, nouns, tuple(heard.places))


def _only(heard: _Heard) -> Rule | None:
    if not heard.kinds or not heard.places or heard.spared:
        return None
    return Rule(ANY, spared=tuple(heard.places))


def _kinds(heard: _Heard) -> frozenset[Kind] | None:
    """What is forbidden; None where a verb and its object don't make a rule."""
    kinds, aspects = frozenset(heard.kinds), frozenset(heard.aspects)
    if not aspects:
        return kinds or ANY
    if kinds and kinds <= {"insert"}:
        return None
    if kinds <= {"formats"} and not aspects <= {"formats"}:
        return kinds | aspects
    return aspects


def _nouns(heard: _Heard, kinds: frozenset[Kind]) -> frozenset[Noun]:
    """To what it is forbidden; a change of a sheet or of cells is a change of anything there."""
    if "all" in heard.roles and heard.places:
        return frozenset()
    if kinds <= _STRUCTURAL or (kinds == ANY and not heard.places):
        nouns = frozenset(heard.nouns)
        return frozenset() if kinds == ANY and nouns & {"cells", "sheet"} else nouns
    return frozenset()
