"""What a client makes of a server that is broken, foreign, slow or hostile."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
import tracemalloc
import unittest
from typing import Any, Callable
from unittest import mock

import headingd
from headingd.stream import CHUNK, CHUNKS, drain
from headingd.wire import Backoff, Decoder
from support import GREETING, PATIENCE, Peer, Server, serving, update


def endless(piece: bytes) -> Callable[[Peer], None]:
    """Greets, and sends the same bytes for ever."""

    def serve(peer: Peer) -> None:
        peer.send(GREETING)
        while True:
            peer.send(piece * (1 + 65_536 // len(piece)))

    return serve


def short_answers() -> Any:
    """Gives a daemon a fifth of a second to greet and to answer."""
    stack = contextlib.ExitStack()
    for module in ("reading", "commands"):
        stack.enter_context(mock.patch(f"headingd.{module}.ANSWER_TIMEOUT", 0.2))
    return stack


class Sync:
    """Reads without asyncio."""

    def take(self, path: str, count: int, **arguments: Any) -> list[headingd.Update]:
        """So many updates."""
        updates = headingd.Client(path).updates(**arguments)
        return [next(updates) for _ in range(count)]


class Async:
    """The same with asyncio."""

    def take(self, path: str, count: int, **arguments: Any) -> list[headingd.Update]:
        """So many updates."""

        async def read() -> list[headingd.Update]:
            updates = headingd.AsyncClient(path).updates(**arguments)
            try:
                return [await updates.__anext__() for _ in range(count)]
            finally:
                await updates.aclose()

        return asyncio.run(asyncio.wait_for(read(), PATIENCE))


class Reading:
    """Both ways."""

    take: Callable[..., list[headingd.Update]]

    def test_an_endless_line_is_an_error_and_takes_no_memory(self: Any) -> None:
        with Server(endless(b"x")) as server:
            tracemalloc.start()
            self.addCleanup(tracemalloc.stop)
            with self.assertRaisesRegex(headingd.NotHeadingd, "longer than 65536"):
                self.take(server.path, 1)
            self.assertLess(tracemalloc.get_traced_memory()[1], 8 << 20)

    def test_a_flood_gives_the_newest_update_and_takes_no_memory(self: Any) -> None:
        with Server(endless(update(of_tomorrow="x" * 1000))) as server:
            tracemalloc.start()
            self.addCleanup(tracemalloc.stop)
            updates = self.take(server.path, 5)
            self.assertGreater(sum(one.missed for one in updates), 20)
            self.assertLess(tracemalloc.get_traced_memory()[1], 8 << 20)

    def test_a_server_that_never_greets_is_silent(self: Any) -> None:
        with short_answers(), Server(Peer.hold) as server:
            with self.assertRaisesRegex(headingd.Silent, "does not respond"):
                self.take(server.path, 1, reconnect=False)

    def test_a_greeting_byte_by_byte_is_silence_too(self: Any) -> None:
        def serve(peer: Peer) -> None:
            while True:
                peer.send(b" ")
                threading.Event().wait(0.01)

        with short_answers(), Server(serve) as server, self.assertRaises(headingd.Silent):
            self.take(server.path, 1, reconnect=False)

    def test_a_daemon_that_falls_silent_makes_a_robot_stop(self: Any) -> None:
        with Server(serving(GREETING, update())) as server:
            began = time.monotonic()
            good, silent = self.take(server.path, 2, deadline=0.2)
            self.assertGreaterEqual(time.monotonic() - began, 0.2)
            self.assertEqual(good.steer, headingd.Steer.OK)
            self.assertEqual(silent, headingd.Update.unavailable(headingd.CONNECTION_SILENT))
            self.assertIs(silent.steer, headingd.Steer.STOP)

    def test_a_lost_connection_is_told_once_and_opened_again(self: Any) -> None:
        closing = serving(GREETING, then_hold=False)
        server = Server(serving(GREETING, update(), then_hold=False), closing, closing,
                        serving(GREETING, update(magnetic_heading=99.0)))
        with server:
            updates = self.take(server.path, 3)
            self.assertEqual([one.magnetic_heading for one in updates], [12.5, None, 99.0])
            self.assertEqual(updates[1].why("magnetic_heading"), (headingd.CONNECTION_LOST,))
            self.assertEqual(server.count, 4)

    def test_without_reconnect_the_loss_is_an_error(self: Any) -> None:
        with Server(serving(GREETING, then_hold=False)) as server:
            with self.assertRaisesRegex(headingd.ConnectionLost, "was stopped"):
                self.take(server.path, 1, reconnect=False)
        with self.assertRaisesRegex(headingd.Unreachable, "systemctl start headingd"):
            self.take(server.path, 1, reconnect=False)

    def test_what_is_no_headingd_is_an_error_even_with_reconnect(self: Any) -> None:
        with Server(serving(b"HTTP/1.1 400 Bad Request\r\n\r\n")) as server:
            with self.assertRaisesRegex(headingd.NotHeadingd, "check the address"):
                self.take(server.path, 1)
        with Server(serving(b'{"class":"greeting","protocol":2,"server":"x"}\n')) as server:
            with self.assertRaisesRegex(headingd.NewerProtocol, "protocol 2"):
                self.take(server.path, 1)

    def test_a_refusal_has_the_daemons_reason_made_safe(self: Any) -> None:
        with Server(serving(b'{"class":"error","reason":"no \\u001b[31maccess"}\n')) as server:
            with self.assertRaisesRegex(headingd.Refused, r"^no \?\[31maccess$"):
                self.take(server.path, 1)

    def test_an_update_that_waited_in_a_buffer_makes_a_robot_stop(self: Any) -> None:
        with Server(serving(GREETING, update(boot_time=headingd.now() - 1))) as server:
            (late,) = self.take(server.path, 1, deadline=0.5)
            self.assertIs(late.steer, headingd.Steer.STOP)
            self.assertEqual(late.reasons, (headingd.LATE,))

    def test_what_is_asked_for_reaches_the_daemon(self: Any) -> None:
        asked: list[dict[str, Any]] = []

        def serve(peer: Peer) -> None:
            peer.send(GREETING)
            asked.append(peer.line())
            peer.send(update())
            peer.hold()

        with Server(serve) as server:
            self.take(server.path, 1, rate=5, heading_filter=2.5, distance_filter=10)
        self.assertEqual(asked, [{"class": "request", "rate": 5, "heading_filter": 2.5, "distance_filter": 10}])

    def test_a_request_that_the_daemon_would_refuse_is_an_error_here(self: Any) -> None:
        for wrong in ({"rate": -1}, {"rate": float("nan")}, {"heading_filter": 181}, {"distance_filter": 2e7},
                      {"deadline": 0}, {"deadline": float("nan")}):
            with self.subTest(**wrong), self.assertRaises(ValueError):
                self.take("/nowhere/socket", 1, **wrong)


class SyncReading(Sync, Reading, unittest.TestCase):
    """Without asyncio."""


class AsyncReading(Async, Reading, unittest.TestCase):
    """With asyncio."""

    def test_a_cancelled_loop_closes_its_connection(self) -> None:
        async def read(path: str) -> None:
            async for _ in headingd.AsyncClient(path).updates():
                pass

        async def run(path: str) -> None:
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(read(path), 0.1)

        with Server(serving(GREETING, update())) as server:
            asyncio.run(run(server.path))
            self.assertTrue(server.ended.wait(PATIENCE))

    def test_a_flood_does_not_keep_the_loop_from_other_tasks(self) -> None:
        async def run(path: str) -> int:
            ticks = 0

            async def tick() -> None:
                nonlocal ticks
                while True:
                    ticks += 1
                    await asyncio.sleep(0)

            other = asyncio.ensure_future(tick())
            updates = headingd.AsyncClient(path).updates()
            for _ in range(5):
                await updates.__anext__()
            await updates.aclose()
            other.cancel()
            return ticks

        with Server(endless(update(of_tomorrow="x" * 1000))) as server:
            self.assertGreaterEqual(asyncio.run(asyncio.wait_for(run(server.path), PATIENCE)), 5)

    def test_commands_and_events(self) -> None:
        def serve(peer: Peer) -> None:
            peer.send(GREETING)
            peer.line()
            peer.send(b'{"class":"notice","message":"hello","severity":"info"}\n')
            peer.line()
            peer.send(b'{"class":"profiles","profiles":["a","b"]}\n')
            peer.hold()

        async def run(path: str) -> None:
            client = headingd.AsyncClient(path)
            self.assertEqual(await client.profiles(), ["a", "b"])
            events = client.events()
            self.assertEqual(await events.__anext__(), headingd.Notice("hello", None, "info"))
            await events.aclose()

        with Server(serve) as server:
            asyncio.run(asyncio.wait_for(run(server.path), PATIENCE))


class Decoding(unittest.TestCase):
    def test_no_line_takes_long(self) -> None:
        deep = b"[" * 65
        lines = [
            deep + b'"' + b'\\"' * 32_000, deep + b'"' * 65_000, b"{" * 65_000, b"[" * 65_000, b'{"a":' * 13_000,
            b'{"a":' + b"9" * 65_000 + b"}", b'{"a":0.' + b"1" * 65_000 + b"}", b'{"a":1e' + b"9" * 65_000 + b"}",
            b'{"a":"' + b"\\u0000" * 10_000 + b'"}', b'{"a":"' + b"\\" * 65_000 + b'"}',
        ]
        for line in lines:
            decoder = Decoder()
            list(decoder.receive(GREETING))
            with self.subTest(line=line[:80]):
                began = time.process_time()
                with contextlib.suppress(headingd.NotHeadingd):
                    list(decoder.receive(line + b"\n"))
                self.assertLess(time.process_time() - began, 1)

    def test_the_longest_line_is_read_and_one_byte_more_is_not(self) -> None:
        for length, is_read in ((65_536, True), (65_537, False)):
            line = b'{"x":"' + b"y" * (length - 8) + b'"}'
            self.assertEqual(len(line), length)
            for pieces in ([line + b"\n"], [line, b"\n"]):
                decoder = Decoder()
                list(decoder.receive(GREETING))
                with contextlib.nullcontext() if is_read else self.assertRaises(headingd.NotHeadingd):
                    self.assertEqual(sum(len(list(decoder.receive(piece))) for piece in pieces), 1)

    def test_a_number_of_any_length_does_no_harm_where_it_means_nothing(self) -> None:
        decoder = Decoder()
        list(decoder.receive(GREETING))
        self.assertEqual(len(list(decoder.receive(b'{"of_tomorrow":' + b"9" * 65_000 + b"}\n"))), 1)

    def test_a_socket_that_is_never_empty_is_read_in_parts(self) -> None:
        stream = mock.Mock()
        stream.recv = bytes
        self.assertEqual(len(drain(stream)), CHUNK * CHUNKS)

    def test_waits_between_attempts_are_capped(self) -> None:
        backoff = Backoff()
        waits = [backoff.next() for _ in range(9)]
        self.assertEqual(waits, [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0, 5.0])
        backoff.reset()
        self.assertEqual(backoff.next(), 0.1)


class CommandsOfAServer(unittest.TestCase):
    def answer(self, *lines: bytes, then_hold: bool = True) -> dict[str, Any]:
        def serve(peer: Peer) -> None:
            peer.send(GREETING)
            self.assertEqual(peer.line(), {"class": "request", "contents": []})
            peer.line()
            peer.send(*lines)
            if then_hold:
                peer.hold()

        with Server(serve) as server:
            return headingd.Client(server.path).command("status")

    def test_the_answer_is_found_among_other_lines(self) -> None:
        answer = b'{"class":"status","uptime":1}\n'
        other = b'{"class":"request","contents":[]}\n', update(), b'{"class":"notice","message":"x"}\n'
        self.assertEqual(self.answer(*other, answer), {"class": "status", "uptime": 1})

    def test_no_answer_is_an_error(self) -> None:
        with short_answers(), self.assertRaisesRegex(headingd.Silent, "does not answer"):
            self.answer()
        with self.assertRaises(headingd.ConnectionLost):
            self.answer(then_hold=False)
        with self.assertRaises(headingd.Refused):
            self.answer(b'{"class":"error","reason":"more than 20 requests in a second"}\n')
        with self.assertRaisesRegex(headingd.NotFollowed, "status: no"):
            self.answer(b'{"class":"failure","command":"status","reason":"no"}\n')
        with self.assertRaises(headingd.NotHeadingd):
            self.answer(b'{"class":7}\n')

    def test_a_late_answer_is_not_taken_for_the_next_one(self) -> None:
        def serve(peer: Peer) -> None:
            peer.send(GREETING)
            for _ in range(2):
                peer.line()
            peer.hold()

        with short_answers(), Server(serve) as server, headingd.Client(server.path).commands() as commands:
            with self.assertRaises(headingd.Silent):
                commands.status()
            with self.assertRaises(headingd.ConnectionLost):
                commands.profiles()

    def test_an_endless_flood_of_other_lines_is_no_answer(self) -> None:
        with short_answers(), Server(endless(update())) as server, self.assertRaises(headingd.Silent):
            headingd.Client(server.path).command("status")

    def test_an_answer_of_wrong_types_is_unknown_values(self) -> None:
        def serve(peer: Peer) -> None:
            peer.send(GREETING)
            for _ in range(4):
                peer.line()
                peer.send(
                    b'{"class":"x","sensors":[7,{"sensor":1,"count":1e400}],"uptime":"a","rate":[],"hard_iron":[1],'
                    b'"soft_iron":[[1,2,3],[1],7],"revision":true,"profiles":{"a":1},"calibrated":1}\n'
                )
            peer.hold()

        with Server(serve) as server:
            client = headingd.Client(server.path)
            status = client.status()
            self.assertEqual(status.sensors, (headingd.SensorState("", "unknown", 0, None, None, None),))
            self.assertEqual((status.uptime, status.rate, status.calibrated), (0.0, None, False))
            self.assertEqual(client.calibration(), headingd.Calibration(False, None, None, None, None))
            self.assertEqual(client.profiles(), [])

    def test_a_load_that_is_not_finite_is_an_error(self) -> None:
        with self.assertRaises(ValueError):
            headingd.Client("/nowhere/socket").load(float("nan"))


if __name__ == "__main__":
    unittest.main()
