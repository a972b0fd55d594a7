"""Where a daemon listens."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass

#: The usual TCP port.
PORT = 5450


@dataclass(frozen=True)
class Address:
    """A Unix socket's path, or a host and port."""

    path: str | None = None
    host: str | None = None
    port: int = PORT

    @classmethod
    def parse(cls, text: str | os.PathLike[str] | Address | None = None) -> Address:
        """Reads `PATH`, `HOST`, `HOST:PORT`, `[IPv6]` or `[IPv6]:PORT`; a path contains a slash.

        Without a text it is `$HEADINGD_SOCKET`, else the system daemon's socket, else the user's own.

        Raises:
            ValueError: the text is none of these.
        """
        if isinstance(text, Address):
            return text
        if text is None:
            return cls(path=_default_path())
        place = os.fspath(text)
        if "/" in place:
            return cls(path=place)
        if place.startswith("["):
            host, bracket, rest = place[1:].partition("]")
            port = rest[1:] if rest.startswith(":") else (None if not rest else "")
            if not bracket or port == "":
                raise ValueError(f"'{place}' is not [ADDRESS] or [ADDRESS]:PORT")
        elif place.count(":") > 1:
            host, port = place, None
        else:
            host, colon, rest = place.partition(":")
            port = rest if colon else None
        number = PORT if port is None else _port(port, place)
        if not host:
            raise ValueError(f"'{place}' names no host")
        return cls(host=host, port=number)

    def connect(self, timeout: float) -> socket.socket:
        """Opens a connection.

        Raises:
            OSError: it cannot be opened within the timeout, in seconds.
        """
        if self.path is None:
            return socket.create_connection((self.host or "", self.port), timeout)
        stream = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            stream.settimeout(timeout)
            stream.connect(self.path)
        except BaseException:
            stream.close()
            raise
        return stream

    def __str__(self) -> str:
        if self.path is not None:
            return self.path
        host = self.host or ""
        return f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"


def _port(text: str, place: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= 65_535:
        return int(text)
    raise ValueError(f"'{place}' has a port that is not between 1 and 65535")


def _default_path() -> str:
    named = os.environ.get("HEADINGD_SOCKET")
    if named:
        return named
    system = "/run/headingd/headingd.sock"
    folder = os.environ.get("XDG_RUNTIME_DIR")
    own = f"{folder}/headingd.sock" if folder else None
    if own is not None and not os.path.exists(system) and os.path.exists(own):
        return own
    return system
