"""Every family of what sheets carry beside cells, on one open workbook."""

from embedded_excel.calc.conditional_rules import ConditionalParts
from embedded_excel.calc.formulon.comments import Comments
from embedded_excel.calc.formulon.conditional import Conditionals
from embedded_excel.calc.formulon.filters import Filters
from embedded_excel.calc.formulon.pages import Pages
from embedded_excel.calc.formulon.parts import Links, Opened, Outlines, Protections
from embedded_excel.calc.formulon.sparklines import Sparklines
from embedded_excel.calc.formulon.validations import Validations
from embedded_excel.calc.page_parts import PageParts
from embedded_excel.calc.row_filters import FilterParts
from embedded_excel.calc.sheet_parts import (
    CommentParts,
    HyperlinkParts,
    OutlineParts,
    ProtectionParts,
    SheetParts,
    SparklineParts,
    ValidationParts,
)


class FormulonParts:
    """The families."""

    def __init__(self, opened: Opened) -> None:
        self.sparklines: SparklineParts = Sparklines(opened)
        self.hyperlinks: HyperlinkParts = Links(opened)
        self.validation: ValidationParts = Validations(opened)
        self.conditional: ConditionalParts = Conditionals(opened)
        self.comments: CommentParts = Comments(opened)
        self.filters: FilterParts = Filters(opened)
        self.protection: ProtectionParts = Protections(opened)
        self.pages: PageParts = Pages(opened)
        self.outlines: OutlineParts = Outlines(opened)


_conforms: type[SheetParts] = FormulonParts
