"""Where a daemon listens."""

from __future__ import annotations

import os
import socket
import stat
from dataclasses import dataclass

from . import security
from .errors import HeadingError, Unreachable

#: The usual TCP port.
PORT = 5450

#: The socket of the system's daemon.
SYSTEM = "/run/headingd/headingd.sock"

#: Linux's limit, bytes.
_PATH_LIMIT = 107


@dataclass(frozen=True)
class Address:
    """A Unix socket's path, or a host and port."""

    path: str | None = None
    host: str | None = None
    port: int = PORT

    @classmethod
    def parse(cls, text: str | os.PathLike[str] | Address | None = None) -> Address:
        """Reads `PATH`, `HOST`, `HOST:PORT`, `[IPv6]` or `[IPv6]:PORT`; a path contains a slash, or is no `str`.

        Without a text it is `$HEADINGD_SOCKET`, else the system daemon's socket, else the user's own.

        Raises:
            ValueError: the text is none of these.
        """
        if isinstance(text, Address):
            return text
        if text is None:
            return cls(path=_default_path())
        place = os.fspath(text)
        if "/" in place or not isinstance(text, str):
            if "\0" in place or len(os.fsencode(place)) > _PATH_LIMIT:
                raise ValueError(f"the path of a socket has at most {_PATH_LIMIT} bytes, and no zero: {place!r}")
            return cls(path=place)
        host, rest = place, ""
        if place.startswith("["):
            host, bracket, rest = place[1:].partition("]")
            if not bracket:
                raise ValueError(f"'{place}' has no closing bracket")
        elif place.count(":") == 1:
            host, colon, rest = place.partition(":")
            rest = colon + rest
        if not host or any(one.isspace() for one in host) or ":" in host and not _is_ipv6(host):
            raise ValueError(f"'{place}' is no path with a slash, HOST, HOST:PORT, [IPv6] or [IPv6]:PORT")
        return cls(host=host, port=_port(rest, place) if rest else PORT)

    @property
    def is_local(self) -> bool:
        """Whether the daemon is on this machine for certain, so that its clock is this one's."""
        return self.path is not None

    def connect(self, timeout: float) -> socket.socket:
        """Opens a connection.

        Raises:
            Unreachable: it cannot be opened within the timeout, in seconds.
        """
        try:
            if self.path is None:
                stream = socket.create_connection((self.host or "", self.port), timeout)
                keep_alive(stream)
                return stream
            stream = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                stream.settimeout(timeout)
                stream.connect(self.path)
            except BaseException:
                stream.close()
                raise
            return stream
        except OSError as error:
            raise self.unreachable(error) from error

    def unreachable(self, error: OSError) -> HeadingError:
        """The error for one of the system or of TLS, with its remedy."""
        problem = security.meaning(str(self), error)
        if problem is not None:
            return problem
        if self.path is not None and os.path.exists(self.path) and not _is_socket(self.path):
            what = "{} is no socket: check the path"
        elif isinstance(error, (ConnectionRefusedError, FileNotFoundError)):
            what = "headingd is not running at {}: start it with `systemctl start headingd`, or run `headingd`"
        elif isinstance(error, PermissionError):
            what = (
                "no permission to open {}: add yourself to its group with `sudo usermod -aG headingd $USER` "
                "and log in again"
            )
        elif isinstance(error, socket.gaierror):
            what = "the host of {} has no address: check the spelling or the network"
        elif isinstance(error, (socket.timeout, TimeoutError)):
            what = "{} does not answer: check that the host is up and its firewall"
        else:
            return Unreachable(f"headingd at {self} cannot be reached: {error}")
        return Unreachable(what.format(self))

    def __str__(self) -> str:
        if self.path is not None:
            return self.path
        host = self.host or ""
        return f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"


def keep_alive(stream: socket.socket) -> None:
    """Has the kernel notice within half a minute that the other machine is gone."""
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_KEEPIDLE", 10), ("TCP_KEEPINTVL", 5), ("TCP_KEEPCNT", 3)):
        if hasattr(socket, name):
            stream.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def _port(text: str, place: str) -> int:
    digits = text[1:]
    if text[0] == ":" and digits.isascii() and digits.isdigit() and len(digits) < 9 and 1 <= int(digits) <= 65_535:
        return int(digits)
    raise ValueError(f"'{place}' has a port that is not between 1 and 65535")


def _is_socket(path: str) -> bool:
    try:
        return stat.S_ISSOCK(os.stat(path).st_mode)
    except OSError:
        return True


def _is_ipv6(host: str) -> bool:
    try:
        socket.inet_pton(socket.AF_INET6, host.partition("%")[0])
    except (OSError, UnicodeError):
        return False
    return True


def _default_path() -> str:
    named = os.environ.get("HEADINGD_SOCKET")
    if named:
        return named
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    own = f"{folder}/headingd.sock"
    return own if folder.startswith("/") and not os.path.exists(SYSTEM) and os.path.exists(own) else SYSTEM
