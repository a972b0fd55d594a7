#!/usr/bin/env python3
"""Devices on a CAN interface of the guest: `can.py INTERFACE ROLE [ARGUMENT]`.

dump          prints each frame as `SECONDS IDENTIFIER DATA`, hexadecimal
send JSON     sends messages for ever: [{"period": s, "frames": [[identifier, data], …]}, …]; `claims`
              are its NAMEs by address, which it says at first and when it is asked
frame ID DATA sends one frame
flood SECONDS sends speeds through the water of one device as fast as the kernel takes them
"""
import json
import socket
import struct
import sys
import time

EXTENDED = 0x80000000
REQUEST, CLAIM = 0xEA00, 0xEE00


def pack(identifier, data):
    return struct.pack("=IB3x8s", identifier | EXTENDED, len(data), data)


def group(identifier):
    number = identifier >> 8 & 0x3FFFF
    return number & 0x3FF00 if number >> 8 & 0xFF < 240 else number


def dump(can):
    while True:
        frame = can.recv(16)
        identifier, count, data = struct.unpack("=IB3x8s", frame)
        print(f"{time.monotonic():.3f} {identifier & 0x1FFFFFFF:08x} {data[:count].hex()}", flush=True)


def send(can, plan):
    claims = {int(source): bytes.fromhex(name) for source, name in plan["claims"].items()}
    messages = [(message["period"], [(number, bytes.fromhex(data)) for number, data in message["frames"]])
                for message in plan["messages"]]

    def claim():
        for source, name in claims.items():
            put(can, 6 << 26 | (CLAIM | 0xFF) << 8 | source, name)

    claim()
    print("sends", flush=True)
    due = [time.monotonic()] * len(messages)
    while True:
        can.settimeout(max(min(due) - time.monotonic(), 0.001) if due else None)
        try:
            identifier, count, data = struct.unpack("=IB3x8s", can.recv(16))
            if group(identifier & 0x1FFFFFFF) == REQUEST and data[:3] == bytes([0, CLAIM >> 8, 0]):
                claim()
        except TimeoutError:
            pass
        except OSError:
            time.sleep(0.1)  # down
        now = time.monotonic()
        for index, (period, frames) in enumerate(messages):
            if now >= due[index]:
                due[index] = now + period
                for frame in frames:
                    put(can, *frame)


def put(can, identifier, data):
    try:
        can.send(pack(identifier, data))
    except OSError:
        pass  # down, or the queue is full


def flood(can, seconds):
    frames = [pack(2 << 26 | 128259 << 8 | 61, bytes([number, number, 0, 255, 255, 0, 255, 255])) for number in range(250)]
    end, count = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        for frame in frames:
            try:
                can.send(frame)
                count += 1
            except OSError:
                pass
    print(count, flush=True)


def main():
    interface, role, *arguments = sys.argv[1:]
    can = socket.socket(socket.AF_CAN, socket.SOCK_RAW, socket.CAN_RAW)
    can.bind((interface,))
    if role == "dump":
        dump(can)
    elif role == "send":
        send(can, json.loads(arguments[0]))
    elif role == "frame":
        can.send(pack(int(arguments[0], 16), bytes.fromhex(arguments[1])))
    else:
        flood(can, float(arguments[0]))


main()
