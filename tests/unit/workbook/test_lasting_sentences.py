"""Which sentences of a message are kept for the session, in five languages."""

import pytest

from tieout.workbook.constraints.lasting import is_lasting, lasting_sentences

LASTING = """\
Never touch Inputs.
Everything else should be kept as it is.
Keep the sign convention.
Don't change formulas in column F.
Only edit the Summary sheet.
Always use thousands.
Please do not overwrite hardcoded values in Model!C5:C20.
Add a growth column, but don't touch Inputs.
The Inputs sheet must not be changed.
Leave the Archive tab alone.
Costs must be negative.
Make sure the balance sheet balances.
No hardcodes.
No macros please.
Use thousands throughout.
From now on answer in German.
Update the forecast without changing any formulas.
Sheet Data is off limits.
You should never round intermediate results.
All figures in EUR thousands.
I don't want you to change the layout.
Can you fix B4, but don't touch Inputs?
Stick to the existing colour coding.
Nothing outside Summary may be changed.
Edit only the Summary sheet.
Please keep rows 1-3 as they are.
Totals cannot be negative.
Avoid volatile functions.
Inputs are read-only.
Fasse das Blatt Inputs nie an.
Ändere die Formeln in Spalte F nicht.
Bitte keine Zeilen löschen.
Das Blatt Annahmen darf nicht verändert werden.
Verwende immer Tausend Euro.
Bearbeite nur das Blatt Zusammenfassung.
Vorzeichenkonvention beibehalten.
Lass das Blatt Archiv in Ruhe.
Aktualisiere die Prognose, ohne die Formeln zu ändern.
Auf keinen Fall Inputs anfassen.
Die Bilanz muss aufgehen.
Ne touchez jamais à la feuille Inputs.
Ne modifie pas les formules de la colonne F.
Garde la convention de signe.
Toujours en milliers d'euros.
Modifie uniquement la feuille Synthèse.
Mets à jour la prévision sans toucher aux formules.
Il ne faut pas supprimer de lignes.
Laisse l'onglet Archive tel quel.
Les totaux doivent correspondre.
No toques nunca la hoja Inputs.
No cambies las fórmulas de la columna F.
Mantén la convención de signos.
Usa siempre miles.
Edita solo la hoja Resumen.
Actualiza la previsión sin modificar las fórmulas.
No se debe borrar ninguna fila.
Deja la hoja Archivo como está.
不要动Inputs工作表。
保持符号约定不变。
F列的公式不能改。
只修改汇总表。
始终以千元为单位。
请勿删除任何行。
除了Summary以外都不要改。
别改公式。
必须使用绝对引用。
"""

PASSING = """\
Add a growth column to the Model sheet.
Please compute the EBITDA margin for 2024.
The totals don't tie.
I don't know why B4 is wrong.
Why doesn't the sum match?
What is the total revenue by region?
It doesn't work.
Never mind.
Sum the hours for each time interval.
Sum all figures in column B.
I need to know the revenue of 2023.
There are no formulas in column C.
Is Summary the only sheet with a total?
Insert a new row above row 5 and fill it with the averages.
Fix the error in D57.
The model has never been checked.
Create a chart of sales by month.
You don't need to format it.
Ich weiß nicht, warum B4 falsch ist.
Die Summe stimmt nicht.
Füge eine Spalte mit dem Wachstum hinzu.
Berechne die Marge für 2024.
Warum geht die Bilanz nicht auf?
Ist das noch immer so?
Ajoute une colonne de croissance.
Je ne sais pas pourquoi B4 est faux.
Ça ne marche pas.
Calcule la marge de 2024.
Pourquoi le total n'est-il pas juste ?
Añade una columna de crecimiento.
No sé por qué B4 está mal.
El total no cuadra.
Calcula el margen de 2024.
¿Por qué no cuadra el balance?
添加一列增长率。
计算2024年的毛利率。
为什么合计不对？
我不知道B4为什么错了。
请分析各地区的销售额。
特别关注第三季度。
级别分类汇总一下。
"""


@pytest.mark.parametrize("sentence", LASTING.splitlines())
def test_what_forbids_or_demands_for_good_is_kept(sentence: str) -> None:
    assert is_lasting(sentence)


@pytest.mark.parametrize("sentence", PASSING.splitlines())
def test_tasks_questions_and_statements_are_not(sentence: str) -> None:
    assert not is_lasting(sentence)


def test_whole_sentences_are_kept_in_the_words_of_the_message_each_once() -> None:
    message = """Hi! 1. Add a total, e.g. below row 9, to Sheet1!A1. Never touch Inputs!
    2. Don't round;  never   touch 'My Sheet'!B2.
    - We always
    round halves up
    - Never touch Inputs!
    不要动F列。保持原样！"""
    assert lasting_sentences(message) == (
        "Never touch Inputs!",
        "Don't round;",
        "never touch 'My Sheet'!B2.",
        "We always round halves up",
        "不要动F列。",
        "保持原样！",
    )


def test_every_kept_sentence_is_a_piece_of_the_message() -> None:
    message = " ".join(LASTING.splitlines())
    assert all(sentence in message for sentence in lasting_sentences(message))


def test_pasted_data_without_an_end_is_no_sentence() -> None:
    assert lasting_sentences("must " * 500) == ()
