"""A subscriber that tells how long each robot was silent."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from typing import Any

import packets


class Observer:
    """Reads topics from one server in a thread; use it as a context manager."""

    def __init__(self, host: str, port: int, *patterns: str, user: str = "", password: str = "", quality: int = 0,
                 name: str = "observer", keeps: bool = False) -> None:
        self._socket = socket.create_connection((host, port), 10)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
        self._socket.sendall(packets.connect(name, 0, user, password))
        self._patterns, self._quality = patterns, quality
        self._keeps, self._count, self._lock = keeps, len(patterns), threading.Lock()
        #: Topic and payload of every message, if they are kept.
        self.messages: list[tuple[str, bytes]] = []
        #: The newest payload of each topic.
        self.newest: dict[str, bytes] = {}
        #: The number of messages of each topic.
        self.counts: dict[str, int] = {}
        self._last: dict[str, float] = {}
        self._longest: dict[str, float] = {}
        self.subscribed = threading.Event()
        self.has_ended = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def __enter__(self) -> Observer:
        if not self.subscribed.wait(20):
            raise AssertionError("the broker does not acknowledge the subscription")
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(10)
        self._socket.close()

    def _read(self) -> None:
        buffer = bytearray()
        with contextlib.suppress(OSError):
            self._socket.settimeout(None)
            while data := self._socket.recv(1 << 18):
                buffer += data
                now = time.monotonic()
                with self._lock:
                    for kind, body in packets.unpacked(buffer):
                        self._take(now, kind, body)
        self.has_ended = True

    def _take(self, now: float, kind: int, body: bytes) -> None:
        if kind == packets.CONNACK:
            for pattern in self._patterns:
                self._socket.sendall(packets.subscribe(pattern, self._quality))
        elif kind == packets.SUBACK:
            self._count -= 1
            if not self._count:
                self.subscribed.set()
        elif kind & 0xF0 == packets.PUBLISH:
            topic, payload, identifier = packets.message(kind, body)
            if identifier:
                self._socket.sendall(packets.packet(packets.PUBACK, identifier.to_bytes(2, "big")))
            self.newest[topic] = payload
            self.counts[topic] = self.counts.get(topic, 0) + 1
            if topic in self._last:
                self._longest[topic] = max(self._longest.get(topic, 0), now - self._last[topic])
            self._last[topic] = now
            if self._keeps:
                self.messages.append((topic, payload))

    def restart(self) -> None:
        """Measures silence from now on."""
        with self._lock:
            now = time.monotonic()
            self._longest = {}
            self._last = {topic: now for topic in self._last}

    def silence(self) -> dict[str, float]:
        """The longest silence of each topic since the restart, that until now included, s."""
        with self._lock:
            now = time.monotonic()
            return {topic: max(self._longest.get(topic, 0), now - last) for topic, last in self._last.items()}

    @property
    def total(self) -> int:
        """The number of messages."""
        with self._lock:
            return sum(self.counts.values())

    def value(self, topic: str) -> Any:
        """The newest payload of a topic, from JSON."""
        return json.loads(self.newest[topic]) if topic in self.newest else None
