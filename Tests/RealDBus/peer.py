"""Clients on a bus: a connection for tests, and programs that another user runs.

peer.py ADDRESS USER claim|bare|watch NAME...   prints the signals that come; bare has no match rule, watch no claim
peer.py ADDRESS USER crowd NUMBER NAME          connections that all claim, until it is ended
peer.py ADDRESS USER flood NUMBER NAME          calls without waiting for an answer
peer.py ADDRESS USER forge TO MEMBER WORD...    a signal as if it were the bus's own

Each line of the output is a JSON object.
"""

from __future__ import annotations

import json
import os
import pwd
import selectors
import sys
import time
from typing import Any

from jeepney import DBusAddress, Header, HeaderFields, Message, MessageFlag, MessageType, new_method_call, new_signal
from jeepney.bus_messages import MatchRule, message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.low_level import Endianness
from jeepney.wrappers import DBusErrorResponse

#: Name, object, interface, claim and release of what the daemon serves.
NAMES = {
    "heading": ("org.headingd.Heading1", "/org/headingd/Heading1", "org.headingd.Heading1", "Claim", "Release"),
    "compass": ("net.hadess.SensorProxy", "/net/hadess/SensorProxy/Compass", "net.hadess.SensorProxy.Compass",
                "ClaimCompass", "ReleaseCompass"),
}

PROPERTIES = "org.freedesktop.DBus.Properties"


class Refused(Exception):
    """An answer that is an error; the text is its name."""


class Peer:
    """A connection to a bus."""

    def __init__(self, address: str) -> None:
        self.link: DBusConnection = open_dbus_connection(address, auth_timeout=10)
        self.messages: list[Message] = []

    def close(self) -> None:
        """Leaves the bus."""
        self.link.close()

    def call(self, path: str, interface: str, member: str, signature: str | None = None,
             body: tuple[Any, ...] = (), name: str = "org.headingd.Heading1", timeout: float = 10.0) -> tuple[Any, ...]:
        """Calls a method and returns its answer."""
        message = new_method_call(DBusAddress(path, name, interface), member, signature, body)
        # As send_and_get_reply, but what comes meanwhile is kept.
        serial = next(self.link.outgoing_serial)
        self.link.send(message, serial=serial)
        end = time.monotonic() + timeout
        while True:
            one = self.link.receive(timeout=max(0.0, end - time.monotonic()))
            if one.header.fields.get(HeaderFields.reply_serial) != serial:
                self.messages.append(one)
            elif one.header.message_type == MessageType.error:
                raise Refused(one.header.fields[HeaderFields.error_name], *one.body)
            else:
                return tuple(one.body)

    def claim(self, key: str, *, release: bool = False) -> None:
        """Claims one of the names, or releases it."""
        name, path, interface, claim, released = NAMES[key]
        self.call(path, interface, released if release else claim, name=name)

    def read(self, key: str, member: str) -> Any:
        """A property."""
        name, path, interface, *_ = NAMES[key]
        return self.call(path, PROPERTIES, "Get", "ss", (interface, member), name)[0][1]

    def match(self, key: str) -> None:
        """Asks the bus for all signals of a name's object."""
        rule = MatchRule(type="signal", path=NAMES[key][1])
        self.link.send_and_get_reply(message_bus.AddMatch(rule), timeout=10)

    def signals(self, seconds: float, member: str = "PropertiesChanged") -> list[Message]:
        """The signals of some time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                self.messages.append(self.link.receive(timeout=left))
            except TimeoutError:
                break
        found = [one for one in self.messages if one.header.fields.get(HeaderFields.member) == member]
        self.messages = []
        return found


def is_change(message: Message) -> bool:
    """Whether a message says that properties have changed."""
    return bool(message.header.fields.get(HeaderFields.member) == "PropertiesChanged")


def changes(message: Message) -> dict[str, Any]:
    """The properties of a signal, with their new values."""
    return {key: value for key, (_, value) in message.body[1].items()}


def raw_call(path: str, interface: str | None, member: str, serial: int, name: str, signature: str | None = None,
             body: tuple[Any, ...] = (), has_reply: bool = True) -> bytes:
    """The bytes of a call, also of one that no library would make."""
    fields = {HeaderFields.path: path, HeaderFields.member: member, HeaderFields.destination: name}
    if interface:
        fields[HeaderFields.interface] = interface
    if signature is not None:
        fields[HeaderFields.signature] = signature
    flags = MessageFlag(0) if has_reply else MessageFlag.no_reply_expected
    header = Header(Endianness.little, MessageType.method_call, flags, 1, 0, serial, fields)
    return bytes(Message(header, body).serialise(serial=serial))


def show(**values: Any) -> None:
    """Prints a line."""
    print(json.dumps(values), flush=True)


def follow(address: str, kind: str, keys: list[str]) -> None:
    """Prints the signals that come."""
    peer = Peer(address)
    for key in keys:
        if kind != "bare":
            peer.match(key)
        if kind != "watch":
            peer.claim(key)
    show(ready=True, name=peer.link.unique_name)
    while True:
        for one in [*peer.messages, peer.link.receive()]:
            if is_change(one):
                show(boottime=time.clock_gettime(time.CLOCK_BOOTTIME), interface=one.body[0], changed=changes(one),
                     invalidated=one.body[2], unicast=HeaderFields.destination in one.header.fields)
        peer.messages = []


def crowd(address: str, number: int, key: str) -> None:
    """Claims by many connections, and prints each second how many of them got signals."""
    peers: list[Peer] = []
    errors: dict[str, int] = {}
    for _ in range(number):
        try:
            peer = Peer(address)
            peers.append(peer)
            peer.match(key)
            peer.claim(key)
        except (OSError, Refused, DBusErrorResponse) as error:
            text = f"{type(error).__name__}: {error}"
            errors[text] = errors.get(text, 0) + 1
    show(ready=True, connections=len(peers), errors=errors)
    selector = selectors.DefaultSelector()
    for peer in peers:
        selector.register(peer.link.sock, selectors.EVENT_READ, peer)
    while True:
        end = time.monotonic() + 1
        got: set[int] = set()
        while (left := end - time.monotonic()) > 0:
            for one, _ in selector.select(left):
                one.data.link.sock.recv(65_536)
                got.add(one.fd)
        show(reached=len(got))


def flood(address: str, number: int, key: str) -> None:
    """Sends calls as fast as the bus takes them, and reads no answer before the end."""
    name, path, interface, *_ = NAMES[key]
    peer = Peer(address)
    peer.link.sock.settimeout(60)
    show(ready=True)
    begin = time.monotonic()
    for serial in range(1000, 1000 + number):
        peer.link.sock.sendall(raw_call(path, PROPERTIES, "GetAll", serial, name, "s", (interface,)))
    sent = time.monotonic() - begin
    show(sent=number, seconds=sent)
    answers = 0
    errors: dict[str, int] = {}
    while answers < number:
        one = peer.link.receive(timeout=60)
        if HeaderFields.reply_serial in one.header.fields:
            answers += 1
            if one.header.message_type == MessageType.error:
                text = str(one.header.fields[HeaderFields.error_name])
                errors[text] = errors.get(text, 0) + 1
    show(answers=answers, errors=errors, seconds=time.monotonic() - begin)


def forge(address: str, to: str, member: str, words: list[str]) -> None:
    """Sends a signal as if it were the bus's own."""
    signal = new_signal(DBusAddress("/org/freedesktop/DBus", None, "org.freedesktop.DBus"), member, "s" * len(words),
                        tuple(words))
    signal.header.fields[HeaderFields.destination] = to
    peer = Peer(address)
    peer.link.send(signal)
    # The bus answers after it has passed the signal on.
    peer.link.send_and_get_reply(message_bus.GetId(), timeout=10)
    show(ready=True)


def main() -> None:
    """Does what the command line says."""
    address, user, kind, *rest = sys.argv[1:]
    account = pwd.getpwnam(user)
    os.initgroups(user, account.pw_gid)
    os.setgid(account.pw_gid)
    os.setuid(account.pw_uid)
    if kind == "forge":
        forge(address, rest[0], rest[1], rest[2:])
    elif kind in ("crowd", "flood"):
        (crowd if kind == "crowd" else flood)(address, int(rest[0]), rest[1])
    else:
        follow(address, kind, rest)


if __name__ == "__main__":
    main()
