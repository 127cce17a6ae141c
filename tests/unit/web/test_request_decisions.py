"""Who may ask for what: every objection, and what is let through."""

import base64
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.protocol.handshake import offered_token, token_offer
from tieout.web.headers import headers_for, pane_policy
from tieout.web.security import (
    Access,
    Origin,
    Refused,
    RequestFacts,
    RouteKind,
    decide,
    is_start_path,
    new_access,
    route_kind,
)

ORIGIN = Origin("http", 8765)
ACCESS = Access("the-token", "the-start-path")
OFFERS = ("tieout.v1", token_offer("the-token"))
SOCKET = RequestFacts(
    kind="socket",
    method="GET",
    target="/ws",
    http_version=(1, 1),
    hosts=("127.0.0.1:8765",),
    origins=("http://127.0.0.1:8765",),
    subprotocols=OFFERS,
    upgrade=True,
)
API = RequestFacts(
    kind="api",
    method="GET",
    target="/api/cells?sheet=0",
    http_version=(1, 1),
    hosts=("localhost:8765",),
    fetch_sites=("same-origin",),
    cookie="the-token",
)


def status(facts: RequestFacts, origin: Origin = ORIGIN) -> int:
    decision = decide(facts, origin, ACCESS)
    return decision.status if isinstance(decision, Refused) else 200


def test_good_requests_pass():
    assert decide(SOCKET, ORIGIN, ACCESS) is None
    assert decide(API, ORIGIN, ACCESS) is None


def test_the_socket_takes_a_cookie_instead_of_the_offered_token():
    assert status(replace(SOCKET, subprotocols=("tieout.v1",), cookie="the-token")) == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.test:8765",
        "evil.test",
        "127.0.0.1",
        "localhost",
        "127.0.0.1:8766",
        "0.0.0.0:8765",
        "localhost.:8765",
        "a.localhost:8765",
        "127.0.0.1.nip.io:8765",
        "2130706433:8765",
        "0x7f000001:8765",
        "0177.0.0.1:8765",
        "127.1:8765",
        "LOCALHOST:8765",
        " localhost:8765",
        "localhost:08765",
        "user@localhost:8765",
        "[::1]:8765",
        "[::ffff:127.0.0.1]:8765",
        "",
    ],
)
@pytest.mark.parametrize("kind", ["socket", "api", "page", "asset", "sandbox", "start", "open"])
def test_only_exact_names_of_this_server_are_served_on_every_route(host: str, kind: RouteKind):
    assert status(replace(SOCKET, kind=kind, hosts=(host,), origins=())) == 403


def test_ipv6_is_a_name_only_when_it_is_bound():
    facts = replace(SOCKET, hosts=("[::1]:8765",), origins=("http://[::1]:8765",))
    assert status(facts) == 403
    assert status(facts, Origin("http", 8765, ipv6=True)) == 200


@pytest.mark.parametrize("hosts", [(), ("127.0.0.1:8765", "127.0.0.1:8765")])
def test_no_host_or_two_are_malformed(hosts: tuple[str, ...]):
    assert status(replace(API, hosts=hosts)) == 400


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "https://evil.test",
        "http://127.0.0.1:8765.evil.test",
        "http://127.0.0.1:8765@evil.test",
        "http://127.0.0.1:8766",
        "http://127.0.0.1",
        "https://127.0.0.1:8765",
        "http://127.0.0.1:8765/",
        "http://localhost:8765",
        "HTTP://127.0.0.1:8765",
        "http://127.0.0.1:8765 http://127.0.0.1:8765",
        "",
    ],
)
def test_the_socket_needs_exactly_the_origin_of_its_own_host(origin: str):
    assert status(replace(SOCKET, origins=(origin,))) == 403
    assert status(replace(API, hosts=SOCKET.hosts, origins=(origin,))) == 403


def test_the_socket_needs_one_origin():
    assert status(replace(SOCKET, origins=())) == 403
    assert status(replace(SOCKET, origins=SOCKET.origins * 2)) == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site", "", "Same-Origin", "x"])
@pytest.mark.parametrize("facts", [SOCKET, API, replace(API, kind="page", target="/")])
def test_requests_that_a_browser_makes_for_another_site_are_refused(site: str, facts: RequestFacts):
    assert status(replace(facts, fetch_sites=(site,))) == 403
    assert status(replace(facts, fetch_sites=("same-origin", site))) == 403


def test_the_sandbox_has_an_opaque_origin_and_may_load_its_files():
    facts = replace(
        API,
        kind="sandbox",
        target="/sandbox/frame.js",
        cookie="",
        fetch_sites=("cross-site",),
        origins=("null",),
    )
    assert status(facts) == 200


@pytest.mark.parametrize("kind", ["page", "api", "socket"])
@pytest.mark.parametrize("cookie", ["", "the-toke", "the-token2", "the-start-path", "é"])
def test_without_the_token_there_is_no_access(kind: RouteKind, cookie: str):
    facts = replace(SOCKET, kind=kind, cookie=cookie, subprotocols=("tieout.v1",))
    assert status(facts) == 401


@pytest.mark.parametrize(
    "offer",
    ["token.", "token", "token.AAAA", "token.!!!!", "the-token", "token.the-token", "token.éé"],
)
def test_a_wrong_offer_is_no_token(offer: str):
    assert status(replace(SOCKET, subprotocols=("tieout.v1", offer))) == 401


def test_a_token_in_the_query_counts_for_nothing():
    facts = replace(SOCKET, target="/ws?token=the-token", subprotocols=("tieout.v1",))
    assert status(facts) == 401


def test_the_socket_needs_our_subprotocol():
    assert status(replace(SOCKET, subprotocols=())) == 400
    assert status(replace(SOCKET, subprotocols=OFFERS[1:])) == 400


@pytest.mark.parametrize(
    "method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "X"]
)
@pytest.mark.parametrize("facts", [SOCKET, API, replace(API, kind="open", target="/nope")])
def test_only_reading_is_allowed_everywhere(method: str, facts: RequestFacts):
    assert status(replace(facts, method=method)) == 405


def test_head_is_reading_but_opens_no_socket():
    assert status(replace(API, method="HEAD")) == 200
    assert status(replace(SOCKET, method="HEAD")) == 405


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.1:8765/ws",
        "*",
        "",
        "//evil.test/ws",
        "/css/../../etc/passwd",
        "/css/..%2f..%2fetc",
        "/css/%2e%2e/x",
        "/css/./x",
        "/css//x",
        "/css\\x",
        "/css/x\x00",
        "/css/ x",
        "/.git/config",
        "/css/.hidden",
        "/" + "a" * 3000,
        "/ws?" + "a" * 3000,
    ],
)
def test_targets_that_no_link_of_ours_has_are_malformed(target: str):
    assert status(replace(API, target=target)) == 400


@pytest.mark.parametrize(
    "target", ["/", "/ws", "/p/a_b-C1/", "/vendor/marked/marked.esm.js", "/api/cells?sheet=1&x=%2F"]
)
def test_our_own_targets_are_well_formed(target: str):
    assert status(replace(API, target=target)) == 200


def test_a_websocket_needs_http_1_1():
    assert status(replace(SOCKET, http_version=(1, 0))) == 400
    assert status(replace(API, http_version=(1, 0))) == 200


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "page"),
        ("/taskpane.html", "page"),
        ("/ws", "socket"),
        ("/ws/", "open"),
        ("/api/cells", "api"),
        ("/api", "open"),
        ("/sandbox/frame.html", "sandbox"),
        ("/vendor/office/excel-web-16.00.js", "asset"),
        ("/js/main.js", "asset"),
        ("/p/x/", "start"),
        ("/healthz", "open"),
        ("/WS", "open"),
    ],
)
def test_each_path_has_one_kind(path: str, kind: str):
    assert route_kind(path) == kind


def test_the_start_path_is_compared_whole():
    assert is_start_path("the-start-path", ACCESS)
    assert not is_start_path("the-start-pat", ACCESS)
    assert not is_start_path("", ACCESS)


def test_secrets_are_long_fresh_and_not_shown():
    first, second = new_access(), new_access()
    assert first.token != second.token
    assert len(base64.urlsafe_b64decode(first.token + "=")) == 32
    assert len(base64.urlsafe_b64decode(first.start_path + "==")) == 16
    assert first.token not in repr(first)
    assert first.start_path not in repr(first)


@given(st.text())
def test_an_offer_brings_its_token_over_and_no_text_raises(text: str):
    text = text.encode("utf-8", "ignore").decode()
    assert offered_token(token_offer(text)) == text
    offered_token(text)
    offered_token("token." + text)


@given(st.text(), st.text())
def test_no_facts_raise(target: str, cookie: str):
    decide(replace(API, target=target, cookie=cookie), ORIGIN, ACCESS)


# -- headers -------------------------------------------------------------------------------------


def headers(kind: RouteKind, path: str) -> dict[str, str]:
    return headers_for(kind, path, scheme="http", host="localhost:1", office_cdn=False)


def test_the_panes_policy_names_everything_it_loads():
    policy = dict(
        directive.split(" ", 1)
        for directive in pane_policy("https", "localhost:1", office_cdn=True).split("; ")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self' https://appsforoffice.microsoft.com"
    assert policy["connect-src"] == "'self' wss://localhost:1 https://appsforoffice.microsoft.com"
    assert policy["frame-src"] == "https://localhost:1/sandbox/frame.html"
    assert policy["worker-src"] == policy["object-src"] == policy["base-uri"] == "'none'"


@pytest.mark.parametrize("cdn", [True, False])
def test_the_panes_policy_never_allows_inline_or_evaluated_script(cdn: bool):
    policy = pane_policy("http", "localhost:1", cdn)
    script = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert "unsafe" not in script
    assert "blob:" not in script
    assert ("microsoft" in script) == cdn


@pytest.mark.parametrize("kind", ["start", "page", "asset", "sandbox", "socket", "api", "open"])
def test_every_response_forbids_sniffing_and_referrers(kind: RouteKind):
    given_headers = headers(kind, "/x")
    assert given_headers["X-Content-Type-Options"] == "nosniff"
    assert given_headers["Referrer-Policy"] == "no-referrer"


def test_only_icons_and_vendored_files_may_be_stored():
    assert headers("asset", "/vendor/x.js")["Cache-Control"] == "private, max-age=3600"
    assert headers("asset", "/addin/icons/x.png")["Cache-Control"] == "private, max-age=3600"
    for kind, path in [
        ("asset", "/js/x.js"),
        ("page", "/"),
        ("api", "/api/cells"),
        ("start", "/p/x/"),
    ]:
        assert headers(kind, path)["Cache-Control"] == "no-store"


def test_only_the_sandboxes_files_may_be_loaded_by_other_origins():
    assert headers("sandbox", "/sandbox/frame.js")["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert headers("asset", "/js/x.js")["Cross-Origin-Resource-Policy"] == "same-origin"


def test_what_is_no_page_loads_nothing_even_if_opened_as_one():
    assert headers("api", "/api/cells")["Content-Security-Policy"].startswith("default-src 'none'")
