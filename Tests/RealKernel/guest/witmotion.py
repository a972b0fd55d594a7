#!/usr/bin/env python3
"""A WitMotion sensor at the end of a serial line, inside the guest: WITMOTION.py POSE

The line is a pseudo-terminal; the first line of output is its name. Protocol: "WIT Standard
Communication Protocol"; the units of the magnetometer, of kind 3, are those of the vendor's SDK.
POSE is a file with heading, pitch and roll.
"""
import math
import os
import pty
import struct
import sys
import time
import tty

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from realkernel.world import STANDARD_GRAVITY, Pose, World  # noqa: E402  (the path is set above)

CONTENTS, RATE, READ, UNLOCK, MAGNETOMETER = 0x02, 0x03, 0x27, 0x69, 0x72
HERTZ = {0x03: 1, 0x04: 2, 0x05: 5, 0x06: 10, 0x07: 20, 0x08: 50, 0x09: 100, 0x0B: 200}
GAUSS_PER_COUNT = 0.00013


def frame(kind, data):
    body = bytes([0x55, kind]) + data
    return body + bytes([sum(body) & 0xFF])


def counts(vector, unit, last=0):
    return struct.pack("<4h", *(max(-32768, min(32767, round(v / unit))) for v in vector), last)


class Sensor:
    def __init__(self):
        self.world = World()
        self.registers = {CONTENTS: 0x1E, RATE: 0x06, MAGNETOMETER: 3}
        self.is_locked = True
        self.received = b""

    def measurement(self):
        """The frames of a measurement, those of the contents that are selected."""
        wanted = self.registers[CONTENTS]
        frames = b""
        if wanted & 0x02:
            unit = 16 * STANDARD_GRAVITY / 32768
            temperature = round(100 * self.world.temperature)
            frames += frame(0x51, counts(self.world.acceleration(), unit, temperature))
        if wanted & 0x04:
            unit = math.radians(2000 / 32768)
            frames += frame(0x52, counts(self.world.rotation(), unit))
        if wanted & 0x08:
            frames += frame(0x53, bytes(8))
        if wanted & 0x10:
            frames += frame(0x54, counts(self.world.magnetic_field(), GAUSS_PER_COUNT))
        return frames

    def take(self, data):
        """Takes commands, FF AA and a register with its value; gives the answer to a read."""
        self.received += data
        answer = b""
        while len(self.received) >= 5:
            if self.received[:2] != b"\xff\xaa":
                self.received = self.received[1:]
                continue
            register, value = struct.unpack("<BH", self.received[2:5])
            self.received = self.received[5:]
            if register == UNLOCK:
                self.is_locked = value != 0xB588
            elif register == READ:
                answer += frame(0x5F, struct.pack(
                    "<4H", *(self.registers.get(value + i, 0) for i in range(4))))
            elif not self.is_locked:
                self.registers[register] = value
        return answer


def main():
    path = sys.argv[1]
    master, line = pty.openpty()
    tty.setraw(line)
    os.set_blocking(master, False)
    print(os.ttyname(line), flush=True)
    sensor = Sensor()
    due = time.monotonic()
    while True:
        with open(path) as file:
            text = file.read()
        if text.endswith("\n"):
            sensor.world.place(Pose(*map(float, text.split())))
        try:
            answer = sensor.take(os.read(master, 4096))
        except BlockingIOError:
            answer = b""
        try:
            os.write(master, answer + sensor.measurement())
        except BlockingIOError:
            pass  # nobody reads the line
        due = max(due + 1 / HERTZ[sensor.registers[RATE] & 0xFF], time.monotonic())
        time.sleep(max(0, due - time.monotonic()))


main()
