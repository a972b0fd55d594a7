"""A body at rest in the Earth's field: the samples of its sensors, as docs/design.md defines the axes.

feed_body.py HEADING PITCH ROLL ENDPOINT [--binary] [--seconds N] [--damage N]: degrees; magnetic north.

ENDPOINT is one of feed.py, or pty:LINK: a serial line that LINK then names. --damage cuts every Nth message short
or changes a byte of it.
"""

import math
import os
import random
import sys
import time
import tty

sys.path.insert(0, sys.argv[0].rsplit("/", 2)[0] + "/python")
from feed import Feed, Sensor  # noqa: E402


def matrix(axis, angle):
    """Rotation about an axis, rows."""
    c, s = math.cos(angle), math.sin(angle)
    return {"x": [[1, 0, 0], [0, c, -s], [0, s, c]],
            "y": [[c, 0, s], [0, 1, 0], [-s, 0, c]],
            "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]]}[axis]


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


heading, pitch, roll = (math.radians(float(word)) for word in sys.argv[1:4])
# Body to earth: Rz(-heading) Rx(pitch) Ry(roll); east, north, up.
attitude = product(product(matrix("z", -heading), matrix("x", pitch)), matrix("y", roll))
field, inclination = 48.0, math.radians(64)
earth = {"magn": [0, field * math.cos(inclination), -field * math.sin(inclination)],
         "accel": [0, 0, 1]}
body = {name: [sum(attitude[row][axis] * vector[row] for row in range(3)) for axis in range(3)]
        for name, vector in earth.items()}
# The magnetometer's chip has x forward and y left; the accelerometer's is turned about x.
chip = {"magn": [body["magn"][1], -body["magn"][0], body["magn"][2]],
        "accel": [body["accel"][0], body["accel"][2], -body["accel"][1]],
        "gyro": [0, 0, 0]}
damage = int(sys.argv[sys.argv.index("--damage") + 1]) if "--damage" in sys.argv else 0


class Line:
    """The other end of a serial line; what nobody reads is lost, as on a line."""

    def __init__(self, link):
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        os.set_blocking(self.master, False)
        os.symlink(os.ttyname(self.slave), link)

    def sendall(self, data):
        try:
            os.write(self.master, data)
        except BlockingIOError:
            pass


class BodyFeed(Feed):
    """A feed, also to a pseudo terminal, with damage."""

    count = 0

    def connect(self):
        kind, _, place = self.endpoint.partition(":")
        if kind != "pty":
            return super().connect()
        self.socket = Line(place)
        self.declare()

    def samples(self, moment, values):
        message = super().samples(moment, values)
        self.count += 1
        if damage == 0 or self.count % damage:
            return message
        if self.count % (2 * damage):
            return message[:len(message) // 2]
        place = len(message) // 3
        return message[:place] + bytes([message[place] ^ 0x15]) + message[place + 1:]


feed = BodyFeed(sys.argv[4], "testbody", [
    Sensor("magn", "magnetic_field", "microtesla", 400, 50, axes="x=forward,y=left,z=up"),
    Sensor("accel", "acceleration", "g", 4, 100, axes="x=right,y=up,z=backward"),
    Sensor("gyro", "angular_rate", "deg/s", 500, 100, axes="x=right,y=forward,z=up"),
], clock=("us", 32), binary="--binary" in sys.argv)
noise = random.Random(1)
start = time.monotonic()
offset = (1 << 32) - 2_000_000
index = 0
limit = float(sys.argv[sys.argv.index("--seconds") + 1]) if "--seconds" in sys.argv else 30
while index < limit * 100:
    # Samples that were due while there was no connection are left out, as a sensor's are.
    index = max(index, int((time.monotonic() - start) * 100) - 10)
    due = index * 0.01
    time.sleep(max(0, start + due - time.monotonic()))
    stamp = (int(due * 1e6) + offset) % (1 << 32)

    def shaken(name, size):
        return [value + noise.gauss(0, size) for value in chip[name]]

    values = {"accel": shaken("accel", 0.0005), "gyro": shaken("gyro", 0.05)}
    if index % 2 == 0:
        values["magn"] = shaken("magn", 0.05)
    try:
        feed.send(stamp, **values)
    except BrokenPipeError:
        break
    index += 1
