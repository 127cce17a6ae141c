"""Small documents of each kind, made here."""

import io
import zipfile

import openpyxl

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def pdf(*pages: str) -> bytes:
    """A PDF of one line a page, with the cross-reference table that readers want."""
    kids = " ".join(f"{3 + 2 * at} 0 R" for at in range(len(pages)))
    font = 3 + 2 * len(pages)
    objects = ["<</Type/Catalog/Pages 2 0 R>>", f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>"]
    for at, text in enumerate(pages):
        drawn = f"BT /F1 12 Tf 50 700 Td ({text}) Tj ET" if text else ""
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents {4 + 2 * at} 0 R"
            f"/Resources<</Font<</F1 {font} 0 R>>>>>>"
        )
        objects.append(f"<</Length {len(drawn)}>>\nstream\n{drawn}\nendstream")
    objects.append("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    body, places = "%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(body))
        body += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    count = len(objects) + 1
    body += f"xref\n0 {count}\n0000000000 65535 f \n{table}trailer\n<</Size {count}/Root 1 0 R>>\n"
    return (body + f"startxref\n{body.index('xref')}\n%%EOF\n").encode("latin-1")


def docx(body: str, **others: str) -> bytes:
    """A Word document with this XML between its body tags; others are parts such as `comments`."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        wrapped = f'<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>'
        archive.writestr("word/document.xml", wrapped)
        for name, xml in others.items():
            archive.writestr(f"word/{name}.xml", xml)
    return made.getvalue()


def paragraph(text: str, style: str = "") -> str:
    styled = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{styled}<w:r><w:t>{text}</w:t></w:r></w:p>"


def xlsx(**sheets: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


def bomb(megabytes: int, name: str = "word/document.xml") -> bytes:
    """A package of zeros."""
    made = io.BytesIO()
    with (
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open(name, "w") as file,
    ):
        for _ in range(megabytes):
            file.write(bytes(1024 * 1024))
    return made.getvalue()
