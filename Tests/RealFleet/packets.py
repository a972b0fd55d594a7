"""Packets of MQTT 3.1.1, as many as robots and an observer need."""

from __future__ import annotations

import struct
from collections.abc import Iterator

CONNACK, PUBLISH, PUBACK, SUBACK, PINGRESP = 0x20, 0x30, 0x40, 0x90, 0xD0

PINGREQ, DISCONNECT = b"\xc0\0", b"\xe0\0"


def text(value: str) -> bytes:
    """A string with its length."""
    data = value.encode()
    return struct.pack(">H", len(data)) + data


def packet(kind: int, body: bytes) -> bytes:
    """A packet with its fixed header."""
    length, count = b"", len(body)
    while True:
        count, rest = divmod(count, 128)
        length += bytes([rest | (128 if count else 0)])
        if not count:
            return bytes([kind]) + length + body


def connect(identifier: str, keep_alive: int, user: str = "", password: str = "",
            will: tuple[str, str] | None = None) -> bytes:
    """CONNECT with a clean session; the will is retained, quality 1."""
    flags, body = 2, text(identifier)
    if will:
        flags |= 0x2C
        body += text(will[0]) + text(will[1])
    if user:
        flags |= 0xC0
        body += text(user) + text(password)
    return packet(0x10, text("MQTT") + bytes([4, flags]) + struct.pack(">H", keep_alive) + body)


def subscribe(pattern: str, quality: int = 0) -> bytes:
    """SUBSCRIBE to one pattern."""
    return packet(0x82, b"\0\1" + text(pattern) + bytes([quality]))


def publish(topic: bytes, payload: bytes, identifier: int = 0, retain: bool = False, again: bool = False) -> bytes:
    """PUBLISH to an encoded topic, quality 1 if it has an identifier."""
    kind = PUBLISH | (2 if identifier else 0) | (1 if retain else 0) | (8 if again else 0)
    return packet(kind, topic + (struct.pack(">H", identifier) if identifier else b"") + payload)


def unpacked(buffer: bytearray) -> Iterator[tuple[int, bytes]]:
    """Kind and body of the whole packets of a buffer, which are removed from it."""
    at = 0
    while True:
        length, shift, start = 0, 0, at + 1
        while start < len(buffer):
            byte = buffer[start]
            length |= (byte & 127) << shift
            shift += 7
            start += 1
            if not byte & 128:
                break
        else:
            break
        if start + length > len(buffer):
            break
        yield buffer[at], bytes(buffer[start:start + length])
        at = start + length
    del buffer[:at]


def message(kind: int, body: bytes) -> tuple[str, bytes, int]:
    """Topic, payload and packet identifier of a PUBLISH."""
    end = 2 + struct.unpack(">H", body[:2])[0]
    topic, identifier = body[2:end].decode(), 0
    if kind & 6:
        identifier = struct.unpack(">H", body[end:end + 2])[0]
        end += 2
    return topic, body[end:], identifier
