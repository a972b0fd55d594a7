"""Messages of NMEA 2000: made and read by PyPI's nmea2000, which has canboat's definitions."""
import json
import os
import subprocess

from .machine import HERE, SOURCE

VERSION = "2026.10.3"
DEVICES = os.path.join(HERE, "guest/can.py")
FRAMES = os.path.join(SOURCE, "Tests/Reference/nmea2000_frames.jsonl")
ENVIRONMENT = os.path.join(SOURCE, ".build/can")

# Reads lines `SECONDS IDENTIFIER DATA`, prints an object for each message.
READER = """
import json, sys
from nmea2000 import _canboat as canboat
from nmea2000 import backend
reassembler = canboat.Reassembler()
for line in sys.stdin:
    seconds, identifier, data = line.split()
    priority, pgn, source, destination = canboat.can_id_decompose(int(identifier, 16))
    whole = reassembler.push(pgn, bytes.fromhex(data), source, destination, priority)
    message = backend.decode(pgn, whole) if whole is not None else None
    if message is not None:
        print(json.dumps({"time": float(seconds), "group": pgn, "source": source, "fields": {
            field.id: field.value for field in message.fields
            if isinstance(field.value, (int, float, str, type(None)))}}))
"""


def python():
    """A Python that has the package; `None` if it cannot be had."""
    program = os.path.join(ENVIRONMENT, "bin/python")
    if subprocess.run([program, "-c", "import nmea2000"], capture_output=True).returncode == 0 \
            if os.path.exists(program) else False:
        return program
    for argv in (["python3", "-m", "venv", ENVIRONMENT],
                 [program, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", f"nmea2000=={VERSION}"]):
        if subprocess.run(argv, capture_output=True).returncode:
            return None
    return program


def messages(lines):
    """What the package makes of frames."""
    done = subprocess.run([python(), "-c", READER], input="\n".join(lines) + "\n", capture_output=True, text=True,
                          timeout=60, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def golden(group, number, source):
    """The frames of a message that the package has written, from an address."""
    with open(FRAMES) as file:
        lines = [json.loads(line) for line in file]
    chosen = [line for line in lines if line["group"] == group and line["direction"] == "in"][number]
    return chosen["fields"], [
        [frame["identifier"] & ~0xFF | source, frame["data"]] for frame in chosen["frames"]]


def name(unique, function, device_class=60, manufacturer=229):
    """A NAME of ISO 11783, hexadecimal."""
    value = unique | manufacturer << 21 | function << 40 | device_class << 49 | 4 << 60 | 1 << 63
    return value.to_bytes(8, "little").hex()
