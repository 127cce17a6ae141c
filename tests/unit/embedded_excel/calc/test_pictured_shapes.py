"""Shapes go into the engine as pictures and come out as they were."""

import pytest

from embedded_excel.calc.formulon.pictured_shapes import disguise, kind_in_description, reveal

HEAD = (
    '<xdr:twoCellAnchor editAs="oneCell"><xdr:from><xdr:col>1</xdr:col></xdr:from>'
    "<xdr:to><xdr:col>2</xdr:col></xdr:to>"
)
END = "<xdr:clientData/></xdr:twoCellAnchor>"
SHAPE = '<xdr:sp macro="a"><xdr:nvSpPr><xdr:cNvPr id="2" name="pic"/></xdr:nvSpPr></xdr:sp>'
GROUP = f'<xdr:grpSp><xdr:grpSpPr/>{SHAPE}<xdr:pic a="b"><xdr:blipFill/></xdr:pic></xdr:grpSp>'


def drawing(*objects: str) -> bytes:
    """A drawing with an anchor around each object."""
    anchors = "".join(f"{HEAD}{one}{END}" for one in objects)
    return f'<xdr:wsDr xmlns:xdr="x">{anchors}</xdr:wsDr>'.encode()


@pytest.mark.parametrize(
    "content",
    [
        drawing(SHAPE),
        drawing(SHAPE, GROUP, SHAPE),
        drawing("<xdr:pic><xdr:spPr/></xdr:pic>", '<xdr:cxnSp macro=""><xdr:spPr/></xdr:cxnSp>'),
        drawing("<mc:AlternateContent><mc:Choice>" + SHAPE + "</mc:Choice></mc:AlternateContent>"),
        drawing(SHAPE).replace(b"xdr:", b"").replace(b"xmlns:xdr", b"xmlns"),
        b'<xdr:oneCellAnchor><xdr:from/><xdr:ext cx="1" cy="2"/>'
        + SHAPE.encode()
        + b"</xdr:oneCellAnchor>",
        b"<xdr:wsDr/>",
        b"not a drawing <",
    ],
)
def test_a_drawing_comes_out_as_it_went_in(content: bytes) -> None:
    assert reveal(disguise(content)) == content


def test_what_stands_in_an_anchor_is_disguised_and_nothing_else() -> None:
    disguised = disguise(drawing(GROUP))
    assert disguised.count(b"tieoutAs") == 1
    assert b'<xdr:pic tieoutAs="grpSp">' in disguised
    assert b"<xdr:sp macro" in disguised
    assert b' descr="tieout-sp' not in disguised
    choice = drawing("<mc:AlternateContent>" + SHAPE + "</mc:AlternateContent>")
    assert disguise(choice) == choice


@pytest.mark.parametrize(
    ("description", "kind"),
    [("", "pic"), ("A house", "pic"), ("tieout-sp;", "sp"), ("tieout-cxnSp:A: road", "cxnSp")],
)
def test_what_an_object_is_stands_before_its_description(description: str, kind: str) -> None:
    assert kind_in_description(description) == kind


def test_a_description_is_the_same_afterwards() -> None:
    for said in ('descr="A: house"', "descr='it; is'", 'descr=""', ""):
        content = drawing(SHAPE.replace('name="pic"', f'name="pic" {said}'.rstrip()))
        assert b"tieout-sp" in disguise(content)
        assert reveal(disguise(content)) == content
