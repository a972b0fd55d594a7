"""Folds names for comparison; `NameFolding.swift` does the same for the names of a query."""

import unicodedata

SPECIAL = {
    "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d",
    "ħ": "h", "ŧ": "t", "ŋ": "n", "ĸ": "k", "ə": "e", "ς": "σ",
}
APOSTROPHES = set("'’‘ʼʻ`´ʹʾʿ")
WORD = {"Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl", "No", "Mn", "Mc"}


def ignored(code):
    """Whether a scalar is an accent of Latin, Greek or Cyrillic, or a vowel point of Hebrew or Arabic."""
    return (
        0x300 <= code <= 0x36F or 0x591 <= code <= 0x5C7 or 0x64B <= code <= 0x65F
        or code in (0x640, 0x670) or 0x200B <= code <= 0x200F)


def fold(text):
    """Returns a name without case, accents and punctuation, its words separated by one space."""
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).lower())
    result = []
    for character in text:
        if ignored(ord(character)) or character in APOSTROPHES:
            continue
        if character in SPECIAL:
            result.append(SPECIAL[character])
        elif unicodedata.category(character) in WORD:
            result.append(character)
        else:
            result.append(" ")
    return unicodedata.normalize("NFC", " ".join("".join(result).split()))


def trigrams(folded):
    """Returns the sequences of three characters of a folded name, whose ends are marked by `_`."""
    padded = "_" + folded.replace(" ", "_") + "_"
    return {padded[i:i + 3] for i in range(len(padded) - 2)}
