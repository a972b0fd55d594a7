"""Reads a daemon and sends it commands, without threads."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike

from . import wire
from .address import Address
from .calibrating import GuidedCalibration
from .commands import Commands, Orders
from .errors import ConnectionLost, HeadingError, Silent, Unreachable
from .security import Security, meaning
from .reading import Event, Reading, checked
from .stream import Stream
from .update import CONNECTION_LOST, Update
from .wire import Backoff, Message

#: What another attempt may mend.
TRANSIENT = (Unreachable, Silent, ConnectionLost)


@contextmanager
def connected(address: Address, security: Security) -> Iterator[Stream]:
    """A connection, whose loss is told as an error of this package."""
    stream = Stream(address, security)
    try:
        yield stream
    except OSError as error:
        raise lost(address, error) from error
    finally:
        stream.close()


def lost(address: object, error: OSError) -> HeadingError:
    """The error for one of a connection that was open."""
    return meaning(str(address), error) or ConnectionLost(f"the connection to headingd at {address} failed: {error}")


class Client(Orders):
    """A client of headingd.

    A value without a connection: each call opens one of its own, so that it can be used from several threads and
    outlives the daemon.

    >>> for update in Client().updates(rate=10, deadline=0.25):
    ...     print(update.magnetic_heading, update.heading_accuracy, update.steer.value, update.reasons)
    """

    def __init__(
        self, address: str | PathLike[str] | Address | None = None, security: Security = Security()
    ) -> None:
        """A client of the daemon at an address, see `Address.parse`; `security` matters for hosts only."""
        self._place = None if address is None else Address.parse(address)

        #: How connections are encrypted.
        self.security = security

    @property
    def address(self) -> Address:
        """Where the daemon is; the usual place is looked up anew each time."""
        return Address.parse(self._place)

    def check(self) -> str:
        """Connects, and returns name and version of the daemon, such as `headingd 0.1.0`.

        Raises:
            HeadingError: why there is no daemon; the text names the remedy.
        """
        with connected(self.address, self.security) as stream:
            reading = Reading(None, is_local=False, only_newest=True)
            while reading.server is None:
                for _ in reading.receive(stream.read(reading.until)):
                    pass
            return reading.server

    def updates(
        self,
        rate: float | None = None,
        heading_filter: float | None = None,
        distance_filter: float | None = None,
        deadline: float | None = None,
        *,
        reconnect: bool = True,
    ) -> Iterator[Update]:
        """The daemon's updates, without an end.

        While there is no connection it is tried again, after 0.1 s and later up to 5 s; its loss is told once by an
        update with the reason `connection_lost`, a missed deadline by one with `connection_silent`: invalid, and
        `steer` is stop. An update that waited in a buffer for longer than the deadline has `steer` at stop too, and the
        reason `late`. So a loop that follows `steer` stops by itself. A loop that is slower than the daemon gets the
        newest update and the number of those it missed, never a backlog.

        Args:
            rate: Updates per second at most, 0 to 10,000; 0 or `None` for every one.
            heading_filter: Degrees that the magnetic heading must have turned, 0 to 180.
            distance_filter: Metres that the place must have moved.
            deadline: Longest time without an update, s; a robot takes 0.25. Of no use together with a filter.
            reconnect: Whether to connect again; otherwise the loss is raised.

        Raises:
            ValueError: an argument is out of range.
            Refused: the daemon refuses this user, or has no room.
            NotHeadingd: what listens there is no headingd, or a newer one.
            HeadingError: without `reconnect`, why there is no connection.
        """
        wishes = wire.request(rate, heading_filter, distance_filter)
        source = Source(self, wishes, checked(deadline), only_newest=True)
        return (one for one in source.events(reconnect=reconnect) if isinstance(one, Update))

    def events(
        self,
        contents: tuple[str, ...] = ("updates", "notices"),
        rate: float | None = None,
        deadline: float | None = None,
        *,
        reconnect: bool = True,
    ) -> Iterator[Event]:
        """Updates, notices and samples, every one in its order; otherwise as `updates`.

        Args:
            contents: Which of `updates`, `notices` and `samples`.
            rate: Updates per second at most.
            deadline: Longest time without an update, s.
            reconnect: Whether to connect again; otherwise the loss is raised.
        """
        wishes = wire.request(rate, contents=contents)
        return Source(self, wishes, checked(deadline), only_newest=False).events(reconnect=reconnect)

    @contextmanager
    def commands(self) -> Iterator[Commands]:
        """A connection for several commands, at most 20 in a second.

        >>> with Client().commands() as commands:
        ...     commands.load(12.5)

        Raises:
            HeadingError: there is no daemon.
        """
        address = self.address
        stream = Stream(address, self.security)
        try:
            yield Commands(stream, str(address))
        finally:
            stream.close()

    def calibrate(self, target: float | None = None, heading: float | None = None) -> GuidedCalibration:
        """Starts a guided calibration of the daemon's magnetometer; needs the right to control.

        >>> with Client().calibrate() as calibration:
        ...     for progress in calibration:
        ...         print(progress.next)
        ...         if progress.complete:
        ...             calibration.finish()
        ...             break

        Args:
            target: Wanted error of the heading at 20° of tilt, degrees, 68 %, 0.01 to 20; by default 0.5 with all
                directions covered.
            heading: Known magnetic heading of a device at rest, degrees; needs a known place.

        Raises:
            NotFollowed: the daemon does not start it, such as while another client calibrates.
            HeadingError: there is no daemon.
            ValueError: an argument is not finite.
        """
        address = self.address
        stream = Stream(address, self.security)
        try:
            return GuidedCalibration(stream, str(address), target, heading)
        except BaseException:
            stream.close()
            raise

    def command(self, command: str, **values: object) -> Message:
        """Sends a command and returns its answer; as `Commands.command`, over a connection of its own."""
        with self.commands() as commands:
            return commands.command(command, **values)


class Source:
    """The events of a client's connections, one after another."""

    def __init__(self, client: Client, wishes: Message, deadline: float | None, *, only_newest: bool) -> None:
        self._client = client
        self._wishes = wishes
        self._deadline = deadline
        self._only_newest = only_newest
        self._stream: Stream | None = None
        self._is_closed = False

        #: Whether the newest connection is one of this machine.
        self.is_local = False

    def events(self, *, reconnect: bool) -> Iterator[Event]:
        """What the connections deliver, without an end unless it is closed."""
        backoff = Backoff()
        is_lost = False
        while not self._is_closed:
            try:
                for one in self._connection():
                    backoff.reset()
                    is_lost = False
                    yield one
            except TRANSIENT:
                if not reconnect:
                    raise
            if not is_lost and not self._is_closed:
                is_lost = True
                yield Update.unavailable(CONNECTION_LOST)
            if not self._is_closed:
                time.sleep(backoff.next())

    def close(self) -> None:
        """Ends the events, from any thread."""
        self._is_closed = True
        if self._stream is not None:
            self._stream.interrupt()

    def _connection(self) -> Iterator[Event]:
        address = self._client.address
        with connected(address, self._client.security) as stream:
            self._stream = stream
            self.is_local = address.is_local
            if self._is_closed:
                return
            if len(self._wishes) > 1:
                stream.send(wire.encode(self._wishes))
            reading = Reading(self._deadline, is_local=address.is_local, only_newest=self._only_newest)
            while True:
                yield from reading.receive(stream.read(reading.until))
