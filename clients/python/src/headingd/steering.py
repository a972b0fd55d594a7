"""A heading to steer by, with the deadline kept here."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from types import TracebackType
from typing import Callable

from . import clock, wire
from .address import Address
from .client import Client, Source
from .errors import HeadingError
from .reading import age, checked
from .security import Security
from .update import CONNECTION_LOST, CONNECTION_SILENT, Steer, Update
from .wire import Backoff


@dataclass(frozen=True)
class Advice:
    """Whether and by what a robot may steer at one moment."""

    #: What to do.
    steer: Steer

    #: The magnetic heading, degrees; `None` if and only if `steer` is `STOP`.
    heading: float | None

    #: The true heading, degrees; `None` also if it is not known.
    true_heading: float | None

    #: While `steer` is `COAST`: how long the gyroscope may maintain the heading from now on, s.
    coast_left: float | None

    #: Age of the newest sample, s; infinite if it cannot be told.
    age: float

    #: The newest update, for display; steer by `heading`, never by what is in here.
    update: Update


def advise(update: Update, waited: float, deadline: float, boot_time: float | None = None) -> Advice:
    """Whether and by what to steer.

    Args:
        update: The newest update.
        waited: Time since it arrived, s.
        deadline: Largest age of its newest sample, s.
        boot_time: The present boottime of the daemon's machine, if it is known.
    """
    # Another clock than that of the arrival must not make an update new: the distance counts, and no number stops.
    waited = abs(waited)
    old = age(update, waited, boot_time)
    left = None if update.steer is not Steer.COAST else (update.coast_left or 0.0) - waited
    if update.steer is Steer.STOP or not old <= deadline or left is not None and not left > 0:
        return Advice(Steer.STOP, None, None, None, old, update)
    return Advice(update.steer, update.magnetic_heading, update.true_heading, left, old, update)


class Steering:
    """Reads a daemon in a thread of its own, and says at any moment whether its heading may be used.

    A control loop asks at its own pace: a daemon that is killed, hangs or is cut off makes the answer `STOP` and `None`
    when the newest sample is older than the deadline, whatever the connection does. It is connected again in the
    background; nothing is raised in the loop.

    >>> with Steering() as steering:
    ...     while True:
    ...         heading = steering.heading_or_none()
    ...         motors.stop() if heading is None else motors.turn(target - heading)
    """

    def __init__(
        self,
        address: str | PathLike[str] | Address | None = None,
        rate: float = 0,
        deadline: float = 0.25,
        now: Callable[[], float] = clock.now,
        security: Security = Security(),
    ) -> None:
        """Steers by the daemon at an address.

        Args:
            address: See `Address.parse`.
            rate: Updates per second at most; 0 for every one. 20 cost a small machine less, and make a heading up to
                0.05 s older.
            deadline: Largest age of the newest sample, s: its latency in the daemon and the time since it came.
            now: The boottime clock, s.
            security: How connections to a host are encrypted.

        Raises:
            ValueError: an argument is out of range.
        """
        self._client = Client(address, security)
        self._deadline = deadline
        self._now = now
        self._source = Source(self._client, wire.request(rate), checked(deadline), only_newest=True)
        self._closed = threading.Event()
        # Replaced as a whole, so that no lock is needed.
        self._newest = (Update.unavailable(CONNECTION_LOST), 0.0, False)
        self._problem: str | None = None
        self._thread = threading.Thread(target=self._read, name="headingd", daemon=True)
        self._thread.start()

    def heading_or_none(self, now: float | None = None) -> float | None:
        """The magnetic heading to steer by, degrees; `None`: stop. Takes microseconds.

        Args:
            now: The present time of `headingd.now()`, s, if the loop has just read it.
        """
        return self.advice(now).heading

    def advice(self, now: float | None = None) -> Advice:
        """Whether and by what to steer.

        Args:
            now: The present time of `headingd.now()`, s, if the loop has just read it.
        """
        update, arrival, is_local = self._newest
        time = self._now() if now is None else now
        return advise(update, time - arrival, self._deadline, time if is_local else None)

    @property
    def problem(self) -> str | None:
        """Why there is no connection, for people; `None` while there is one, or before the first attempt has ended."""
        return self._problem

    def close(self) -> None:
        """Ends the connection; the answer is `None` from then on. A thread that still connects ends by itself."""
        self._closed.set()
        self._source.close()
        if threading.current_thread() is not self._thread:
            self._thread.join(1)

    def __enter__(self) -> Steering:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _read(self) -> None:
        backoff = Backoff()
        while not self._closed.is_set():
            try:
                for update in self._updates():
                    is_local = self._source.is_local
                    self._newest = (update, self._now(), is_local)
                    self._problem = None
                    if CONNECTION_SILENT in update.reasons:
                        self._problem = "headingd sends nothing"
                    backoff.reset()
            except HeadingError as error:
                self._problem = str(error)
            self._newest = (Update.unavailable(CONNECTION_LOST), 0.0, False)
            self._closed.wait(backoff.next())

    def _updates(self) -> Iterator[Update]:
        """Those of one connection."""
        return (one for one in self._source.events(reconnect=False) if isinstance(one, Update))
