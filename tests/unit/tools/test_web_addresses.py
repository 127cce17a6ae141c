"""Which URLs and addresses are the public web's. Lists from IANA's registries and known tricks."""

from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.tools.internet.addresses import NotPublic, is_public, redirected, web_address

NOT_PUBLIC = """
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1
127.255.255.254 169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192
192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.255 198.18.0.1 198.19.255.255 198.51.100.1
203.0.113.1 224.0.0.1 224.0.1.1 239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16
:: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 64:ff9b::7f00:1
64:ff9b::a9fe:a9fe 64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1::1 3fff::1 5f00::1
fc00::1 fd00:ec2::254 fd12:3456::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 ff0e::1 4000::1
""".split()  # noqa: SIM905 - a register reads best by lines
IS_PUBLIC = """
1.1.1.1 8.8.8.8 93.184.216.34 100.63.255.255 100.128.0.1 172.15.255.255 172.32.0.1 169.253.1.1
192.167.255.255 11.0.0.1 223.255.255.254 2606:4700:4700::1111 2a00:1450:4001:81b::200e
::ffff:8.8.8.8 64:ff9b::808:808
""".split()  # noqa: SIM905 - likewise


@pytest.mark.parametrize("text", NOT_PUBLIC)
def test_addresses_that_are_not_of_the_public_web(text: str):
    assert not is_public(ip_address(text))
    host = f"[{text}]" if ":" in text else text
    with pytest.raises(NotPublic):
        web_address(f"http://{host}/")


@pytest.mark.parametrize("text", IS_PUBLIC)
def test_addresses_of_the_public_web(text: str):
    assert is_public(ip_address(text))


@pytest.mark.parametrize(
    "url",
    """
    http://2130706433/ http://017700000001/ http://0177.0.0.1/ http://0x7f000001/ http://0x7f.1/
    http://127.1/ http://127.0.1/ http://0/ http://1.1.1.1.1/ http://256.256.256.256/
    http://localhost/ http://LOCALHOST./ http://app.localhost/ http://printer.local/
    http://metadata.google.internal/ http://router.lan/ http://intranet/ http://x.onion/
    http://user@example.com/ http://user:pass@example.com/ http://example.com@127.0.0.1/
    http://127.0.0.1#@example.com/ http://example.com:22/ http://example.com:6379/
    http://example.com:0/ http://example.com:99999/ http://example.com:x/
    ftp://example.com/ file:///etc/passwd gopher://example.com/ javascript:alert(1)
    data:text/html,x //example.com/ example.com http:///x http://?x http:// https:example.com
    http://[::1 http://[::ffff:7f00:1]/ http://[fe80::1%25eth0]/ http://exa$mple.com/
    http://-a.com/ http://a..com/ http://１２７.０.０.１/ http://①②⑦.0.0.1/ http://127。0。0。1/
    """.split(),  # noqa: SIM905 - likewise
)
def test_urls_that_are_refused(url: str):
    with pytest.raises(NotPublic):
        web_address(url)


@pytest.mark.parametrize(
    "url",
    ["http://example.com\\@127.0.0.1/", "http://exa mple.com/", "http://example.com/\r\nX: y"],
)
def test_urls_that_two_parsers_read_in_two_ways_are_refused(url: str):
    with pytest.raises(NotPublic, match="spaces, control characters or backslashes"):
        web_address(url)


@pytest.mark.parametrize(
    ("url", "sent"),
    [
        ("https://Example.COM", "https://example.com/"),
        (" http://example.com:80/a?b=c#d ", "http://example.com/a?b=c"),
        ("https://example.com.:8443/%7Ea", "https://example.com:8443/%7Ea"),
        ("https://bücher.example/straße?q=ü", "https://xn--bcher-kva.example/stra%C3%9Fe?q=%C3%BC"),
        ("http://[2606:4700:4700::1111]/", "http://[2606:4700:4700::1111]/"),
        ("http://93.184.216.34/x", "http://93.184.216.34/x"),
    ],
)
def test_what_is_sent_of_a_url(url: str, sent: str):
    assert web_address(url).url == sent


def test_a_long_url_is_refused():
    with pytest.raises(NotPublic, match="at most 2,000"):
        web_address("https://example.com/" + "x" * 2_000)


@pytest.mark.parametrize(
    "location",
    [
        "http://127.0.0.1/",
        "//169.254.169.254/latest",
        "file:///etc/passwd",
        "http://[::1]/",
        "http://[x",
    ],
)
def test_redirects_are_checked_like_addresses(location: str):
    base = web_address("https://example.com/a/b")
    assert redirected(base, "../c?d").url == "https://example.com/c?d"
    with pytest.raises(NotPublic):
        redirected(base, location)


@given(st.text(max_size=60))
def test_any_text_is_an_address_or_refused(text: str):
    for url in (text, f"http://{text}", f"http://example.com/{text}", f"https://{text}/x"):
        try:
            read = web_address(url)
        except NotPublic:
            continue
        assert read.url.isascii()
        assert web_address(read.url) == read
