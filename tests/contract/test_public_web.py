"""Fetching from the public web: every trick ends in a sentence, and private machines hear nothing."""

import asyncio
import gzip

import pytest
from aiohttp import web
from web_sites import PUBLIC, moved, sites, text

from tieout.errors import ModelVisibleError
from tieout.tools.internet.addresses import NotPublic, web_address
from tieout.tools.internet.fetch import FetchFailed, PublicWeb
from tieout.tools.internet.robots import Robots, RobotsRefused

MEGABYTE = 1024 * 1024


def any_type(_: str) -> bool:
    return True


async def fetched(net: PublicWeb, url: str) -> bytes:
    return (await net.fetch(web_address(url), any_type)).content


async def test_a_page_comes_from_the_address_that_was_checked():
    async with sites({"news.example/a": text("hello", content_encoding="")}) as net:
        assert await fetched(net.web(), "http://news.example/a?b=%41") == b"hello"
        assert net.dialled == [PUBLIC]
        assert net.asked == ["news.example /a?b=%41"]
        (request,) = net.requests
        assert request.headers["User-Agent"].startswith("Tieout/")
        assert "Cookie" not in request.headers


@pytest.mark.parametrize(
    "answer",
    [["127.0.0.1"], ["10.0.0.5"], ["169.254.169.254"], ["::1"], ["::ffff:192.168.1.1"], ["fe80::1%2"],
     [PUBLIC, "10.0.0.5"], ["nonsense"], ["100.64.0.9"], ["0.0.0.0"]],
)  # fmt: skip
async def test_a_name_that_leads_inside_is_refused_before_any_socket(answer: list[str]):
    async with sites({"evil.example/": text("x")}, {"evil.example": [answer]}) as net:
        with pytest.raises(NotPublic, match="not of the public web"):
            await fetched(net.web(), "http://evil.example/")
        assert (net.dialled, net.asked) == ([], [])


async def test_the_socket_itself_refuses_what_got_past_the_names():
    async def lookup(_: str) -> list[str]:
        raise AssertionError("literal addresses are not looked up")

    address = web_address("http://93.184.216.34/")
    inside = type(address)("http://127.0.0.1:8080/", "http", "127.0.0.1", 8080)
    with pytest.raises(NotPublic, match="nothing was sent there"):
        await PublicWeb(lookup=lookup).fetch(inside, any_type)


async def test_names_are_looked_up_once_for_each_connection_so_a_second_answer_comes_too_late():
    names = {"evil.example": [[PUBLIC], ["127.0.0.1"]]}
    async with sites({"evil.example/": moved("/inside")}, names) as net:
        with pytest.raises(NotPublic):
            await fetched(net.web(), "http://evil.example/")
        assert net.dialled == [PUBLIC]
        assert net.asked == ["evil.example /"]


@pytest.mark.parametrize(
    "to",
    ["http://127.0.0.1/", "http://169.254.169.254/latest/meta-data/", "http://[::1]/", "http://0x7f.1/",
     "file:///etc/passwd", "http://inside.example/", "http://localhost/", "//10.0.0.1/"],
)  # fmt: skip
async def test_a_redirect_inside_is_refused(to: str):
    names = {"inside.example": [["192.168.0.7"]]}
    async with sites({"evil.example/": moved(to)}, names) as net:
        with pytest.raises(NotPublic):
            await fetched(net.web(), "http://evil.example/")
        assert net.asked == ["evil.example /"]


async def test_redirects_are_followed_five_times():
    chain = {f"a.example/{n}": moved(f"http://a.example/{n + 1}") for n in range(20)}
    chain["a.example/20"] = text("end")
    async with sites(chain) as net:
        assert await fetched(net.web(), "http://a.example/15") == b"end"
        net.asked.clear()
        with pytest.raises(FetchFailed, match="redirects more than 5 times"):
            await fetched(net.web(), "http://a.example/14")
        assert len(net.asked) == 6


async def test_a_body_of_100_megabytes_is_not_taken():
    sent = 0

    async def endless(request: web.Request) -> web.StreamResponse:
        nonlocal sent
        response = web.StreamResponse(headers={"Content-Type": "text/html"})
        await response.prepare(request)
        for _ in range(100):
            await response.write(bytes(MEGABYTE))
            sent += 1
        return response

    async with sites({"big.example/": endless}) as net:
        with pytest.raises(FetchFailed, match="larger than 8 MB"):
            await fetched(net.web(), "http://big.example/")
        assert sent < 30


async def test_a_gzip_bomb_stays_packed():
    bomb = gzip.compress(bytes(200 * MEGABYTE))
    assert len(bomb) < MEGABYTE
    async with sites({"bomb.example/": text(bomb, Content_Encoding="gzip")}) as net:
        with pytest.raises(FetchFailed, match="larger than 8 MB"):
            await fetched(net.web(), "http://bomb.example/")
    packed = gzip.compress(b"small")
    async with sites({"fine.example/": text(packed, Content_Encoding="gzip")}) as net:
        assert await fetched(net.web(), "http://fine.example/") == b"small"


@pytest.mark.parametrize("encoding", ["br", "deflate", "gzip, gzip", "zstd"])
async def test_packings_that_were_not_asked_for_are_refused(encoding: str):
    async with sites({"odd.example/": text(b"x", Content_Encoding=encoding)}) as net:
        with pytest.raises(FetchFailed, match="packs its pages"):
            await fetched(net.web(), "http://odd.example/")


async def test_what_claims_to_be_packed_and_is_not_is_a_failure():
    async with sites({"odd.example/": text(b"plain", Content_Encoding="gzip")}) as net:
        with pytest.raises(FetchFailed, match="answered nonsense"):
            await fetched(net.web(), "http://odd.example/")


async def test_a_server_that_drips_is_given_up():
    async def drips(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/html"})
        await response.prepare(request)
        while True:
            await response.write(b".")
            await asyncio.sleep(0.02)

    async def silent(_: web.Request) -> web.StreamResponse:
        await asyncio.Event().wait()
        raise AssertionError

    async with sites({"slow.example/drips": drips, "slow.example/silent": silent}) as net:
        with pytest.raises(FetchFailed, match="did not answer in time"):
            await fetched(net.web(seconds=0.5), "http://slow.example/drips")
        with pytest.raises(FetchFailed, match="did not answer in time"):
            await fetched(net.web(silent_seconds=0.3), "http://slow.example/silent")


async def test_other_content_is_refused_before_its_body():
    async with sites({"a.example/": text(bytes(MEGABYTE), "image/png")}) as net:
        with pytest.raises(FetchFailed, match="is image/png, which is not read here"):
            await net.web().fetch(
                web_address("http://a.example/"), lambda kind: kind == "text/html"
            )


async def test_headers_without_end_are_a_failure():
    async with sites({"a.example/": text("x", X_Long="y" * 20_000)}) as net:
        with pytest.raises(FetchFailed, match="could not be reached"):
            await fetched(net.web(), "http://a.example/")


async def test_a_name_that_does_not_exist_is_said():
    async with sites({}) as net:
        with pytest.raises(FetchFailed, match=r"There is no host named gone\.example"):
            await fetched(net.web(), "http://gone.example/")


RULES = (
    "User-agent: *\nDisallow: /private*\nAllow: /private/but\n\nUser-agent: Tieout\nDisallow: /no\n"
)


@pytest.mark.parametrize(
    ("rules", "path", "allowed"),
    [
        (text(RULES, "text/plain"), "/no/page", False),
        (text(RULES, "text/plain"), "/private", True),
        (text("User-agent: *\nDisallow: /*.pdf$", "text/plain"), "/a.pdf", False),
        (text("User-agent: *\nDisallow: /*.pdf$", "text/plain"), "/a.pdf?x", True),
        (text(b"\xff\xfe\0 no rules at all", "text/plain"), "/a", True),
        (None, "/a", True),
    ],
)
async def test_robots_txt_is_respected(rules, path: str, allowed: bool):
    pages = {} if rules is None else {"a.example/robots.txt": rules}
    async with sites(pages, {"a.example": [[PUBLIC]]}) as net:
        robots = Robots(net.web())
        asking = robots.check(web_address(f"http://a.example{path}"))
        if allowed:
            await asking
        else:
            with pytest.raises(RobotsRefused, match="asks programs not to fetch"):
                await asking
        assert net.asked == ["a.example /robots.txt"]


async def test_rules_that_can_not_be_read_forbid_and_are_asked_for_once():
    async def broken(_: web.Request) -> web.Response:
        return web.Response(status=503)

    async with sites({"a.example/robots.txt": broken}) as net:
        robots = Robots(net.web())
        for _ in range(2):
            with pytest.raises(RobotsRefused, match="can't be read now"):
                await robots.check(web_address("http://a.example/"))
        assert net.asked == ["a.example /robots.txt"]


async def test_the_rules_of_a_redirects_end_count_too():
    pages = {
        "a.example/": moved("http://b.example/x"),
        "b.example/robots.txt": text("User-agent: *\nDisallow: /", "text/plain"),
        "b.example/x": text("secret"),
    }
    async with sites(pages) as net:
        robots = Robots(net.web())
        with pytest.raises(ModelVisibleError, match=r"b\.example asks programs not to fetch"):
            await net.web().fetch(web_address("http://a.example/"), any_type, robots.check)
        assert "b.example /x" not in net.asked
