"""A connection's bytes, with time limits."""

from __future__ import annotations

import contextlib
import select
import socket
import ssl
import time

from .address import Address
from .security import Security

#: How long a connection, a greeting or an answer may take, s.
ANSWER_TIMEOUT = 10.0

CHUNK = 65_536

#: More than a kernel's buffer holds, so that what is read last is the newest.
CHUNKS = 4


def drain(stream: socket.socket) -> bytes:
    """All bytes that are there, of a socket that does not block; none at the end.

    Raises:
        BlockingIOError: there are none yet.
    """
    data = _receive(stream)
    parts = [data]
    size = len(data)
    while data and size < CHUNKS * CHUNK:
        try:
            data = _receive(stream)
        except BlockingIOError:
            break
        parts.append(data)
        size += len(data)
    return b"".join(parts)


def _receive(stream: socket.socket) -> bytes:
    """Some bytes; of TLS at most one record."""
    try:
        return stream.recv(CHUNK)
    except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
        raise BlockingIOError from None


class Stream:
    """An open connection."""

    def __init__(self, address: Address, security: Security) -> None:
        """Opens it, or raises a `HeadingError`."""
        self._address = address
        self._early = b""
        self._socket = address.connect(ANSWER_TIMEOUT)
        if address.host is not None and security.encrypts(address.host):
            try:
                self._socket, self._early = security.secure(self._socket, address.host, ANSWER_TIMEOUT)
            except OSError as error:
                raise address.unreachable(error) from error
        self._socket.setblocking(False)

    def read(self, until: float | None) -> bytes | None:
        """All bytes that are there, waiting for the first; none at the end of the stream.

        `None` after a time of the monotonic clock.
        """
        if self._early:
            early, self._early = self._early, b""
            return early
        while True:
            try:
                return drain(self._socket)
            except BlockingIOError:
                if not self._wait(select.POLLIN, until):
                    return None

    def send(self, data: bytes) -> None:
        """Sends all bytes, for at most `ANSWER_TIMEOUT`.

        Raises:
            OSError: the connection is lost, or nobody reads at its other end.
        """
        until = time.monotonic() + ANSWER_TIMEOUT
        while data:
            try:
                data = data[self._socket.send(data) :]
            except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
                if not self._wait(select.POLLOUT, until):
                    raise socket.timeout(f"{self._address} reads nothing") from None

    def interrupt(self) -> None:
        """Ends the connection, from any thread: `read` then returns the end."""
        with contextlib.suppress(OSError):
            # Not that of TLS, which would let another thread read what is encrypted.
            socket.socket.shutdown(self._socket, socket.SHUT_RDWR)

    def close(self) -> None:
        """Releases the socket."""
        self._socket.close()

    def _wait(self, event: int, until: float | None) -> bool:
        """Waits until the socket is ready; false after the time."""
        poll = select.poll()
        poll.register(self._socket, event)
        if until is None:
            return bool(poll.poll())
        # Rounded up: a wait that ends early would be repeated without rest.
        return bool(poll.poll(max(0, int((until - time.monotonic()) * 1000) + 1))) or time.monotonic() < until
