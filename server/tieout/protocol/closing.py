"""Why a connection is closed: WebSocket close codes, the standard ones used here and our own."""

from enum import IntEnum

REASON_BYTES = 123
"""RFC 6455 section 5.5: a control frame holds 125 bytes, two of them the code."""


class CloseCode(IntEnum):
    """Close codes a pane can meet. 4400 to 4499 are ours and mirror HTTP status codes."""

    NORMAL = 1000
    GOING_AWAY = 1001
    UNSUPPORTED = 1003
    TOO_BIG = 1009
    INTERNAL = 1011
    RESTART = 1012
    HELLO_EXPECTED = 4400
    UNAUTHORIZED = 4401
    VERSION = 4406
    HELLO_LATE = 4408
    REPLACED = 4409
    TOO_SLOW = 4429


FINAL = frozenset(
    {
        CloseCode.UNSUPPORTED,
        CloseCode.HELLO_EXPECTED,
        CloseCode.UNAUTHORIZED,
        CloseCode.VERSION,
        CloseCode.REPLACED,
    }
)
"""After these a pane does not connect again by itself: it would only be refused again, or take the
place of the pane that replaced it. `channel.js` holds the same set."""

MEANING: dict[CloseCode, str] = {
    CloseCode.NORMAL: "The session ended.",
    CloseCode.GOING_AWAY: "The server is shutting down.",
    CloseCode.UNSUPPORTED: "Only text frames are read.",
    CloseCode.TOO_BIG: "A message was larger than the limit.",
    CloseCode.INTERNAL: "The server failed; connect again.",
    CloseCode.RESTART: "The server is restarting; connect again.",
    CloseCode.HELLO_EXPECTED: "The first frame has to be hello.",
    CloseCode.UNAUTHORIZED: "The pane's access has ended; open the printed address again.",
    CloseCode.VERSION: "The pane and the server speak different versions; reload the pane.",
    CloseCode.HELLO_LATE: "No hello came in time.",
    CloseCode.REPLACED: "Another pane took over this session.",
    CloseCode.TOO_SLOW: "The pane fell too far behind, or sent too many refused frames.",
}


def reason_text(reason: str) -> str:
    """A reason cut to what fits into a close frame, at a character boundary."""
    return reason.encode("utf-8", "replace")[:REASON_BYTES].decode("utf-8", "ignore")
