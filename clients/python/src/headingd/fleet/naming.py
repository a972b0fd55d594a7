"""Which robot a recording is of, and when it was made: from its name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timezone

_FIELD = re.compile(r"\{([a-z]*)\}|\*\*/|\*\*|\*|\?|[^{*?]+|\{")
_DATE = re.compile(r"(\d{4})-?(\d{2})-?(\d{2})(?:[T_ -]?(\d{2})[:-]?(\d{2})(?:[:-]?(\d{2}))?Z?(?![\d-]))?")
_PARTS = {
    "": "[^/]*",
    "robot": r"(?P<robot>[^/]+)",
    "date": r"(?P<date>\d{4}-?\d{2}-?\d{2}(?:[T_ -]?\d{2}[:-]?\d{2}(?:[:-]?\d{2})?Z?)?)",
}


@dataclass(frozen=True)
class Identity:
    """What a recording's name says. `robot` and `date` (Unix time, s) are `None` where it does not say."""

    robot: str | None = None
    date: float | None = None


class Template:
    """A pattern of names, such as `{robot}/{date}/*.mcap`.

    `{robot}` and `{}` stand for characters of one path component, `{date}` for `2026-11-28`, `20261128` or either with a
    time as `2026-11-28T03-15-00Z`, `*` and `?` for characters of one component, `**` for any. `ValueError` for
    other fields, and for one that occurs twice.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        parts: list[str] = []
        for match in _FIELD.finditer(text):
            token = match.group()
            if match.group(1) is not None:
                if match.group(1) not in _PARTS:
                    raise ValueError(f"a template has {{robot}}, {{date}}, {{}}, *, ? and **, not {token}: {text}")
                parts.append(_PARTS[match.group(1)])
            elif token == "{":
                raise ValueError(f"a brace of the template is not closed: {text}")
            else:
                fixed = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
                parts.append(fixed.get(token) or re.escape(token))
        try:
            self._pattern = re.compile("".join(parts), re.DOTALL)
        except re.error as error:
            raise ValueError(f"a field occurs twice in the template {text} ({error})") from None

    def match(self, name: str) -> Identity | None:
        """Robot and date of a recording, or `None` if the name is not one of the template."""
        found = self._pattern.fullmatch(name)
        if not found:
            return None
        fields = found.groupdict()
        robot = fields.get("robot")
        text = fields.get("date")
        return Identity(robot, date_of(text if text else name))


def date_of(text: str) -> float | None:
    """The newest-looking date in a text as Unix time, s, UTC; `None` without one that exists."""
    for match in reversed(list(_DATE.finditer(text))):
        year, month, day, hour, minute, second = (int(part or 0) for part in match.groups())
        try:
            moment = datetime(year, month, day, hour, minute, min(second, 59), tzinfo=timezone.utc)
        except ValueError:
            continue
        if 1990 <= year < 2100:
            return moment.timestamp()
    return None


def folder_of(name: str) -> str | None:
    """The first component of a path with folders; `None` for a plain file name."""
    first, slash, _ = name.partition("/")
    return first if slash and first else None
