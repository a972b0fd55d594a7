"""A heading to steer by, with the deadline kept here."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from types import TracebackType

from .address import Address
from .client import Client
from .errors import HeadingError
from .update import CONNECTION_LOST, CONNECTION_SILENT, Steer, Update


@dataclass(frozen=True)
class Advice:
    """Whether and by what a robot may steer now."""

    #: What to do. `STOP` whenever the newest update is older than the deadline.
    steer: Steer

    #: The newest update; its values are not to be used while `steer` is `STOP`.
    update: Update

    #: Age of its newest sample, s; infinite if there is none.
    age: float

    @property
    def heading(self) -> float | None:
        """The magnetic heading to steer by, degrees; `None` while there is none."""
        return None if self.steer is Steer.STOP else self.update.magnetic_heading

    @property
    def true_heading(self) -> float | None:
        """The true heading to steer by, degrees; `None` while there is none."""
        return None if self.steer is Steer.STOP else self.update.true_heading


class Steering:
    """Reads a daemon in a thread of its own, and says at any moment whether its heading may be used.

    A control loop asks `advice()` at its own pace: a daemon that is killed, hangs or is cut off makes it `STOP` when
    the newest sample is older than the deadline, whatever the connection does.

    >>> with Steering() as steering:
    ...     while True:
    ...         advice = steering.advice()
    ...         rudder = 0 if advice.heading is None else control(advice.heading)
    """

    def __init__(
        self,
        address: str | PathLike[str] | Address | None = None,
        rate: float = 10,
        deadline: float = 0.25,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Steers by the daemon at an address.

        Args:
            address: See `Address.parse`.
            rate: Updates per second that are asked for.
            deadline: Largest age of the newest sample, s: its latency in the daemon and the time since it came.
            clock: A monotonic clock, s.
        """
        self._client = Client(address)
        self._rate = rate
        self._deadline = deadline
        self._clock = clock
        self._lock = threading.Lock()
        self._update = Update.unavailable(CONNECTION_LOST)
        self._arrival = float("-inf")
        self._error: HeadingError | None = None
        self._is_closed = False
        threading.Thread(target=self._read, name="headingd", daemon=True).start()

    def advice(self) -> Advice:
        """Whether and by what to steer now; takes microseconds.

        Raises:
            HeadingError: the daemon refuses this client, or is none; it is not tried again.
        """
        with self._lock:
            update, arrival, error = self._update, self._arrival, self._error
        if error is not None:
            raise error
        age = self._clock() - arrival + (update.latency or 0)
        if age <= self._deadline:
            return Advice(update.steer, update, age)
        if update.steer is not Steer.STOP:
            update = Update.unavailable(CONNECTION_SILENT)
        return Advice(Steer.STOP, update, age)

    def close(self) -> None:
        """Ends the connection with the next update; the thread does not keep a program alive."""
        self._is_closed = True

    def __enter__(self) -> Steering:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _read(self) -> None:
        try:
            for update in self._client.updates(rate=self._rate, deadline=self._deadline):
                if self._is_closed:
                    return
                with self._lock:
                    self._update = update
                    self._arrival = self._clock()
        except HeadingError as error:
            with self._lock:
                self._error = error
