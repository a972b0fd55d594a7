"""A connection's bytes, with time limits."""

from __future__ import annotations

import contextlib
import select
import socket
import time

from .address import Address

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
    data = stream.recv(CHUNK)
    parts = [data]
    while data and len(parts) < CHUNKS:
        try:
            data = stream.recv(CHUNK)
        except BlockingIOError:
            break
        parts.append(data)
    return b"".join(parts)


class Stream:
    """An open connection."""

    def __init__(self, address: Address) -> None:
        """Opens it, or raises `Unreachable`."""
        self._address = address
        self._socket = address.connect(ANSWER_TIMEOUT)
        self._socket.setblocking(False)

    def read(self, until: float | None) -> bytes | None:
        """All bytes that are there, waiting for the first; none at the end of the stream.

        `None` after a time of the monotonic clock.
        """
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
            except BlockingIOError:
                if not self._wait(select.POLLOUT, until):
                    raise socket.timeout(f"{self._address} reads nothing") from None

    def interrupt(self) -> None:
        """Ends the connection, from any thread: `read` then returns the end."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

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
