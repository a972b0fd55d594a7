"""Servers that are no brokers: garbage, giant packets, connections that end at once or are never answered."""

from __future__ import annotations

import contextlib
import os
import random
import socket
import threading
from pathlib import Path

from programs import Case, until


class Hostile(Case):
    """The daemon lives, says why, and its memory stays as it is."""

    def serve(self, answer: object) -> int:
        """The port of a server that calls a function with each connection."""
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)

        def accept() -> None:
            with contextlib.suppress(OSError):
                while True:
                    peer, _ = listener.accept()
                    threading.Thread(target=handle, args=(peer,), daemon=True).start()

        def handle(peer: socket.socket) -> None:
            with contextlib.suppress(OSError), peer:
                answer(peer)  # type: ignore[operator]

        threading.Thread(target=accept, daemon=True).start()
        return int(listener.getsockname()[1])

    @staticmethod
    def garbage(peer: socket.socket) -> None:
        """Random bytes."""
        peer.recv(1000)
        peer.sendall(random.Random(7).randbytes(100_000))

    @staticmethod
    def giant(peer: socket.socket) -> None:
        """A broker that accepts, and then sends a packet of 256 MB."""
        request = peer.recv(1000)
        peer.sendall(b"\x20\x03\0\0\0" if request[8:9] == b"\5" else b"\x20\x02\0\0")
        peer.sendall(b"\x30\xff\xff\xff\x7f\0\1a")
        block = bytes(1 << 20)
        for _ in range(255):
            peer.sendall(block)

    @staticmethod
    def silent(peer: socket.socket) -> None:
        """Never answers."""
        while peer.recv(1000):
            pass

    @staticmethod
    def stalled(peer: socket.socket) -> None:
        """Accepts, and reads no more."""
        request = peer.recv(1000)
        peer.sendall(b"\x20\x03\0\0\0" if request[8:9] == b"\5" else b"\x20\x02\0\0")
        threading.Event().wait(60)

    @staticmethod
    def closing(_: socket.socket) -> None:
        """Closes at once."""

    def memory(self, process: int, key: str) -> int:
        """A size of a process, kB."""
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith(key):
                return int(line.split()[1])
        return 0

    def test_servers_that_are_no_brokers(self) -> None:
        """Each is left with a reason; then a real broker is reached, with the descriptors of before."""
        cases = {
            "garbage": (self.garbage, ("not MQTT", "closed the connection", "a packet of more")),
            "giant": (self.giant, ("a packet of more than 65536 bytes",)),
            "silent": (self.silent, ("does not answer",)),
            "stalled": (self.stalled, ("does not answer any more", "does not acknowledge")),
            "closing": (self.closing, ("closed the connection",)),
        }
        broker = self.broker()
        for name, (answer, expected) in cases.items():
            with self.subTest(name):
                port = self.serve(answer)
                daemon = self.daemon([port, broker.port], name=name, keep_alive=5, rate=50, interval=0.1,
                                     queue_folder=str(self.folder / name))
                until(lambda: any(one in daemon.log for one in expected), lambda: f"{name} is left: {daemon.log}")
                until(lambda: f"goes to localhost:{broker.port}" in daemon.log, "the broker is reached")
                peak = self.memory(daemon.process.pid, "VmHWM")
                print(f"\n{name}: at most {peak / 1024:.0f} MB resident,"
                      f" {len(os.listdir(f'/proc/{daemon.process.pid}/fd'))} descriptors")
                self.assertLess(peak, 120_000)
                daemon.stop()
                self.assertEqual(daemon.process.returncode, 0)
