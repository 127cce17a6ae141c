"""What words mean in a sentence that forbids something, in five languages.

A sentence becomes a rule only when every word of the part that counts is known here or names a place
of the workbook, so a word that is missing costs an enforcement, never a wrong one.
"""

import re
from collections.abc import Iterator
from typing import Literal, TypeAlias

from tieout.workbook.constraints.rules import ANY, Kind, Noun

Role: TypeAlias = Literal[
    "not",
    "only",
    "except",
    "verb",
    "keep",
    "unchanged",
    "locked",
    "all",
    "other",
    "old",
    "aspect",
    "noun",
]
Meaning: TypeAlias = tuple[Role, frozenset[Kind] | Noun | None]

_PHRASES: tuple[tuple[str, str], ...] = (
    (r"as (?:it|they) (?:is|are|was|were|currently (?:is|are))|as[- ]is", "unchanged"),
    (r"in ruhe|so wie (?:es|sie|er) (?:ist|sind)|wie (?:es|sie|er) (?:ist|sind)", "unchanged"),
    (r"tel(?:le)?s? quel(?:le)?s?|comme (?:elle|il)s? (?:est|sont)|en l['’]état", "unchanged"),
    (r"como está\w*|tal(?:es)? cual(?:es)?|sin cambios", "unchanged"),
    (r"other than|apart from|except for|but for|aside from", "except"),
    (r"en dehors d(?:e|u|es)|à part|à l['’]exception d(?:e|u|es)|mis à part", "except"),
    (r"fuera de|aparte de|a excepción de|con excepción de", "except"),
    (r"off[- ]limits|hands off|read[- ]only|not allowed", "locked"),
    (r"unter keinen umständen|auf (?:gar )?keinen fall|in keinem fall", "never"),
    (r"under no circumstances|on no account|at no (?:time|point)", "never"),
    (r"en aucun cas|sous aucun prétexte|bajo ningún concepto|en ningún caso", "never"),
    (r"under any circumstances|in any case|at any time|at all", "the"),
    (r"mises? en formes?|number formats?|conditional formats?", "formatting"),
    (
        r"do\s+not|don['’]?t|must\s*n['’]?o?t|should\s*n['’]?o?t|can(?:\s*not|['’]t)|may not|shall not",
        "not",
    ),
    (r"finger weg(?: von)?", "tabu"),
)
PHRASES = tuple(
    (re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE), word) for pattern, word in _PHRASES
)
"""Word groups, and the one word that stands for each."""

_ROLES: dict[Role, str] = {
    "not": "never not without no avoid stop nie niemals nicht nichts kein keine keinen keinem keiner keinerlei"
    " keinesfalls ohne ne n pas jamais aucun aucune sans évite évitez éviter rien nunca jamás sin evita evitar"
    " evite nada ningún ninguna ninguno nothing",
    "only": "only exclusively nur ausschließlich lediglich uniquement seulement exclusivement solo sólo"
    " solamente únicamente exclusivamente",
    "except": "except outside besides excluding unless außer ausser außerhalb ausserhalb ausgenommen sauf"
    " excepté hormis salvo excepto",
    "keep": "keep leave leaves stay stays remain remains preserve maintain retain lass lasse lassen belasse"
    " belassen behalte behalten beibehalten bleibt bleiben bleibe garde gardez garder conserve conservez"
    " conserver laisse laissez laisser reste restent mantén mantener mantenga conserva conservar deja"
    " dejar deje queda quede",
    "unchanged": "unchanged untouched alone intact unmodified unaltered unverändert unangetastet unberührt so"
    " inchangé inchangée inchangés inchangées intacte intactes intacts intacto intacta intactos intactas"
    " igual iguales tranquille",
    "locked": "locked forbidden taboo frozen prohibited untouchable readonly tabu gesperrt verboten"
    " schreibgeschützt interdit interdite verrouillé verrouillée intouchable intocable prohibido prohibida"
    " bloqueado bloqueada",
    "all": "anything everything any all whatever nichts alles irgendetwas irgendwas tout rien quoi toute toutes"
    " tous nada todo toda todos todas cualquier nothing",
    "old": "existing current present original vorhandenen vorhandene bestehenden bestehende existant existante"
    " existantes existants actuelle actuelles actuel existente existentes actual actuales",
    "other": "other others else elsewhere rest anderen andere anderes anderer übrigen restlichen autre autres"
    " otro otra otros otras demás resto",
}
_ASPECTS: dict[Kind, str] = {
    "formulas": "formula formulas formulae formel formeln formule formules fórmula fórmulas",
    "formats": "format formats formatting formattings style styles styling colour colours color colors coloring"
    " font fonts formatierung formatierungen farbe farben schrift couleur couleurs formato formatos colores"
    " estilo estilos layout",
    "contents": "value values number numbers figure figures content contents wert werte werten zahl zahlen inhalt"
    " inhalte valeur valeurs chiffre chiffres contenu contenus valor valores contenido contenidos",
}
_NOUNS: dict[Noun, str] = {
    "rows": "row rows zeile zeilen ligne lignes fila filas",
    "columns": "column columns col cols spalte spalten colonne colonnes columna columnas",
    "cells": "cell cells range ranges zelle zellen bereich bereiche cellule cellules plage plages celda celdas rango"
    " rangos",
    "sheet": "sheet sheets tab tabs worksheet worksheets blatt blätter blättern tabellenblatt tabellenblätter"
    " arbeitsblatt arbeitsblätter reiter feuille feuilles onglet onglets hoja hojas pestaña pestañas",
    "table": "table tables tabelle tabellen tableau tableaux tabla tablas",
    "name": "name names namen nom noms nombre nombres",
    "chart": "chart charts graph graphs diagramm diagramme graphique graphiques gráfico gráficos",
    "pivot": "pivot pivots pivottable pivottables",
    "comment": "comment comments note notes kommentar kommentare commentaire commentaires comentario comentarios",
}
_FILL_WORDS = (
    "the a an this that these those my our your their its of in on to from at for with by and or nor please kindly"
    " be been being is are was were ever may must should shall can will would could you we it just also thanks"
    " own there them any make makes making made do does called named file"
    " workbook book data input inputs output outputs both each every single under way whatsoever either than"
    " der die das den dem des ein eine einen einem einer dieses diese diesen dieser dieser mein meine meinen unser"
    " unsere unseren im in am an auf von vom zum zur zu und oder bitte werden wird wurde werde sein ist sind darf"
    " dürfen soll sollen sollte sollten muss müssen kann können du sie mir dort darin"
    " auch mal jemals daten datei mappe arbeitsmappe namens dass ich es"
    " le la les l un une des du de d ce cette ces mon ma mes notre nos votre vos à au aux dans sur et ou merci svp"
    " vous tu il faut être est sont été doit doivent devez dois peut peuvent"
    " données classeur fichier nommée nommé surtout y que ce"
    " el los las lo un una unos unas del al en y o por favor mi mis nuestro nuestra su sus este esta estos estas se"
    " debe deben debes puede pueden ser está están estar datos libro archivo"
    " llamada llamado que de ni"
)
_FILL = frozenset(_FILL_WORDS.split())
_VERBS: tuple[tuple[frozenset[Kind], str], ...] = (
    (
        frozenset({"contents"}),
        r"overwrit\w*|writ(?:e|es|ing|ten)|wrote|überschr\w*|beschreib\w*|beschrieben|schreib\w*"
        r"|écras\w*|écri\w*|escrib\w*|sobrescrib\w*|sobreescrib\w*",
    ),
    (
        frozenset({"delete"}),
        r"delet\w*|remov\w*|eras\w*|clear\w*|empty\w*|drop\w*|wip(?:e|es|ing|ed)|lösch\w*|gelöscht\w*"
        r"|löscht|entfern\w*|leer\w*|geleert|supprim\w*|effac\w*|enlev\w*|enlèv\w*|retir\w*|vid(?:e|er|ez)|borr\w*"
        r"|elimin\w*|suprim\w*|quit\w*|vac[ií]\w*",
    ),
    (frozenset({"rename"}), r"renam\w*|umbenenn\w*|umbenannt|umzubenennen|renomm\w*|renombr\w*"),
    (
        frozenset({"insert"}),
        r"insert\w*|add(?:s|ed|ing)?|einfüg\w*|eingefügt|einzufügen|hinzufüg\w*|hinzugefügt|hinzuzufügen"
        r"|insér\w*|insèr\w*|ajout\w*|añad\w*|agreg\w*",
    ),
    (
        frozenset({"move"}),
        r"mov(?:e|es|ed|ing)|sort\w*|reorder\w*|rearrang\w*|verschieb\w*|verschoben|sortier\w*|umsortier\w*"
        r"|déplac\w*|tri(?:e|er|ez|és|ée?s?)|muev\w*|mover|mueva\w*|orden(?:ar|a|e|es)",
    ),
    (
        frozenset({"visibility"}),
        r"hid(?:e|es|ing|den)|unhid\w*|ausblend\w*|ausgeblendet|einblend\w*|masqu\w*|cach\w*|ocult\w*",
    ),
    (
        frozenset({"formats"}),
        r"reformat\w*|formatt?(?:ed|ing)|formatier\w*|umformatier\w*|recolou?r\w*|restyl\w*|formate\w*",
    ),
    (
        ANY,
        r"touch\w*|chang\w*|modif\w*|edit\w*|alter\w*|updat\w*|adjust\w*|amend\w*|tamper\w*|replac\w*|änder\w*|geändert\w*"
        r"|veränder\w*|verändert\w*|anfass\w*|angefasst|anzufassen|fasse?|anrühr\w*|anzurühren|rühr\w*|berühr\w*|bearbeit\w*"
        r"|anpass\w*|angepasst|anzupassen|modifizier\w*|aktualisier\w*|ersetz\w*|édit\w*|altér\w*|remplac\w*|toc(?:ar|a|as|ado)"
        r"|toqu\w*|cambi\w*|actuali[zc]\w*|reempla[zc]\w*",
    ),
)
_VERB = tuple((kinds, re.compile(rf"(?:{pattern})\Z")) for kinds, pattern in _VERBS)
_CHINESE_GROUPS: tuple[tuple[Role, frozenset[Kind] | Noun | None, str], ...] = (
    ("not", None, "不要 别 勿 切勿 请勿 不得 不准 不许 不能 不可 不可以 禁止 严禁 避免 绝不 绝不能 永远不要 不应 不应该"
     " 不该 不再 绝对不要 绝对不能 千万不要 千万别"),
    ("only", None, "只 仅 只能 只可 只许 只准 仅限 仅能 只可以"),
    ("except", None, "除了 除"),
    ("verb", ANY, "改 修改 更改 改动 改变 动 碰 触碰 编辑 变更 调整 更新 替换 触动"),
    ("verb", frozenset[Kind]({"contents"}), "覆盖 写 写入"),
    ("verb", frozenset[Kind]({"delete"}), "删除 删 清除 清空 移除"),
    ("verb", frozenset[Kind]({"insert"}), "插入 添加 新增 增加"),
    ("verb", frozenset[Kind]({"move"}), "移动 排序"),
    ("verb", frozenset[Kind]({"rename"}), "重命名 改名"),
    ("verb", frozenset[Kind]({"visibility"}), "隐藏"),
    ("keep", None, "保持 保留 维持"),
    ("unchanged", None, "不变 原样 不动"),
    ("locked", None, "只读"),
    ("all", None, "任何 所有 全部 一切"),
    ("other", None, "其他 其它 别的 其余"),
    ("old", None, "现有 原有"),
    ("aspect", frozenset[Kind]({"formulas"}), "公式"),
    ("aspect", frozenset[Kind]({"formats"}), "格式 颜色 字体 样式"),
    ("aspect", frozenset[Kind]({"contents"}), "数值 值 内容 数字"),
    ("noun", "rows", "行"),
    ("noun", "columns", "列"),
    ("noun", "cells", "单元格 区域"),
    ("noun", "sheet", "工作表 表单 页"),
    ("noun", "table", "表格"),
    ("noun", "name", "名称"),
    ("noun", "chart", "图表"),
)  # fmt: skip
_CHINESE_FILL = (
    "请 的 里 中 里面 上 这 这个 这些 表 数据 任意 和 与 或 都 被 在 对 把 将 之外 以外 外 可以 能 应 要 请你 你 我 我们"
    " 地 也 进行 了 是 务必 一直 始终 必须"
)
_CHINESE: dict[str, list[Meaning]] = {
    **{word: [] for word in _CHINESE_FILL.split()},
    **{word: [(role, detail)] for role, detail, words in _CHINESE_GROUPS for word in words.split()},
}
LONGEST_CHINESE = max(map(len, _CHINESE))


def _listed() -> Iterator[tuple[str, list[Meaning]]]:
    found: dict[str, list[Meaning]] = {}
    for role, words in _ROLES.items():
        for word in words.split():
            found.setdefault(word, []).append((role, None))
    for kind, words in _ASPECTS.items():
        for word in words.split():
            found.setdefault(word, []).append(("aspect", frozenset[Kind]({kind})))
    for noun, words in _NOUNS.items():
        for word in words.split():
            found.setdefault(word, []).append(("noun", noun))
    yield from found.items()


_LATIN = dict(_listed())


def meanings(word: str) -> list[Meaning] | None:
    """What a word means; empty for one that adds nothing, None for one that isn't known."""
    if word in _CHINESE:
        return _CHINESE[word]
    folded = word.casefold()
    if folded in _LATIN:
        return _LATIN[folded]
    if folded in _FILL:
        return []
    for kinds, pattern in _VERB:
        if pattern.match(folded):
            return [("verb", kinds)]
    return None


def is_chinese_word(word: str) -> bool:
    """Whether it is one of the Chinese words known here."""
    return word in _CHINESE
