"""A satellite receiver behind gpsd's protocol: five fixes a second over TCP."""

from __future__ import annotations

import json
import math
import random
import socket
import time

import physics

METRES = 111_195  # of a degree of latitude


class Receiver:
    """Serves gpsd's JSON while it is open."""

    def __init__(self):
        self.random = random.Random(3)
        self.listener = self.port = None
        self.streams = []
        self.count = 0
        self.error = [0.0, 0.0]

    def open(self):
        """Begins to listen; before the daemon starts."""
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.setblocking(False)
        self.port = self.listener.getsockname()[1]

    def close(self):
        """Is gone, with its gpsd."""
        for stream in [*self.streams, *([self.listener] if self.listener else [])]:
            stream.close()
        self.listener, self.streams = None, []

    def step(self, rover):
        """A hundredth of a second: accepts who connects, and reports when it is time."""
        if self.listener is None:
            return
        try:
            stream, _ = self.listener.accept()
            stream.setblocking(False)
            stream.sendall(b'{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}\n')
            self.streams.append(stream)
        except BlockingIOError:
            pass
        self.count += 1
        if self.count % 20:
            return
        report = json.dumps(self.report(rover)).encode() + b"\n"
        for stream in list(self.streams):
            try:
                stream.sendall(report)
            except OSError:
                stream.close()
                self.streams.remove(stream)

    def report(self, rover):
        """A fix of this moment, with an error that wanders."""
        self.error = [0.98 * part + self.random.gauss(0, 0.2) for part in self.error]
        turn = math.radians(physics.DECLINATION)
        east, north = rover.place
        east, north = (east * math.cos(turn) + north * math.sin(turn) + self.error[0],
                       north * math.cos(turn) - east * math.sin(turn) + self.error[1])
        present = time.time()
        return {
            "class": "TPV", "device": "/dev/ttyACM0", "mode": 3,
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(present)) + f".{int(present % 1 * 1000):03d}Z",
            "lat": physics.LATITUDE + north / METRES,
            "lon": physics.LONGITUDE + east / METRES / math.cos(math.radians(physics.LATITUDE)),
            "altHAE": physics.HEIGHT, "altMSL": physics.HEIGHT - 47, "epx": 3.0, "epy": 3.0, "epv": 5.0, "eps": 0.3,
            "speed": abs(rover.speed + self.random.gauss(0, 0.04)),
            "track": (rover.heading + physics.DECLINATION + self.random.gauss(0, 2)) % 360}
