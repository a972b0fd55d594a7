#!/usr/bin/env python3
"""Any number of robots in one process, which publish as headingd does: states, and events until they are acknowledged.

Prints a JSON object at the end: what was sent and what was acknowledged, for each robot.
"""

from __future__ import annotations

import argparse
import contextlib
import heapq
import json
import random
import selectors
import signal
import socket
import sys
import time
from collections import deque
from datetime import datetime, timedelta, timezone
from typing import Any

import packets

#: s without an answer, after which a server is left.
KEEP_ALIVE = 10

#: Events on their way at once.
WINDOW = 20


def utc(seconds: float = 0) -> str:
    """The present, or a later time."""
    moment = datetime.now(timezone.utc) + timedelta(seconds=seconds)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


class Robot:
    """One robot, whose queue is in memory."""

    def __init__(self, name: str, load: Load) -> None:
        self.name, self.load = name, load
        self.stream = f"{random.getrandbits(64):016x}"
        self.sequence = self.acknowledged = self.states = self.connections = 0
        self.queue: deque[tuple[int, bytes]] = deque()
        self.on_the_way = 0
        self.socket: socket.socket | None = None
        self.is_connected = self.is_waiting = False
        self.server = random.randrange(len(load.servers))
        self.delay = 0.25
        base = f"{load.options.prefix}/{name}/"
        self.state_topic, self.event_topic = packets.text(base + "state"), packets.text(base + "event")
        self.availability = base + "availability"

    def open(self) -> None:
        """Connects to the next server."""
        self.is_waiting = False
        self.buffer, self.out = bytearray(), bytearray()
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.deadline = time.monotonic() + 4
        self.pinged = 0.0
        options = self.load.options
        self.socket.connect_ex(self.load.servers[self.server % len(self.load.servers)])
        self.load.selector.register(self.socket, selectors.EVENT_READ | selectors.EVENT_WRITE, self)
        self.write(packets.connect(f"headingd-{self.name}", KEEP_ALIVE, options.user, options.password,
                                   (self.availability, "offline")))

    def write(self, data: bytes) -> None:
        """Sends now, or when the socket takes more."""
        assert self.socket
        if not self.out:
            try:
                data = data[self.socket.send(data):]
            except BlockingIOError:
                pass
            except OSError:
                return self.lost()
        if data:
            self.out += data
            self.load.selector.modify(self.socket, selectors.EVENT_READ | selectors.EVENT_WRITE, self)
        return None

    def ready(self, mask: int) -> None:
        """Reads and writes what is possible."""
        assert self.socket
        try:
            if mask & selectors.EVENT_WRITE:
                if self.out:
                    del self.out[:self.socket.send(self.out)]
                if not self.out:
                    self.load.selector.modify(self.socket, selectors.EVENT_READ, self)
            if mask & selectors.EVENT_READ:
                data = self.socket.recv(65_536)
                if not data:
                    return self.lost()
                self.deadline, self.pinged = time.monotonic() + KEEP_ALIVE, 0.0
                self.buffer += data
                for kind, body in packets.unpacked(self.buffer):
                    self.take(kind, body)
        except BlockingIOError:
            pass
        except OSError:
            self.lost()
        return None

    def take(self, kind: int, body: bytes) -> None:
        """Takes a packet."""
        if kind == packets.CONNACK:
            if body[1]:
                return self.lost()
            self.is_connected = True
            self.connections += 1
            self.delay = 0.25
            self.on_the_way = 0
            self.write(packets.publish(packets.text(self.availability), b"online", 0xFFFF, True))
            self.send_events(again=True)
        elif kind == packets.PUBACK and self.queue:
            identifier = int.from_bytes(body[:2], "big")
            if self.queue[0][0] % 0xFFFE + 1 == identifier:
                self.acknowledged = self.queue.popleft()[0]
                self.on_the_way -= 1
                self.send_events()
        return None

    def lost(self) -> None:
        """Leaves a server for the next one."""
        assert self.socket
        with contextlib.suppress(KeyError):
            self.load.selector.unregister(self.socket)
        self.socket.close()
        self.is_connected = False
        self.server += 1
        if not self.is_waiting:
            self.is_waiting = True
            self.load.later(self.delay * random.uniform(0.5, 1), self.open)
            self.delay = min(5.0, 2 * self.delay)

    def check(self) -> None:
        """Asks a server that is silent, and leaves one that does not answer."""
        now = time.monotonic()
        if self.is_waiting or not self.socket:
            return
        if now > self.deadline:
            self.lost()
        elif self.is_connected and not self.pinged and now > self.deadline - KEEP_ALIVE / 2:
            self.pinged = now
            self.write(packets.PINGREQ)

    def send_state(self) -> None:
        """Publishes a state if it can be sent now."""
        if self.is_connected and not self.out:
            self.states += 1
            heading = (self.states * 3.7 + self.server * 10) % 360
            self.write(packets.publish(self.state_topic, self.load.state(self.name, heading), retain=True))

    def happen(self) -> None:
        """Makes an event."""
        self.sequence += 1
        steer = ("ok", "slow", "stop")[self.sequence % 3]
        self.queue.append((self.sequence, json.dumps({
            "version": 1, "robot": self.name, "stream": self.stream, "sequence": self.sequence, "time": utc(),
            "event": "started" if self.sequence == 1 else "steer", "status": "valid", "steer": steer, "reasons": [],
            "simulated": True, "text": None}).encode()))
        self.send_events()

    def send_events(self, again: bool = False) -> None:
        """Publishes what is in the queue and not on its way."""
        while self.is_connected and self.on_the_way < min(WINDOW, len(self.queue)):
            sequence, payload = self.queue[self.on_the_way]
            self.on_the_way += 1
            self.write(packets.publish(self.event_topic, payload, sequence % 0xFFFE + 1, again=again))

    def end(self) -> None:
        """Disconnects in order."""
        if self.is_connected:
            self.write(packets.publish(packets.text(self.availability), b"offline", 0xFFFF, True) + packets.DISCONNECT)
            self.is_connected = False


class Load:
    """All robots."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.servers = [(one.partition(":")[0], int(one.partition(":")[2] or 1883)) for one in options.servers]
        self.selector = selectors.DefaultSelector()
        self.timers: list[tuple[float, int, Any]] = []
        self.count = 0
        self.robots = [Robot(f"{options.name}-{number}", self) for number in range(options.count)]
        self.time = (0.0, "", "")

    def later(self, delay: float, action: Any) -> None:
        """Calls a function later."""
        self.count += 1
        heapq.heappush(self.timers, (time.monotonic() + delay, self.count, action))

    def state(self, name: str, heading: float) -> bytes:
        """A state, as long as one of headingd."""
        now = time.monotonic()
        if now > self.time[0] + 0.005:
            self.time = (now, utc(), utc(0.5))
        return (
            f'{{"version":1,"robot":"{name}","time":"{self.time[1]}","age":0.012,"valid_for":0.5,'
            f'"expires":"{self.time[2]}","status":"valid","steer":"ok","reasons":[],"simulated":true,'
            f'"magnetic_heading":{heading:.2f},"true_heading":{(heading + 3.1) % 360:.2f},"heading_accuracy":1.9,'
            '"declination":3.1,"pitch":0.12,"roll":-0.34,"latitude":48.1234567,"longitude":11.1234567,'
            '"horizontal_accuracy":2.5,"altitude":512.3,"speed":1.25,"course":91.5}').encode()

    def every(self, robot: Robot, interval: float, end: float, action: Any) -> None:
        """Calls a function again and again, without drift."""
        def once(at: float) -> None:
            if at > end:
                return
            action()
            self.count += 1
            heapq.heappush(self.timers, (at + interval, self.count, lambda: once(at + interval)))
        start = time.monotonic() + random.uniform(0, interval)
        self.count += 1
        heapq.heappush(self.timers, (start, self.count, lambda: once(start)))

    def run(self, seconds: float, condition: Any = None) -> None:
        """Works for some time, or until a condition holds."""
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end and not (condition and condition()) and not self.is_ended:
            while self.timers and self.timers[0][0] <= now:
                heapq.heappop(self.timers)[2]()
            wait = min([end, now + 0.2] + [one[0] for one in self.timers[:1]]) - time.monotonic()
            for key, mask in self.selector.select(max(0, wait)):
                if not key.data.is_waiting:
                    key.data.ready(mask)

    is_ended = False


def main() -> None:
    """Runs the robots for some time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("servers", nargs="+", metavar="HOST:PORT")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--name", default="sim")
    parser.add_argument("--prefix", default="headingd")
    parser.add_argument("--user", default="")
    parser.add_argument("--password", default="")
    parser.add_argument("--rate", type=float, default=1, help="states of each robot, Hz")
    parser.add_argument("--events", type=float, default=0, help="events of each robot, Hz")
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    load = Load(options)

    def end(*_: object) -> None:
        load.is_ended = True

    signal.signal(signal.SIGTERM, end)
    for number, robot in enumerate(load.robots):
        load.later(number * 0.002, robot.open)
    load.run(60, lambda: all(one.is_connected for one in load.robots))
    print("connected", sum(one.is_connected for one in load.robots), flush=True)
    stop = time.monotonic() + options.seconds
    for robot in load.robots:
        if options.rate:
            load.every(robot, 1 / options.rate, stop, robot.send_state)
        if options.events:
            load.every(robot, 1 / options.events, stop, robot.happen)
        load.every(robot, 1, stop + 60, robot.check)
    load.run(options.seconds)
    load.is_ended = False
    load.run(60, lambda: all(not one.queue and not one.out for one in load.robots))
    for robot in load.robots:
        robot.end()
    load.run(0.5)
    json.dump({"robots": {one.name: {
        "stream": one.stream, "events": one.sequence, "acknowledged": one.acknowledged, "states": one.states,
        "connections": one.connections} for one in load.robots}}, sys.stdout)
    print(flush=True)


if __name__ == "__main__":
    main()
