"""The consumer and the database fail; and what is no event."""

from __future__ import annotations

import json
import signal
import socket
import time
import unittest
from typing import Any

import packets
from fleet import PASSWORD, USER, report, robots, shared, until


class Publisher:
    """Publishes bytes with quality 1 under any topic."""

    def __init__(self) -> None:
        self.socket = socket.create_connection(("127.0.0.1", shared().ports[1]), 10)
        self.socket.sendall(packets.connect("publisher", 60, USER, PASSWORD))
        self.identifier = 0
        self.receive(packets.CONNACK)

    def receive(self, kind: int) -> None:
        """Waits for a packet."""
        buffer = bytearray()
        while data := self.socket.recv(1000):
            buffer += data
            for one, _ in packets.unpacked(buffer):
                if one == kind:
                    return
        raise AssertionError("the broker has closed the connection")

    def send(self, topic: bytes, payload: bytes) -> None:
        """Publishes, and waits for the acknowledgement."""
        self.identifier += 1
        self.socket.sendall(packets.publish(len(topic).to_bytes(2, "big") + topic, payload, self.identifier))
        self.receive(packets.PUBACK)

    def event(self, robot: str, sequence: int, stream: str = "s", **values: Any) -> None:
        """Publishes an event."""
        self.send(f"headingd/{robot}/event".encode(), json.dumps({
            "version": 1, "robot": robot, "stream": stream, "sequence": sequence, "time": None, "event": "status",
            "status": "valid", "steer": "ok", "reasons": [], "simulated": True, "text": None, **values}).encode())

    def __enter__(self) -> Publisher:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.sendall(packets.DISCONNECT)
        self.socket.close()


class StoreTests(unittest.TestCase):
    """What reaches PostgreSQL."""

    def setUp(self) -> None:
        self.fleet = shared()
        self.database = self.fleet.database

    def count(self, condition: str, *values: Any) -> int:
        """The number of stored events."""
        return int(self.database.value(f"SELECT count(*) FROM fleet.event WHERE {condition}", *values))

    def test_consumer_is_killed(self) -> None:
        """Killed between a commit and its acknowledgement, sooner or later: nothing is stored twice."""
        load = robots(self.fleet.folder, self.fleet.ports, "crash", count=40, rate=0, events=20, seconds=15)
        for _ in range(6):
            time.sleep(1.5)
            self.fleet.store.kill()
            self.fleet.store = self.fleet.start_consumer("--batch=50")
        print(f"consumer killed six times: {self.fleet.stored.check(report(load, 120))} events", flush=True)

    def test_database_is_restarted(self) -> None:
        """The server ends in order, and then as if power failed."""
        load = robots(self.fleet.folder, self.fleet.ports, "data", count=40, rate=0, events=10, seconds=15)
        for is_orderly in (True, False):
            time.sleep(2)
            self.database.stop(is_orderly)
            time.sleep(2)
            self.database.start()
        print(f"database restarted twice: {self.fleet.stored.check(report(load, 120))} events", flush=True)
        self.fleet.store.check()

    def test_two_consumers(self) -> None:
        """They share the work; one that hangs is not waited for."""
        second = self.fleet.start_consumer()
        self.addCleanup(second.stop)
        load = robots(self.fleet.folder, self.fleet.ports, "two", count=40, rate=0, events=10, seconds=10)
        time.sleep(5)
        second.process.send_signal(signal.SIGSTOP)
        self.addCleanup(second.process.send_signal, signal.SIGCONT)
        # The broker gives its messages to the other one after two heartbeats.
        self.fleet.stored.check(report(load, 120))

    def test_gaps(self) -> None:
        """They are told, and closed by what comes late; a robot's own word of them is kept."""
        with Publisher() as publisher:
            for sequence in (1, 2, 5, 9):
                publisher.event("gap", sequence)
            publisher.event("gap", 10, event="dropped", **{"from": 6, "to": 8})
            until(lambda: self.count("robot = 'gap'") == 5, "all are stored")
            query = "SELECT first, last, told FROM fleet.gap WHERE robot = 'gap' ORDER BY first"
            self.assertEqual(self.database.rows(query), [(3, 4, False), (6, 8, True)])
            until(lambda: "'gap': 5 events of stream 's' are missing" in self.fleet.store.log, "the gap is told")
            publisher.event("gap", 4)
            publisher.event("gap", 3)
            until(lambda: self.database.rows(query) == [(6, 8, True)], "the gap is closed")

    def test_names(self) -> None:
        """A name with dots is stored as it is, and none takes another's."""
        with Publisher() as publisher:
            publisher.event("boat.7", 1)
            publisher.send(b"headingd/rover/event", json.dumps({
                "version": 1, "robot": "other", "stream": "t", "sequence": 1, "event": "status"}).encode())
            until(lambda: self.count("robot = 'boat.7'") == 1, "it is stored")
            reason = "SELECT reason FROM fleet.set_aside WHERE key = 'headingd.rover.event'"
            until(lambda: self.database.rows(reason) == [("the topic is another robot's",)], "it is set aside")

    def test_poison(self) -> None:
        """What is no event is set aside once with its reason, and the others of its batch are stored."""
        event = {"version": 1, "robot": "bad", "stream": "p", "sequence": 1, "event": "status", "time": None}
        bodies = [
            b"", b"\xff\xfe", b"null", b"[1]", b"{", b"[" * 60_000, b"x" * 70_000, b'{"version":NaN}',
            *(json.dumps({**event, **wrong}).encode() for wrong in (
                {"version": 2}, {"sequence": 0}, {"sequence": "1"}, {"sequence": True}, {"sequence": 2**63},
                {"sequence": 1.5}, {"stream": None}, {"stream": "a\0b"}, {"stream": "\ud800"}, {"stream": "s" * 2000},
                {"status": 5}, {"time": "yesterday"}, {"time": "0001-01-01T00:00:00+23:00"}, {"event": "dropped"},
                {"event": "\x1b]0;owned\x07"}, {"text": "\0"}, {"text": "\ud800"})),
            json.dumps({**event, "sequence": 10}).encode()[:-1] + b',"text":1e999999}',
            b'{"version":1,"sequence":' + b"9" * 5000 + b"}",
        ]
        with Publisher() as publisher:
            for _ in range(2):
                for number, body in enumerate(bodies):
                    publisher.event("good", number + 1)
                    publisher.send(b"headingd/bad/event", body)
            until(lambda: self.count("robot = 'good'") == len(bodies), "the good ones are stored")
            aside = "SELECT count(*) FROM fleet.set_aside WHERE key = 'headingd.bad.event'"
            until(lambda: self.database.value(aside) == len(bodies) - self.count("robot = 'bad'"), "the bad ones are not")
        for sequence, text in self.database.rows("SELECT sequence, payload FROM fleet.event WHERE robot = 'bad'"):
            self.fail(f"{sequence} {text}")
        self.assertNotIn("\x1b", self.fleet.store.log)

    def test_topics_of_others(self) -> None:
        """Topics that no robot uses are set aside too, whatever their bytes."""
        with Publisher() as publisher:
            for topic in (b"headingd/a/b/c/event", b"headingd//event", "headingd/Ωμέγα/event".encode(),
                          b"headingd/\x1b[31m/event", b"headingd/" + b"x" * 200 + b"/event"):
                publisher.send(topic, b"{}")
            publisher.event("after", 1)
            until(lambda: self.count("robot = 'after'") == 1, "what comes after them is stored")
        self.fleet.store.check()

    def test_a_clone(self) -> None:
        """Another event under a key that is taken is not lost: it is set aside."""
        with Publisher() as publisher:
            publisher.event("clone", 1)
            publisher.event("clone", 1)
            publisher.event("clone", 1, status="invalid")
            aside = "SELECT reason FROM fleet.set_aside WHERE key = 'headingd.clone.event'"
            until(lambda: self.database.rows(aside) == [("another event 1 of stream s is stored",)], "it is set aside")
        self.assertEqual(self.database.rows("SELECT status FROM fleet.event WHERE robot = 'clone'"), [("valid",)])
