"""The same for asyncio."""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from collections.abc import AsyncGenerator
from os import PathLike
from typing import Any, Callable, TypeVar

from . import messages, wire
from .address import Address, keep_alive
from .calibrating import GuidedCalibration
from .client import TRANSIENT, Client, lost
from .errors import ConnectionLost
from .reading import Event, Reading, checked
from .security import Security
from .stream import ANSWER_TIMEOUT, drain
from .update import CONNECTION_LOST, Update
from .wire import Backoff, Message

Answer = TypeVar("Answer")


class AsyncClient:
    """A client of headingd for asyncio; a value as `Client`.

    >>> async for update in AsyncClient().updates(rate=10, deadline=0.25):
    ...     print(update.magnetic_heading, update.steer.value)

    A loop that is left early closes its connection when the generator is closed: by `aclose()`, or by asyncio at once
    after the last reference to it is gone.
    """

    def __init__(
        self, address: str | PathLike[str] | Address | None = None, security: Security = Security()
    ) -> None:
        """A client of the daemon at an address, see `Address.parse`; `security` matters for hosts only."""
        self._client = Client(address, security)

    @property
    def address(self) -> Address:
        """Where the daemon is."""
        return self._client.address

    def updates(
        self,
        rate: float | None = None,
        heading_filter: float | None = None,
        distance_filter: float | None = None,
        deadline: float | None = None,
        *,
        reconnect: bool = True,
    ) -> AsyncGenerator[Update, None]:
        """The daemon's updates, without an end; as `Client.updates`."""
        wishes = wire.request(rate, heading_filter, distance_filter)
        return self._updates(wishes, checked(deadline), reconnect)

    def events(
        self,
        contents: tuple[str, ...] = ("updates", "notices"),
        rate: float | None = None,
        deadline: float | None = None,
        *,
        reconnect: bool = True,
    ) -> AsyncGenerator[Event, None]:
        """Updates, notices and samples, every one in its order; as `Client.events`."""
        return self._events(wire.request(rate, contents=contents), checked(deadline), reconnect, only_newest=False)

    async def command(self, command: str, **values: object) -> Message:
        """Sends a command and returns its answer; as `Client.command`."""
        return await self._order(lambda client: client.command(command, **values))

    async def check(self) -> str:
        """Name and version of the daemon; as `Client.check`."""
        return await self._order(Client.check)

    async def status(self) -> messages.DaemonStatus:
        """The state of the daemon and its sensors."""
        return await self._order(Client.status)

    async def calibration(self) -> messages.Calibration:
        """The calibration in force."""
        return await self._order(Client.calibration)

    async def profiles(self) -> list[str]:
        """The names of the stored calibration profiles."""
        return await self._order(Client.profiles)

    async def use_profile(self, name: str) -> messages.Calibration:
        """Applies a stored calibration profile; needs the right to control."""
        return await self._order(lambda client: client.use_profile(name))

    async def accept_calibration(self) -> messages.Calibration:
        """Applies and stores the better calibration that the daemon found; needs the right to control."""
        return await self._order(Client.accept_calibration)

    async def rollback_calibration(self) -> messages.Calibration:
        """Restores the calibration before; needs the right to control."""
        return await self._order(Client.rollback_calibration)

    def calibrate(self, target: float | None = None, heading: float | None = None) -> AsyncGuidedCalibration:
        """A guided calibration of the daemon's magnetometer, started by `async with`; as `Client.calibrate`."""
        return AsyncGuidedCalibration(lambda: self._client.calibrate(target, heading))

    async def load(self, value: float) -> None:
        """Reports the vehicle's present current or throttle; needs the right to control."""
        await self._order(lambda client: client.load(value))

    async def _order(self, order: Callable[[Client], Answer]) -> Answer:
        # Ended by its own timeout; asyncio's sockets would give a second way to do it.
        return await asyncio.to_thread(order, self._client)

    async def _updates(
        self, wishes: Message, deadline: float | None, reconnect: bool
    ) -> AsyncGenerator[Update, None]:
        events = self._events(wishes, deadline, reconnect, only_newest=True)
        try:
            async for one in events:
                if isinstance(one, Update):
                    yield one
        finally:
            await events.aclose()

    async def _events(
        self, wishes: Message, deadline: float | None, reconnect: bool, *, only_newest: bool
    ) -> AsyncGenerator[Event, None]:
        backoff = Backoff()
        is_lost = False
        while True:
            connection = self._connection(wishes, deadline, only_newest)
            try:
                async for one in connection:
                    backoff.reset()
                    is_lost = False
                    yield one
            except TRANSIENT:
                if not reconnect:
                    raise
            finally:
                await connection.aclose()
            if not is_lost:
                is_lost = True
                yield Update.unavailable(CONNECTION_LOST)
            await asyncio.sleep(backoff.next())

    async def _connection(
        self, wishes: Message, deadline: float | None, only_newest: bool
    ) -> AsyncGenerator[Event, None]:
        """The events of one connection."""
        address = self.address
        stream, early = await _connected(address, self._client.security)
        try:
            if len(wishes) > 1:
                await asyncio.wait_for(_send(stream, wire.encode(wishes)), ANSWER_TIMEOUT)
            reading = Reading(deadline, is_local=address.is_local, only_newest=only_newest)
            if early:
                for one in reading.receive(early):
                    yield one
            while True:
                for one in reading.receive(await _read(stream, reading.until)):
                    yield one
        except asyncio.TimeoutError as error:
            raise ConnectionLost(f"the connection to headingd at {address} failed: it reads nothing") from error
        except OSError as error:
            raise lost(address, error) from error
        finally:
            stream.close()


class AsyncGuidedCalibration:
    """A guided calibration, see `AsyncClient.calibrate`; as `GuidedCalibration`."""

    def __init__(self, start: Callable[[], GuidedCalibration]) -> None:
        self._start = start
        self._calibration: GuidedCalibration | None = None

    async def __aenter__(self) -> AsyncGuidedCalibration:
        starting = asyncio.ensure_future(asyncio.to_thread(self._start))
        try:
            self._calibration = await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(_close)
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._calibration is not None:
            self._calibration.close()

    def __aiter__(self) -> AsyncGuidedCalibration:
        return self

    async def __anext__(self) -> messages.CalibrationProgress:
        return await self._order(GuidedCalibration.__next__)

    async def finish(self, *, force: bool = False) -> messages.Calibration:
        """Stores the result and applies it; as `GuidedCalibration.finish`."""
        return await self._order(lambda calibration: calibration.finish(force=force))

    async def cancel(self) -> None:
        """Ends it; nothing is changed."""
        await self._order(GuidedCalibration.cancel)

    async def _order(self, order: Callable[[GuidedCalibration], Answer]) -> Answer:
        calibration = self._calibration
        if calibration is None:
            raise RuntimeError("the calibration is not started: use `async with`")
        waiting = asyncio.ensure_future(asyncio.to_thread(order, calibration))
        try:
            return await asyncio.shield(waiting)
        except asyncio.CancelledError:
            # The thread must not read a socket that is closed: it ends with the connection.
            calibration.interrupt()
            await asyncio.gather(waiting, return_exceptions=True)
            raise


def _close(starting: asyncio.Future[GuidedCalibration]) -> None:
    """Ends a calibration that nobody waits for any more."""
    if not starting.cancelled() and starting.exception() is None:
        starting.result().close()


async def _connected(address: Address, security: Security) -> tuple[socket.socket, bytes]:
    """An open connection, and what was read from it already."""
    try:
        stream = await asyncio.wait_for(_opened(address), ANSWER_TIMEOUT)
        if address.host is None or not security.encrypts(address.host):
            return stream, b""
        # In a thread, because the handshake has no other way here.
        handshake = asyncio.get_running_loop().run_in_executor(
            None, security.secure, stream, address.host, ANSWER_TIMEOUT
        )
        try:
            encrypted, early = await asyncio.shield(handshake)
        except asyncio.CancelledError:
            handshake.add_done_callback(_discard)
            raise
        encrypted.setblocking(False)
        return encrypted, early
    except asyncio.TimeoutError as error:
        raise address.unreachable(socket.timeout()) from error
    except OSError as error:
        raise address.unreachable(error) from error


def _discard(handshake: asyncio.Future[tuple[ssl.SSLSocket, bytes]]) -> None:
    """Closes a connection that nobody waits for any more."""
    if not handshake.cancelled() and handshake.exception() is None:
        handshake.result()[0].close()


async def _opened(address: Address) -> socket.socket:
    loop = asyncio.get_running_loop()
    if address.path is not None:
        return await _connected_to(socket.AF_UNIX, address.path)
    failure: OSError = socket.gaierror(f"{address} has no address")
    for family, _, _, _, place in await loop.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM):
        try:
            stream = await _connected_to(family, place)
        except OSError as error:
            failure = error
        else:
            keep_alive(stream)
            return stream
    raise failure


async def _connected_to(family: int, place: Any) -> socket.socket:
    stream = socket.socket(family, socket.SOCK_STREAM)
    stream.setblocking(False)
    try:
        await asyncio.get_running_loop().sock_connect(stream, place)
    except BaseException:
        stream.close()
        raise
    return stream


async def _read(stream: socket.socket, until: float | None) -> bytes | None:
    """All bytes that are there; none at the end of the stream, `None` after a time of the monotonic clock."""
    # A flood of bytes must not keep the loop from its other tasks.
    await asyncio.sleep(0)
    while True:
        try:
            return drain(stream)
        except BlockingIOError:
            timeout = None if until is None else max(0.0, until - time.monotonic())
            try:
                await asyncio.wait_for(_ready(stream, "reader"), timeout)
            except asyncio.TimeoutError:
                return None


async def _send(stream: socket.socket, data: bytes) -> None:
    """Sends all bytes; asyncio's own way does not take a socket of TLS."""
    while data:
        try:
            data = data[stream.send(data) :]
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            await _ready(stream, "writer")


def _fulfil(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


async def _ready(stream: socket.socket, side: str) -> None:
    """Waits until the socket can be read or written."""
    loop = asyncio.get_running_loop()
    future = loop.create_future()
    add, remove = (
        (loop.add_reader, loop.remove_reader) if side == "reader" else (loop.add_writer, loop.remove_writer)
    )
    add(stream, _fulfil, future)
    try:
        await future
    finally:
        remove(stream)
