"""Texts cut to a number of tokens, saying what was left out."""

from tieout.context.tokens import TokenCounter


def clipped(text: str, most: int, counter: TokenCounter) -> str:
    """The beginning of a text that fits, word for word, and how much was left out."""
    if counter.count(text) <= most:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if counter.count(_with_cut(text, middle)) <= most:
            low = middle
        else:
            high = middle - 1
    return _with_cut(text, low)


def _with_cut(text: str, size: int) -> str:
    return f"{text[:size]}… ({len(text) - size:,} more characters left out)"


def cut_lines(text: str, most: int, counter: TokenCounter) -> str:
    """The first lines that fit, and how much was left out."""
    lines = text.splitlines()
    low, high = 0, len(lines)
    while low < high:
        middle = (low + high + 1) // 2
        if counter.count("\n".join(lines[:middle])) <= most:
            low = middle
        else:
            high = middle - 1
    shown = "\n".join(lines[:low]) or text[: max(0, most // 2)]
    return f"{shown}\n(cut here to fit; {len(text) - len(shown):,} more characters, read it again)"
