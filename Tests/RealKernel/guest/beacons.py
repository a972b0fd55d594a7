#!/usr/bin/env python3
"""A Bluetooth LE controller on the kernel's /dev/vhci that hears beacons: beacons.py FILE

The kernel and bluetoothd are the real ones; this answers the commands of the Host Controller Interface (Bluetooth
Core 5.4, volume 4, part E) and reports advertisements while a scan is enabled. FILE is JSON and read again whenever it
changes: {"beacons": [{"minor": 1, "distance": 3.0, "noise": 2.0}], "interval": 0.1}. Prints `scan active`, `scan passive` and
`scan off`.
"""
import json
import math
import os
import random
import select
import struct
import sys
import time
import uuid

BEACONS = uuid.UUID("fda50693-a4e2-4fb1-afcf-c6eb07647825")
POWER = -59  # dBm at 1 m
VENDOR, COMMAND, EVENT = 0xFF, 1, 4
COMMAND_COMPLETE, LE_META, ADVERTISING_REPORT = 0x0E, 0x3E, 0x02
# LE and no BR/EDR, in byte 4 of the features.
FEATURES = bytes([0, 0, 0, 0, 0x60, 0, 0, 0])


class Controller:
    def __init__(self):
        self.device = os.open("/dev/vhci", os.O_RDWR)
        os.write(self.device, bytes([VENDOR, 0]))
        self.is_scanning = self.is_active = False
        self.random = random.Random(1)

    def send(self, code, content):
        os.write(self.device, bytes([EVENT, code, len(content)]) + content)

    def receive(self):
        packet = os.read(self.device, 512)
        if packet[0] == COMMAND:
            code, = struct.unpack_from("<H", packet, 1)
            self.send(COMMAND_COMPLETE, b"\1" + struct.pack("<H", code) + b"\0" + self.answer(code, packet[4:]))

    def answer(self, code, arguments):
        """The return parameters after the status."""
        if code == 0x1001:  # local version: 5.0
            return struct.pack("<BHBHH", 9, 0, 9, 0xFFFF, 0)
        if code == 0x1003:  # features
            return FEATURES
        if code == 0x1004:  # extended features; of page 1, that the host supports LE
            return bytes([arguments[0], 1]) + (bytes([2]) + bytes(7) if arguments[0] == 1 else FEATURES)
        if code == 0x1005:  # buffers
            return struct.pack("<HBHH", 192, 0, 8, 0)
        if code == 0x1009:  # address
            return bytes.fromhex("010000aabbc0")
        if code == 0x2002:  # LE buffers
            return struct.pack("<HB", 27, 8)
        if code == 0x2007:  # channel power
            return b"\0"
        if code == 0x2018:  # random number
            return os.urandom(8)
        if code == 0x200B:  # scan parameters
            self.is_active = arguments[0] == 1
        if code == 0x200C:  # scan enable
            self.enable(arguments[0] == 1)
        return bytes(64)

    def enable(self, is_on):
        if is_on != self.is_scanning:
            print("scan " + ("off" if not is_on else "active" if self.is_active else "passive"), flush=True)
        self.is_scanning = is_on

    def report(self, address, major, minor, rssi):
        """An advertisement that is not connectable, from a random static address."""
        data = b"\x02\x01\x06\x1a\xff\x4c\x00\x02\x15" + BEACONS.bytes + struct.pack(">HHb", major, minor, POWER)
        rssi = max(-126, min(20, round(rssi)))
        self.send(LE_META, bytes([ADVERTISING_REPORT, 1, 3, 1]) + address + bytes([len(data)]) + data
                  + struct.pack("b", rssi))

    def advertise(self, plan):
        for beacon in plan["beacons"]:
            loss = 20 * math.log10(beacon["distance"]) + self.random.gauss(0, beacon.get("noise", 0))
            self.report(bytes([beacon["minor"], 0, 0, 0, 0, 0xC0]), 1, beacon["minor"], POWER - loss)


def main():
    controller = Controller()
    path, changed, plan, last = sys.argv[1], None, {"beacons": []}, 0.0
    while True:
        interval = plan.get("interval", 0.1)
        if select.select([controller.device], [], [], max(0.0, last + interval - time.monotonic()))[0]:
            controller.receive()
        if time.monotonic() - last < interval:
            continue
        last = time.monotonic()
        stamp = os.stat(path).st_mtime_ns
        if stamp != changed:
            with open(path, encoding="utf-8") as file:
                plan = json.load(file)
            changed = stamp
        if controller.is_scanning:
            controller.advertise(plan)


main()
