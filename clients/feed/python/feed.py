#!/usr/bin/env python3
"""Sends sensors to headingd or `compass --feed`; docs/feed.md describes the messages.

Standard library only. As a module:

    feed = Feed("unix:/run/headingd/feed/sock", "rover", [
        Sensor("magn", "magnetic_field", "microtesla", 1600, 50, axes="x=right,y=forward,z=up"),
        Sensor("accel", "acceleration", "m/s2", 39.2, 100, axes="x=right,y=forward,z=up"),
    ], clock=("us", 32))
    while True:
        feed.send(time_in_microseconds, magn=(x, y, z), accel=(x, y, z))

As a program it reads samples from standard input, one JSON object a line, and passes them on:

    read_my_sensors | feed.py unix:/run/headingd/feed/sock declaration.json [--binary]
"""

import json
import socket
import struct
import sys
import time

QUANTITIES = {"magnetic_field": 1, "acceleration": 2, "angular_rate": 3, "pressure": 4,
              "temperature": 5, "relative_humidity": 6}
UNITS = {"tesla": 1, "microtesla": 2, "gauss": 3, "m/s2": 4, "g": 5, "rad/s": 6, "deg/s": 7,
         "pascal": 8, "hectopascal": 9, "kelvin": 10, "celsius": 11, "percent": 12}
DIRECTIONS = {"right": 0, "left": 1, "forward": 2, "backward": 3, "up": 4, "down": 5}
CLOCKS = {"s": 1, "ms": 2, "us": 3, "ns": 4}
VECTORS = ("magnetic_field", "acceleration", "angular_rate")


class Sensor:
    """One sensor: quantity and unit by name, range in the unit, nominal rate in Hz."""

    def __init__(self, name, quantity, unit, range, rate, axes=None, of=None):
        self.name, self.quantity, self.unit = name, quantity, unit
        self.range, self.rate, self.axes, self.of = range, rate, axes, of

    def json(self):
        """The sensor as a JSON object of the declaration."""
        pairs = vars(self).items()
        return {key: value for key, value in pairs if value is not None}


def checksum(content):
    """CRC-16/IBM-3740: polynomial 0x1021, initial value 0xFFFF."""
    value = 0xFFFF
    for byte in content:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
    return value


def frame(content):
    """The content with checksum, stuffed by COBS, and the zero that ends it."""
    content = content + struct.pack("<H", checksum(content))
    blocks = []
    for part in content.split(b"\0"):
        while len(part) >= 254:
            blocks.append(b"\xff" + part[:254])
            part = part[254:]
        blocks.append(bytes([len(part) + 1]) + part)
    return b"".join(blocks) + b"\0"


def text(name):
    """A text with its length before it."""
    encoded = name.encode("ascii")
    return bytes([len(encoded)]) + encoded


def axis_codes(sensor):
    """Three directions, or the mark of a matrix and its nine elements."""
    if sensor.quantity not in VECTORS:
        return bytes(3), b""
    if "=" not in sensor.axes:
        numbers = [float(word) for row in sensor.axes.split(";") for word in row.split(",")]
        return b"\xff\xff\xff", struct.pack("<9f", *numbers)
    words = dict(part.strip().split("=") for part in sensor.axes.split(","))
    return bytes(DIRECTIONS[words[axis]] for axis in "xyz"), b""


class Feed:
    """A connection to `unix:PATH` or `udp:HOST:PORT`, or a file such as standard output.

    clock is None (the time of arrival is used) or the unit and the bits of the times, such as
    ("us", 32). A connection that is lost is made again, with a new declaration.
    """

    def __init__(self, endpoint, device, sensors, clock=None, simulated=False, binary=False):
        self.endpoint, self.device, self.sensors = endpoint, device, sensors
        self.clock, self.simulated, self.binary = clock, simulated, binary
        self.socket = None
        self.declared = 0.0

    def declaration(self):
        """The declaration as bytes."""
        if self.binary:
            unit, bits = (CLOCKS[self.clock[0]], self.clock[1]) if self.clock else (0, 0)
            frames = frame(bytes([1, 1, unit, bits, int(self.simulated), len(self.sensors)])
                           + text(self.device))
            names = [sensor.name for sensor in self.sensors]
            for index, sensor in enumerate(self.sensors):
                codes, matrix = axis_codes(sensor)
                frames += frame(
                    bytes([2, index, QUANTITIES[sensor.quantity], UNITS[sensor.unit],
                           names.index(sensor.of) if sensor.of else 0xFF]) + codes
                    + struct.pack("<ff", sensor.range, sensor.rate) + text(sensor.name) + matrix)
            return frames
        message = {"feed": 1, "device": self.device}
        if self.clock:
            message["clock"] = {"unit": self.clock[0], "bits": self.clock[1]}
        if self.simulated:
            message["simulated"] = True
        message["sensors"] = [sensor.json() for sensor in self.sensors]
        return line(message)

    def samples(self, moment, values):
        """The samples of one moment as bytes."""
        if not self.binary:
            message = {} if moment is None else {"t": moment}
            message.update(values)
            return line(message)
        frames = b""
        for index, sensor in enumerate(self.sensors):
            if sensor.name not in values:
                continue
            value = values[sensor.name]
            value = value if isinstance(value, (list, tuple)) else [value]
            stamp = b"" if not self.clock else struct.pack(
                "<I" if self.clock[1] == 32 else "<Q", moment)
            frames += frame(bytes([3, index]) + stamp + struct.pack(f"<{len(value)}f", *value))
        return frames

    def send(self, moment, **values):
        """Sends samples by their sensors' names; a lost connection is made again."""
        try:
            if self.socket is None:
                self.connect()
            elif not self.is_connection() and time.monotonic() - self.declared >= 1:
                self.declare()
            self.socket.sendall(self.samples(moment, values))
        except OSError as error:
            print(f"{self.endpoint}: {error}; trying again", file=sys.stderr)
            self.close()
            time.sleep(1)

    def is_connection(self):
        """Whether the receiver cannot miss the declaration; elsewhere it is repeated."""
        return self.endpoint.startswith("unix:")

    def connect(self):
        """Connects and declares the sensors."""
        kind, _, place = self.endpoint.partition(":")
        if kind == "unix":
            self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self.socket.connect(place)
        elif kind == "udp":
            host, _, port = place.rpartition(":")
            self.socket = socket.socket(
                socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_DGRAM)
            self.socket.connect((host.strip("[]"), int(port)))
        elif self.endpoint == "-":
            self.socket = Output(sys.stdout.buffer)
        else:
            raise ValueError(f"{self.endpoint} is not unix:PATH, udp:HOST:PORT or -")
        self.declare()

    def declare(self):
        """Sends the declaration."""
        self.socket.sendall(self.declaration())
        self.declared = time.monotonic()

    def close(self):
        """Ends the connection."""
        if self.socket is not None:
            self.socket.close()
        self.socket = None


class Output:
    """A file with a socket's methods."""

    def __init__(self, file):
        self.file = file

    def sendall(self, data):
        """Writes at once."""
        self.file.write(data)
        self.file.flush()

    def close(self):
        """Leaves the file open."""


def line(message):
    """A message as a line of JSON."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def main(arguments):
    """Passes samples from standard input on."""
    binary = "--binary" in arguments
    places = [word for word in arguments if word != "--binary"]
    if len(places) != 2:
        print(__doc__, file=sys.stderr)
        return 64
    with open(places[1], encoding="utf-8") as file:
        declaration = json.load(file)
    clock = declaration.get("clock")
    feed = Feed(places[0], declaration["device"],
                [Sensor(**sensor) for sensor in declaration["sensors"]],
                clock=(clock["unit"], clock.get("bits", 64)) if clock else None,
                simulated=declaration.get("simulated", False), binary=binary)
    for words in sys.stdin:
        values = json.loads(words)
        feed.send(values.pop("t", None), **values)
    feed.close()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        pass
