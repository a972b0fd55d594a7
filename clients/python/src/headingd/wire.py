"""The protocol without a socket: bytes in, messages out. docs/protocol.md of headingd defines it."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Union

from .errors import NewerProtocol, NotHeadingd, Refused
from .text import plain
from .update import Update

#: The longest line of the stream, bytes.
LINE_LIMIT = 65_536

#: How deep a line's lists and objects may be nested.
DEPTH_LIMIT = 64

#: The version of the protocol.
PROTOCOL = 1

Message = dict[str, Any]

#: An update, or the object of another line.
Line = Union[Update, Message]


def encode(message: Message) -> bytes:
    """A line for the daemon.

    Raises:
        ValueError: a value is not finite, or nothing that JSON has.
    """
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def request(
    rate: float | None = None,
    heading_filter: float | None = None,
    distance_filter: float | None = None,
    contents: tuple[str, ...] | None = None,
    delivery: str | None = None,
) -> Message:
    """What is asked for.

    Raises:
        ValueError: it is out of range, and the daemon would refuse it.
    """
    limits = {
        "rate": (rate, 10_000), "heading_filter": (heading_filter, 180), "distance_filter": (distance_filter, 1e7),
    }
    message: Message = {"class": "request"}
    for key, (value, limit) in limits.items():
        if value is not None:
            if not (math.isfinite(value) and 0 <= value <= limit):
                raise ValueError(f"{key} is not between 0 and {limit:.0f}: {value}")
            message[key] = value
    if contents is not None:
        message["contents"] = list(contents)
    if delivery is not None:
        message["delivery"] = delivery
    return message


class Decoder:
    """One connection's bytes, taken apart. Memory stays below a line and what is given to `receive`."""

    def __init__(self) -> None:
        self._rest = b""
        self._missed = 0

        #: Name and version of the daemon, once it has greeted.
        self.server: str | None = None

    def receive(self, data: bytes) -> Iterator[Line]:
        """The messages that these bytes complete: updates, and objects of other classes as they are.

        The greeting is kept in `server`, and `missed` is added to the next update. Iterate to the end before more is
        received.

        Raises:
            NotHeadingd: the first line is no greeting, or a line is too long or no JSON object.
            NewerProtocol: the daemon speaks one.
            Refused: the daemon closes the connection with this reason.
        """
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            message = _parsed(line)
            if message.get("class") == "error":
                raise Refused(plain(message.get("reason")) or "no reason is given")
            if self.server is None:
                self.server = _greeting(message)
            elif "class" not in message:
                missed, self._missed = self._missed, 0
                yield Update.of(message, missed)
            elif message["class"] == "missed":
                count = message.get("count")
                if isinstance(count, int) and not isinstance(count, bool) and count > 0:
                    self._missed += count
            else:
                yield message
        if len(self._rest) > LINE_LIMIT:
            raise NotHeadingd(f"a line is longer than {LINE_LIMIT} bytes")

    def newest(self, data: bytes) -> Update | None:
        """The newest update that these bytes complete; those before it count as missed."""
        newest: Update | None = None
        for message in self.receive(data):
            if isinstance(message, Update):
                before = 0 if newest is None else newest.missed + 1
                newest = replace(message, missed=message.missed + before) if before else message
        return newest


def _parsed(line: bytes) -> Message:
    if len(line) > LINE_LIMIT:
        raise NotHeadingd(f"a line is longer than {LINE_LIMIT} bytes")
    try:
        if _is_deep(line):
            raise ValueError
        message = json.loads(line.decode(), parse_int=_whole, parse_constant=_constant)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise NotHeadingd("a line is no JSON object: check the address")
    return message


# The closing quote is optional, so that no line takes quadratic time.
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"?')


def _is_deep(line: bytes) -> bool:
    if line.count(b"[") + line.count(b"{") <= DEPTH_LIMIT:
        return False
    depth = 0
    for bracket in re.findall(rb"[\[\]{}]", _STRING.sub(b"", line)):
        depth += 1 if bracket in b"[{" else -1
        if depth > DEPTH_LIMIT:
            return True
    return False


def _whole(digits: str) -> float:
    # Thousands of digits cost seconds in an old Python, and are refused by a new one.
    return int(digits) if len(digits) < 19 else float(digits)


def _constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _greeting(message: Message) -> str:
    version = message.get("protocol")
    if message.get("class") != "greeting" or not isinstance(version, int) or version is True or version < 1:
        raise NotHeadingd("the first line is no greeting of headingd: check the address")
    if version > PROTOCOL:
        raise NewerProtocol(f"the daemon speaks protocol {version}, this package {PROTOCOL}: update this package")
    if "authentication" in message:
        raise Refused("it asks for a token: give token_file, a copy of the daemon's `listen.tcp.token_file`")
    return plain(message.get("server"))


class Backoff:
    """Waiting times between attempts, doubled from a tenth of a second to five seconds."""

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
