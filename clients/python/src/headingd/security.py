"""TLS, and the token: how a daemon of another machine and its client prove who they are."""

from __future__ import annotations

import ipaddress
import json
import socket
import ssl
import time
from dataclasses import dataclass

from .errors import HeadingError, NotHeadingd, Refused, Unreachable, Untrusted

#: The longest greeting before the token, bytes.
_GREETING_LIMIT = 4096

#: Lengths of a token, bytes.
_TOKEN_LIMIT = 256


@dataclass(frozen=True)
class Security:
    """How a connection to a host is encrypted; paths of files, which are read at each connection.

    By default TLS with the authorities that the system trusts, except to this machine (`localhost`, 127.0.0.0/8, `::1`)
    if no file is named.
    """

    #: The daemon's certificate, or its authority's (PEM).
    ca: str | None = None

    #: This client's certificate (PEM).
    certificate: str | None = None

    #: The private key of `certificate` (PEM).
    key: str | None = None

    #: The file with the daemon's token, one line.
    token_file: str | None = None

    #: Whether TLS is never used: everyone on the way reads the heading and can change it.
    unencrypted: bool = False

    def encrypts(self, host: str | None) -> bool:
        """Whether a connection to a host, `None` for a Unix socket, uses TLS."""
        if host is None or self.unencrypted:
            return False
        return any((self.ca, self.certificate, self.key, self.token_file)) or not _is_loopback(host)

    def secure(self, stream: socket.socket, host: str, timeout: float) -> tuple[ssl.SSLSocket, bytes]:
        """Encrypts a connection and sends the token if the daemon asks for it.

        Returns the connection, and the bytes that were read and are not part of this.

        Raises:
            OSError: it fails within the timeout, in seconds.
            HeadingError: a file cannot be used.
        """
        stream.settimeout(timeout)
        try:
            context, token = self._context(), self._token()
            encrypted = context.wrap_socket(stream, server_hostname=host.partition("%")[0])
        except BaseException:
            stream.close()
            raise
        try:
            return encrypted, b"" if token is None else _prove(encrypted, token, time.monotonic() + timeout)
        except BaseException:
            encrypted.close()
            raise

    def _context(self) -> ssl.SSLContext:
        try:
            context = ssl.create_default_context(cafile=self.ca)
            context.minimum_version = ssl.TLSVersion.TLSv1_2
            if self.certificate is not None:
                context.load_cert_chain(self.certificate, self.key, password=lambda: "")
        except OSError as error:
            names = ", ".join(one for one in (self.ca, self.certificate, self.key) if one is not None)
            raise HeadingError(f"{names} cannot be used: {error.strerror or error}") from error
        return context

    def _token(self) -> str | None:
        if self.token_file is None:
            return None
        try:
            with open(self.token_file, "rb") as file:
                data = file.read(_TOKEN_LIMIT + 3).rstrip(b"\r\n ")
        except OSError as error:
            raise HeadingError(f"{self.token_file} cannot be used: {error.strerror}") from error
        if not 1 <= len(data) <= _TOKEN_LIMIT or not all(0x21 <= one <= 0x7E for one in data):
            raise HeadingError(f"{self.token_file} holds no token, which is one line of printable characters")
        return data.decode("ascii")


def _prove(stream: ssl.SSLSocket, token: str, until: float) -> bytes:
    """Sends the token if the first line asks for it; otherwise returns what was read."""
    data = b""
    while b"\n" not in data and len(data) <= _GREETING_LIMIT:
        stream.settimeout(max(0.001, until - time.monotonic()))
        piece = stream.recv(_GREETING_LIMIT)
        if not piece:
            return data
        data += piece
    line, _, rest = data.partition(b"\n")
    try:
        greeting = json.loads(line)
    except (ValueError, RecursionError):
        return data
    if not isinstance(greeting, dict) or greeting.get("authentication") != "token":
        return data
    stream.sendall(json.dumps({"class": "authentication", "token": token}).encode() + b"\n")
    return rest


def meaning(place: str, error: OSError) -> HeadingError | None:
    """The error for one of TLS, with its remedy; `None` for another."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return Untrusted(f"{place} is not trusted: {_distrust(error)}")
    if not isinstance(error, ssl.SSLError):
        return None
    reason = error.reason or ""
    if reason in ("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "PACKET_LENGTH_TOO_LONG", "RECORD_LAYER_FAILURE"):
        return NotHeadingd(
            f"what listens at {place} does not speak TLS: check the address and `listen.tcp` of the daemon; "
            "unencrypted=True reads a daemon that is open on purpose"
        )
    if "CERTIFICATE_REQUIRED" in reason or reason.endswith("ALERT_HANDSHAKE_FAILURE"):
        return Refused(f"headingd at {place} asks for a client certificate: give certificate and key")
    if "ALERT_UNKNOWN_CA" in reason or "ALERT_BAD_CERTIFICATE" in reason or "ALERT_CERTIFICATE" in reason:
        return Refused(
            f"headingd at {place} does not accept this client certificate: it has expired, or `listen.tcp.client_ca` of "
            "the daemon did not sign it"
        )
    return Unreachable(f"the handshake of TLS with {place} failed: {reason or error}")


def _distrust(error: ssl.SSLCertVerificationError) -> str:
    # Numbers of OpenSSL's X509_V_ERR.
    if error.verify_code == 10:
        return "its certificate has expired: make a new one there, or check this machine's clock"
    if error.verify_code == 9:
        return "its certificate is not valid yet: check this machine's clock"
    if error.verify_code in (62, 64):
        return "its certificate is for other names: connect by one of them, or make one that has this name"
    return (
        "its certificate is not one that is trusted here, nor signed by one: give the right one, or that of its "
        f"authority, as ca ({error.verify_message})"
    )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
