"""What is made of a connection's bytes, the same for threads and for asyncio."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Union

from .clock import now
from .errors import ConnectionLost, Silent
from .messages import Notice, Sample, event
from .stream import ANSWER_TIMEOUT
from .update import CONNECTION_SILENT, LATE, Steer, Update
from .wire import Decoder

#: What a stream delivers.
Event = Union[Update, Sample, Notice]


def checked(deadline: float | None) -> float | None:
    """A deadline, or `ValueError` for what is none."""
    if deadline is not None and not 0 < deadline <= 86_400:
        raise ValueError(f"the deadline is not between 0 and 86400 s: {deadline}")
    return deadline


class Reading:
    """One connection as values: tells how long to wait for bytes, and what they and the silence mean."""

    def __init__(self, deadline: float | None, *, is_local: bool, only_newest: bool) -> None:
        self._decoder = Decoder()
        self._deadline = deadline
        self._is_local = is_local
        self._only_newest = only_newest
        self._last = time.monotonic()
        self._is_silent = False
        self._greeting_until = self._last + ANSWER_TIMEOUT

    @property
    def server(self) -> str | None:
        """Name and version of the daemon, once it has greeted."""
        return self._decoder.server

    @property
    def until(self) -> float | None:
        """The time, on the monotonic clock, until which to wait for bytes; `None` for any."""
        times = [] if self._decoder.server is not None else [self._greeting_until]
        if self._deadline is not None and not self._is_silent:
            times.append(self._last + self._deadline)
        return min(times, default=None)

    def receive(self, data: bytes | None) -> Iterator[Event]:
        """What the bytes mean, or their absence, `None`.

        Raises:
            ConnectionLost: the stream has ended.
            Silent: there is no greeting.
            HeadingError: as `Decoder.receive`.
        """
        if data == b"":
            raise ConnectionLost("the connection to headingd ended: it was stopped or the network failed")
        for one in self._decoded(data) if data else ():
            if isinstance(one, Update):
                self._last = time.monotonic()
                self._is_silent = False
                yield self._judged(one)
            else:
                yield one
        if self._decoder.server is None and time.monotonic() >= self._greeting_until:
            raise Silent("headingd does not respond: look at its log, or restart it with `systemctl restart headingd`")
        if self._deadline is not None and not self._is_silent and time.monotonic() >= self._last + self._deadline:
            self._is_silent = True
            yield Update.unavailable(CONNECTION_SILENT)

    def _decoded(self, data: bytes) -> Iterator[Event]:
        if self._only_newest:
            newest = self._decoder.newest(data)
            if newest is not None:
                yield newest
            return
        for line in self._decoder.receive(data):
            value = line if isinstance(line, Update) else event(line)
            if value is not None:
                yield value

    def _judged(self, update: Update) -> Update:
        """The update, with `steer` at stop if it waited in a buffer for longer than the deadline."""
        if self._deadline is None or update.steer is Steer.STOP:
            return update
        if age(update, waited=0, clock=now() if self._is_local else None) <= self._deadline:
            return update
        return replace(update, steer=Steer.STOP, reasons=(*update.reasons, LATE))


def age(update: Update, waited: float, clock: float | None) -> float:
    """Age of an update's newest sample, s; infinite if it cannot be told.

    Args:
        update: The update.
        waited: Time since it arrived, s.
        clock: The present boottime if that is also the daemon's clock.
    """
    if update.latency is None or clock is not None and update.boot_time is None:
        return float("inf")
    by_arrival = waited + max(0.0, update.latency)
    return by_arrival if clock is None or update.boot_time is None else max(by_arrival, clock - update.boot_time)
