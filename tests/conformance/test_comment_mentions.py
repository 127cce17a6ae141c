"""Mentions in comments: `CommentRichContent`, and their place in the file."""

import io
import zipfile
from xml.etree import ElementTree as ET

from embedded_excel.host import EmbeddedExcel

ADD = """
const kate = {email: "kate@contoso.com", id: 0, name: "Kate Kristensen"};
const lee = {email: "lee@contoso.com", id: 7, name: "Lee Gu"};
const comment = sheet.comments.add("A1", {
  mentions: [kate, lee],
  richContent: '<at id="0">Kate Kristensen</at>, ask <at id="7">Lee Gu</at>.'}, "Mention");
"""
READ = """
comment.load("content, richContent, contentType, mentions");
await context.sync();
return [comment.content, comment.richContent, comment.contentType,
        comment.mentions.map(one => [one.id, one.name, one.email])];
"""
WANTED = [
    "@Kate Kristensen, ask @Lee Gu.",
    '<at id="0">Kate Kristensen</at>, ask <at id="1">Lee Gu</at>.',
    "Mention",
    [[0, "Kate Kristensen", "kate@contoso.com"], [1, "Lee Gu", "lee@contoso.com"]],
]


def test_a_comment_names_whom_it_mentions(value):
    assert value(ADD + READ) == WANTED


def test_mentions_are_in_the_file_and_read_from_it(excel, value, office_js):
    value(ADD)
    content = excel.to_bytes()
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        part = next(name for name in package.namelist() if "threadedComment" in name)
        comment = ET.fromstring(package.read(part))[0]
        people = ET.fromstring(package.read("xl/persons/person.xml"))
    mentions = comment.find("./{*}mentions")
    assert [(one.get("startIndex"), one.get("length")) for one in mentions] == [
        ("0", "16"),
        ("22", "7"),
    ]
    known = {one.get("id"): (one.get("displayName"), one.get("userId")) for one in people}
    assert known[mentions[1].get("mentionpersonId")] == ("Lee Gu", "lee@contoso.com")
    again = EmbeddedExcel.from_bytes(content, "again.xlsx")
    try:
        code = "const comment = context.workbook.comments.getItemAt(0);"
        assert office_js.value(again, code + READ) == WANTED
    finally:
        again.close()


def test_mentions_are_updated_and_taken_away(value):
    update = """
        comment.updateMentions({mentions: [lee], richContent: 'See <at id="7">Lee Gu</at>'});
        await context.sync();
    """
    assert value(ADD + update + READ) == [
        "See @Lee Gu",
        'See <at id="0">Lee Gu</at>',
        "Mention",
        [[0, "Lee Gu", "lee@contoso.com"]],
    ]


def test_plain_content_mentions_nobody(value):
    code = """
        comment.content = "Never mind.";
        const reply = comment.replies.add({mentions: [kate], richContent: '<at id="0">Kate</at>?'},
          Excel.ContentType.mention).load("content, contentType");
        comment.load("richContent, contentType, mentions");
        await context.sync();
        return [comment.richContent, comment.contentType, comment.mentions.length,
                reply.content, reply.contentType];
    """
    assert value(ADD + code) == ["Never mind.", "Plain", 0, "@Kate?", "Mention"]


def test_who_is_mentioned_has_to_be_listed(failure):
    assert (
        failure("""
        sheet.comments.add("A1", {mentions: [], richContent: '<at id="0">Kate</at>'}, "Mention");
    """)
        == "InvalidArgument"
    )
    assert failure('sheet.comments.add("A1", "text", "Mention");') == "InvalidArgument"
