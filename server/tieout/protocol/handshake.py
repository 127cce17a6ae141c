"""What a client and the server agree on while the WebSocket opens: subprotocol and token.

A browser shows the server's token by cookie. A client without cookies offers it as a second
subprotocol; the server never selects that one, so it is not echoed, and it is in no URL.
"""

import base64
import binascii

SUBPROTOCOL = "tieout.v1"
TOKEN_PREFIX = "token."  # noqa: S105 - a prefix, no secret


def token_offer(token: str) -> str:
    """The subprotocol that shows a token: `token.` and its base64url form without padding."""
    return TOKEN_PREFIX + base64.urlsafe_b64encode(token.encode()).decode().rstrip("=")


def offered_token(offer: str) -> str:
    """The token in a subprotocol, or "" when it holds none."""
    if not offer.startswith(TOKEN_PREFIX):
        return ""
    encoded = offer.removeprefix(TOKEN_PREFIX)
    try:
        return base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4)).decode()
    except (binascii.Error, ValueError):
        return ""
