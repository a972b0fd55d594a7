"""The protocol without a socket: bytes in, messages out. docs/protocol.md of headingd defines it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from .errors import NotHeadingd, Refused
from .update import Update

#: The longest line of the stream, bytes.
LINE_LIMIT = 65_536

#: The version of the protocol.
PROTOCOL = 1


def encode(message: dict[str, Any]) -> bytes:
    """A line for the daemon."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def request(
    rate: float | None = None,
    heading_filter: float | None = None,
    distance_filter: float | None = None,
) -> dict[str, Any]:
    """What is asked for; the daemon refuses what is out of range."""
    wishes = {"rate": rate, "heading_filter": heading_filter, "distance_filter": distance_filter}
    return {"class": "request"} | {key: value for key, value in wishes.items() if value is not None}


class Conversation:
    """One connection's bytes, taken apart.

    Memory stays below a line and what is given to `receive`.
    """

    def __init__(self) -> None:
        self._rest = bytearray()
        self._missed = 0
        #: Name and version of the daemon, once it has greeted.
        self.server: str | None = None

    def receive(self, data: bytes) -> Iterator[Update | dict[str, Any]]:
        """The messages that these bytes complete: updates, and other classes as they are.

        Raises:
            NotHeadingd: the first line is no greeting of a known protocol, or a line is too long or no JSON object.
            Refused: the daemon closes the connection with this reason.
        """
        self._rest += data
        while (end := self._rest.find(b"\n")) >= 0:
            line = bytes(self._rest[:end])
            del self._rest[: end + 1]
            message = self._message(line)
            if message is not None:
                yield message
        if len(self._rest) > LINE_LIMIT:
            raise NotHeadingd("a line is longer than headingd's longest")

    def newest(self, data: bytes) -> Update | None:
        """The newest update that these bytes complete; those before it count as missed."""
        newest: Update | None = None
        for message in self.receive(data):
            if isinstance(message, Update):
                before = 0 if newest is None else newest.missed + 1
                newest = replace(message, missed=message.missed + before)
        return newest

    def _message(self, line: bytes) -> Update | dict[str, Any] | None:
        if len(line) > LINE_LIMIT:
            raise NotHeadingd("a line is longer than headingd's longest")
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            raise NotHeadingd("a line is no JSON") from None
        if not isinstance(message, dict):
            raise NotHeadingd("a line is no JSON object")
        kind = message.get("class")
        if self.server is None:
            self._greet(kind, message)
            return None
        if "class" not in message:
            update = Update.of(message, self._missed)
            self._missed = 0
            return update
        if kind == "error":
            raise Refused(str(message.get("reason")))
        if kind == "missed":
            count = message.get("count")
            if isinstance(count, int) and count > 0:
                self._missed += count
            return None
        return message

    def _greet(self, kind: object, message: dict[str, Any]) -> None:
        if kind == "error":
            raise Refused(str(message.get("reason")))
        if kind != "greeting":
            raise NotHeadingd("the first line is no greeting of headingd")
        version = message.get("protocol")
        if not isinstance(version, int) or version > PROTOCOL:
            raise NotHeadingd(f"the daemon speaks protocol {version}, this package {PROTOCOL}: update it")
        self.server = str(message.get("server"))


class Backoff:
    """Waiting times between attempts: doubled from a tenth of a second to five seconds."""

    FIRST = 0.1
    LIMIT = 5.0

    def __init__(self) -> None:
        self._next = self.FIRST

    def reset(self) -> None:
        """The next wait is the first again."""
        self._next = self.FIRST

    def next(self) -> float:
        """The wait before the next attempt, s."""
        wait = self._next
        self._next = min(self.LIMIT, 2 * wait)
        return wait
