"""Which sentences of a user's message forbid or demand something that lasts.

Rules, for English, German, French, Spanish and Chinese (a sentence that any of them fits is kept
whole):

1. it forbids: "never", "don't" and its like as an order, "must not", "without changing", "leave …
   alone", "off limits";
2. it limits: "only edit …", "nothing but", "exclusively";
3. it demands for good: "always", "must", "make sure", "keep …", "from now on", "throughout",
   a convention.

A question is kept only when it also gives an order ("Can you fix B4, but don't touch Inputs?").
What merely says that something is not so ("the totals don't tie", "ich weiß nicht") is left out, and
so is an ordinary task. In doubt a sentence is kept: one too many costs some twenty tokens.
"""

import re

from tieout.workbook.constraints.sentences import sentences

MOST_CHARACTERS = 1_000
"""A longer sentence is data somebody pasted."""

_START = r"(?:^|[,;:.!?(–—-]\s*|\b(?:and|but|please|so|then|also|just|you|or|thanks)\s+)"
_CHANGING = (
    r"(?:chang|touch|modif|edit|alter|delet|remov|overwrit|writ|break|mov|renam|format|clear|affect"
    r"|disturb|us|add|insert|hard-?cod|updat|mess|sort|hid|merg)\w*"
)
_NO_ORDER = (
    r"(?!(?:know|think|believe|see|understand|have|need|want|care|mind|worry|hesitate|remember|like"
    r"|agree|get|seem|look|match|work|tie|exist|you|we|they)\b)"
)
_ENGLISH = (
    r"(?<!have )(?<!has )(?<!had )(?<!'ve )\bnever\b(?! mind)",
    rf"{_START}(?:do\s+not|don['’]?t)\s+{_NO_ORDER}\w+",
    r"\b(?:i|we)\s+(?:do\s+not|don['’]?t)\s+want\b",
    r"\b(?:must|may|shall|should)\s*(?:not\b|n['’]?t\b)",
    r"\bcan(?:not|['’]?t|\s+not)\s+be\b(?!\s+(?:right|true|correct|found|opened))",
    r"\bavoid(?:ing)?\b",
    rf"\bwithout\s+(?:\w+\s+)?{_CHANGING}",
    rf"\bstop\s+{_CHANGING}",
    r"\bunder no circumstances\b|\bon no account\b|\bat no (?:time|point)\b|\bno matter what\b",
    r"\b(?:leave|left|keep|kept|stays?|remains?)\b.{0,80}\b(?:alone|untouched|unchanged|intact|as[- ]is|as (?:it|they) (?:is|are"
    r"|was|were)|the same|unmodified|in place)\b",
    r"\boff[- ]limits\b|\bhands off\b|\bread[- ]only\b|\b(?:is|are) (?:not allowed|forbidden|prohibited|locked|frozen)\b",
    r"(?<!are )(?<!is )(?<!has )(?<!have )(?<!had )\bno\s+(?:hard[- ]?cod\w*|macros?|vba|pivots?|merged cells"
    r"|merging|new (?:sheets?|tabs?|rows?|columns?|names?)|changes?|edits?|formatting|rounding|external"
    r" links?|volatile functions?|circular\w*|array formulas?|helper columns?|plugs?)\b",
    r"(?<!as )\balways\b",
    rf"\bonly\s+(?:ever\s+)?(?:{_CHANGING}|work (?:in|on|with)|use|fill|write|round|report|show|include|consider|read|in|on)\b",
    r"\b(?:chang|touch|modif|edit|alter|updat|writ|format|fill|us|work|stay)\w*\s+(?:\S+\s+){0,3}?only\b",
    r"\bonly\b.{0,60}\b(?:may|can|should|must|is to|are to)\b",
    r"\b(?:nothing|anything|everything) (?:but|else|except|outside|other than|apart)\b|\bexclusively\b",
    r"\bmust\b(?! (?:have|not) )|\bshall\b",
    r"\b(?:has|have|needs?|ought) to (?:stay|remain|keep|tie|match|equal|reconcile|balance|follow|use|show|sum|foot|be"
    r" (?:in|negative|positive|the same|consistent|unique|zero|whole|rounded|linked|between|at (?:least|most)))\b",
    r"\b(?:make|be) sure\b|\bensure\b",
    r"(?:^|[,;:.!?(–—-]\s*|\b(?:and|but|please|also|then|you|to|must|should)\s+)(?:keep(?! (?:going|me|up|in touch)\b)|preserve"
    r"|maintain|retain|respect|follow(?! up\b)|stick (?:to|with)|stay (?:in|within|on)|adhere to|comply with|honou?r)\b",
    r"\bfrom now on\b|\bgoing forward\b|\bhenceforth\b|\bat all times\b|\b(?:every|each) time\b(?! (?:interval|period|step|slot|point|frame|stamp))|\bwhenever\b"
    r"|\bthroughout\b|\bin all cases\b|\bfor the rest\b|\bconsistently\b|\bby default\b|\bas a rule\b"
    r"|\bin every (?:sheet|tab|cell|formula|answer|case|table)\b",
    r"\b(?:is|are) mandatory\b|\bconventions?\b",
    r"^\W*all (?:the )?(?:figures|amounts|numbers|values|formulas|units|dates|currencies|sheets|totals)\b",
)
_GERMAN_CHANGE = (
    r"(?:änder|veränder|geänder|verändert|anfass|anzufass|angefass|anrühr|anzurühr|berühr|lösch|gelösch"
    r"|überschr|bearbeit|verschieb|verschoben|entfern|umbenenn|umbenann|umzubenenn|formatier|verwend"
    r"|benutz|nutz|einfüg|eingefüg|hinzu|rund|gerund|anpass|angepass|modifizier|aktualisier|sortier"
    r"|schreib|beschr)\w*"
)
_GERMAN = (
    r"(?<!noch )\b(?:nie|niemals|keinesfalls|keinerlei)\b",
    r"\bauf (?:gar )?keinen fall\b|\bunter keinen umständen\b|\bin keinem fall\b|\bfinger weg\b",
    r"\bbitte\b.{0,80}\b(?:nicht|kein\w*)\b(?! vergessen)",
    r"\b(?:darf|darfst|dürfen|dürfte\w*|soll|sollst|sollen|sollte\w*)\b.{0,80}\b(?:nicht|nichts|kein\w*|nur)\b",
    r"(?:^|[,;:.!?(–—-]\s*|\b(?:und|aber|bitte|dann|auch)\s+)(?:änder|veränder|berühr|lösch|überschreib|bearbeit"
    r"|verschieb|entfern|formatier|benenn|füg|rühr|fass|nutz|verwend|benutz|mach|schreib|rund|setz|sortier"
    r"|aktualisier)\w*\b.{0,80}\b(?:nicht|nichts|kein\w*|nur)\b",
    rf"\b(?:nicht|nichts|kein\w*)\b.{{0,60}}\b{_GERMAN_CHANGE}",
    r"\bohne\b.{0,80}\b(?:zu\s+\w+n|\w+zu\w+n)\b",
    r"\b(?:immer(?! (?:noch|wieder|mehr))|stets|jedes ?mal|grundsätzlich|durchgehend|durchgängig|künftig|zukünftig"
    r"|ausnahmslos|überall)\b(?<!noch immer)|\bab (?:jetzt|sofort)\b|\bvon nun an\b|\bin jedem fall\b",
    rf"\b(?:nur|ausschließlich|lediglich)\b.{{0,80}}\b{_GERMAN_CHANGE}",
    rf"\b{_GERMAN_CHANGE}\b.{{0,60}}\b(?:nur|ausschließlich|lediglich)\b",
    r"(?<!ich )(?<!wir )\b(?:muss|müssen|musst|müsst)\b(?! (?:ich|wir)\b)|\b(?:zwingend|unbedingt)\b",
    r"\b(?:beibehalten|beizubehalten|behalte\w*|bewahre\w*|unverändert\w*|unangetastet|unberührt|tabu|verboten|untersagt"
    r"|schreibgeschützt|konvention\w*|vorzeichen\w*)\b",
    r"\blass\w*\b.{0,60}\b(?:so|in ruhe|stehen|wie)\b|\bbleib\w*\b.{0,60}\b(?:so|wie|gleich|bestehen|erhalten)\b",
    r"\b(?:achte|achten sie|vermeide\w*|halte dich|halten sie sich)\b|\bstell\w*\b.{0,20}\bsicher\b|\bsicherstellen\b",
)
_FRENCH_CHANGE = r"(?:modifi|touch|chang|supprim|effac|écras|déplac|renomm|cass|altér|utilis|ajout|insér|remplac|format|tri)\w*"
_FRENCH = (
    r"(?:^|[,;:.!?(–—-]\s*|\b(?:et|mais|surtout|svp|alors|merci de)\s+)(?:ne\s+|n['’])(?!est\b|a\b|ai\b|y\b)\w+",
    r"\bne (?:pas|jamais|rien|plus)\s+(?:\w+\s+)?\w+(?:er|ir|re)\b",
    r"\bne (?:doi[ts]|doivent|devez|devra|faut|peu[tx]|peuvent)\b|\bil ne faut\b",
    r"(?<!n['’]ai )(?<!n['’]a )\bjamais\b|\ben aucun cas\b|\bsous aucun prétexte\b|\bà aucun moment\b",
    rf"\bsans\s+(?:\w+\s+)?{_FRENCH_CHANGE}",
    r"\b(?:toujours|systématiquement|désormais|dorénavant|partout|impérativement|obligatoirement)\b"
    r"|\bà chaque fois\b|\bdans tous les cas\b|\bà l['’]avenir\b",
    r"\b(?:uniquement|seulement|exclusivement)\b",
    r"(?<!je )\b(?:doit|doivent|devez|devra|devront|dois)\b|\bil faut\b",
    r"\b(?:garde[zr]?|conserve[zr]?|préserve[zr]?|respecte[zr]?|maintiens|maintenez|maintenir|veille[zr]?"
    r"|assure[zr]?|évite[zr]?|interdite?s?|intouchables?|verrouillée?s?|inchangée?s?|intacte?s?)\b",
    r"\blaisse[zr]?\b.{0,60}\b(?:tel(?:le)?s?|comme|tranquilles?|en l['’]état)\b",
)
_SPANISH_CHANGE = (
    r"(?:toc|toqu|cambi|modifi|borr|elimin|edit|alter|escrib|sobrescrib|mov|muev|mueva|us|utilic|utiliz|format"
    r"|insert|renombr|ocult|actuali[zc]|hag|agreg|añad|pong|dej|romp|redonde|orden)\w*"
)
_SPANISH = (
    r"\b(?:nunca|jamás)\b|\bbajo ningún concepto\b|\ben ningún caso\b|\bde ninguna manera\b",
    rf"\bno\s+(?:(?:me|se|lo|la|los|las|le|les|debes?|deben|debería\w*|puedes?|pueden|hay que)\s+){{0,2}}{_SPANISH_CHANGE}",
    r"\bno (?:se )?(?:debes?|deben|deberá\w*|puede|pueden)\b",
    rf"\bsin\s+(?:\w+\s+)?{_SPANISH_CHANGE}",
    r"\b(?:siempre|obligatoriamente|necesariamente)\b|\ba partir de ahora\b|\ben todo momento\b|\bcada vez\b|\ben todos los casos\b",
    r"\b(?:sólo|solamente|únicamente|exclusivamente)\b",
    rf"\bsolo\b.{{0,60}}\b{_SPANISH_CHANGE}|\b{_SPANISH_CHANGE}\b.{{0,60}}\bsolo\b",
    r"\b(?:debe|deben|deberá\w*|tienen? que)\b",
    r"\b(?:mantén|mantener|mantenga\w*|conserva\w*|respeta\w*|evita\w*|asegúra\w*|asegúrese|prohibid[oa]s?|intocables?"
    r"|intact[oa]s?|convención)\b",
    r"\bdej\w*\b.{0,60}\b(?:como está\w*|igual\w*|tal cual|en paz)\b",
)
_CHINESE = (
    r"不要|不得|不准|不许|不可(?!能|思议)|不能(?!够吗)|不应|不该|勿|禁止|严禁|避免|永不|永远|从不|绝不|绝对|不再",
    r"(?<![特个级区分类性])别(?![的人名处忘墅])",
    r"始终|总是|一直|务必|必须|一定要|每次都|今后|以后都|从现在起|一律|统一用",
    r"只(?:能|许|准|可|改|修改|编辑|更新|动|在|用|处理|对)|仅(?:限|能|修改|编辑|可|在|对)",
    r"保持|保留|不变|原样|维持|遵守|遵循|只读|惯例|除.{1,40}外",
)
_ORDERS = (
    rf"(?:[,;:(–—-]\s*|\b(?:and|but|please)\s+)(?:do\s+not|don['’]?t)\s+{_NO_ORDER}\w+",
    rf"\bwithout\s+(?:\w+\s+)?{_CHANGING}",
    rf"\bonly\s+(?:ever\s+)?{_CHANGING}",
    r"\bnever\s+(?:touch|chang|edit|delet|modif|overwrit|us)\w*",
    rf"\b(?:nicht|nichts)\b.{{0,40}}\b{_GERMAN_CHANGE}",
    r"\bohne\b.{0,80}\b(?:zu\s+\w+n|\w+zu\w+n)\b",
    rf"\bsans\s+(?:\w+\s+)?{_FRENCH_CHANGE}",
    r"\bne (?:pas|jamais|rien)\s+(?:\w+\s+)?\w+(?:er|ir|re)\b",
    rf"\bsin\s+(?:\w+\s+)?{_SPANISH_CHANGE}",
    r"不要|勿|别动|别改|不得",
)


def _any(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


_LASTING = _any((*_ENGLISH, *_GERMAN, *_FRENCH, *_SPANISH, *_CHINESE))
_ORDER = _any(_ORDERS)


def is_lasting(sentence: str) -> bool:
    """Whether a sentence forbids or demands something for more than this one task."""
    if len(sentence) > MOST_CHARACTERS:
        return False
    found = _ORDER if sentence.rstrip("\"'”’»)").endswith(("?", "？")) else _LASTING
    return found.search(sentence) is not None


def lasting_sentences(text: str) -> tuple[str, ...]:
    """The sentences of a message that forbid or demand something lasting, each once, in order."""
    return tuple(dict.fromkeys(sentence for sentence in sentences(text) if is_lasting(sentence)))
