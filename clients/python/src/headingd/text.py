"""Text of a daemon, made safe for a terminal."""

from __future__ import annotations

import unicodedata

_UNSAFE = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def plain(text: object) -> str:
    """The text with a question mark in place of each character that a terminal interprets; empty for no text."""
    if not isinstance(text, str):
        return ""
    if text.isprintable():
        return text
    return "".join("?" if unicodedata.category(one) in _UNSAFE else one for one in text)
