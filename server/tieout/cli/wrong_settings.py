"""A setting that can't be read, as a sentence for whoever set it."""

from pydantic import ValidationError

from tieout.settings import Settings


def wrong_setting(error: Exception) -> str:
    """The sentence, or "" when the error is another one. The value is not in it: it may be a key."""
    if not isinstance(error, ValidationError) or error.title != Settings.__name__:
        return ""
    [first, *_] = error.errors(include_url=False, include_input=False, include_context=False)
    name = str(first["loc"][0]) if first["loc"] else ""
    shown = name if name.isupper() else f"TIEOUT_{name.upper()}"
    return f"The setting {shown} (environment or .env) is wrong: {first['msg']}."
