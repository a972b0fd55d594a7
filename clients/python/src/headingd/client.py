"""Reads a daemon and sends it commands, without threads."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from os import PathLike
from typing import Any

from . import wire
from .address import Address
from .errors import HeadingError, Refused
from .update import CONNECTION_LOST, CONNECTION_SILENT, Update

#: How long an answer may take, s.
ANSWER_TIMEOUT = 10.0

_CHUNK = 65_536

#: Reads more than a kernel's buffer holds, so that what is read last is the newest.
_CHUNKS = 64


class Client:
    """A client of headingd.

    A value without a connection: each call opens one of its own, so that it can be used from several threads and
    outlives the daemon.

    >>> for update in Client().updates(rate=10, deadline=0.25):
    ...     print(update.magnetic_heading, update.heading_accuracy, update.steer.value, update.reasons)
    """

    def __init__(self, address: str | PathLike[str] | Address | None = None) -> None:
        """A client of the daemon at an address, see `Address.parse`."""
        self.address = Address.parse(address)

    def updates(
        self,
        rate: float | None = None,
        heading_filter: float | None = None,
        distance_filter: float | None = None,
        deadline: float | None = None,
    ) -> Iterator[Update]:
        """The daemon's updates, without an end.

        While there is no connection it is tried again, after 0.1 s and later up to 5 s; its loss is told once by an
        update with the reason `connection_lost`, a missed deadline by one with `connection_silent`: invalid, and
        `steer` is stop. So a loop that follows `steer` stops by itself. A loop that is slower than the daemon gets the
        newest update and the number of those it missed, never a backlog.

        Args:
            rate: Updates per second at most, 0 to 10,000; 0 or `None` for every one.
            heading_filter: Degrees that the magnetic heading must have turned, 0 to 180.
            distance_filter: Metres that the place must have moved.
            deadline: Longest time without an update, s; a robot takes two periods of its rate. Of no use together
                with a filter.

        Raises:
            Refused: the daemon refuses the request, or this user.
            NotHeadingd: what listens there is no headingd, or a newer one.
        """
        wishes = wire.request(rate, heading_filter, distance_filter)
        backoff = wire.Backoff()
        is_lost = False
        while True:
            try:
                for update in self._connection(wishes, deadline):
                    backoff.reset()
                    is_lost = False
                    yield update
            except OSError:
                pass
            if not is_lost:
                is_lost = True
                yield Update.unavailable(CONNECTION_LOST)
            time.sleep(backoff.next())

    def _connection(self, wishes: dict[str, Any], deadline: float | None) -> Iterator[Update]:
        """The updates of one connection, until it is lost."""
        with self.address.connect(ANSWER_TIMEOUT) as stream:
            conversation = wire.Conversation()
            if len(wishes) > 1:
                stream.sendall(wire.encode(wishes))
            last = time.monotonic()
            is_late = False
            while True:
                wait = ANSWER_TIMEOUT
                if deadline is not None and not is_late:
                    wait = last + deadline - time.monotonic()
                data = _receive(stream, wait)
                if data == b"":
                    return
                newest = conversation.newest(data) if data is not None else None
                if newest is not None:
                    last = time.monotonic()
                    is_late = False
                    yield newest
                elif deadline is not None and not is_late and time.monotonic() >= last + deadline:
                    is_late = True
                    yield Update.unavailable(CONNECTION_SILENT)

    def command(self, command: str, **values: Any) -> dict[str, Any]:
        """Sends a command and returns its answer, as docs/protocol.md defines both.

        Raises:
            Refused: the daemon does not follow it; the text says why.
            NotHeadingd: what listens there is no headingd, or a newer one.
            HeadingError: there is no daemon, or no answer within ten seconds.
        """
        until = time.monotonic() + ANSWER_TIMEOUT
        try:
            with self.address.connect(ANSWER_TIMEOUT) as stream:
                # Updates would only be in the way.
                stream.sendall(wire.encode({"class": "request", "contents": []}))
                stream.sendall(wire.encode({"class": "command", "command": command} | values))
                conversation = wire.Conversation()
                while True:
                    data = _receive(stream, until - time.monotonic())
                    if data is None:
                        raise HeadingError(f"no answer from {self.address} to {command}")
                    if data == b"":
                        raise HeadingError(f"{self.address} closed the connection without an answer")
                    for message in conversation.receive(data):
                        if isinstance(message, Update) or message.get("class") == "request":
                            continue
                        if message.get("class") == "failure":
                            raise Refused(str(message.get("reason")))
                        return message
        except OSError as error:
            raise HeadingError(f"no daemon at {self.address}: {error}") from error

    def status(self) -> dict[str, Any]:
        """The state of the daemon and its sensors."""
        return self.command("status")

    def calibration(self) -> dict[str, Any]:
        """The calibration in force: `hard_iron` in µT, `soft_iron`, `heading_error` in degrees."""
        return self.command("calibration")

    def profiles(self) -> list[str]:
        """The names of the stored calibration profiles."""
        names = self.command("profiles").get("profiles")
        return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []

    def use_profile(self, name: str) -> dict[str, Any]:
        """Applies a stored calibration profile; needs the right to control."""
        return self.command("use_profile", profile=name)

    def accept_calibration(self) -> dict[str, Any]:
        """Applies and stores the better calibration that the daemon found; needs the right to control."""
        return self.command("accept_calibration")

    def rollback_calibration(self) -> dict[str, Any]:
        """Restores the calibration before; needs the right to control."""
        return self.command("rollback_calibration")


def _receive(stream: socket.socket, timeout: float) -> bytes | None:
    """All bytes that are there, waiting for the first; none at the end of the stream, `None` after the time."""
    stream.settimeout(max(1e-3, timeout))
    try:
        data = stream.recv(_CHUNK)
    except TimeoutError:
        return None
    stream.settimeout(0)
    for _ in range(_CHUNKS):
        try:
            more = stream.recv(_CHUNK) if data else b""
        except BlockingIOError:
            break
        if not more:
            break
        data += more
    return data
