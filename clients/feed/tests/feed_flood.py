"""Rubbish from one sender: feed_flood.py unix:PATH|udp:HOST:PORT SECONDS [MEGABYTES].

MEGABYTES a second, 1 unless stated; `inf` is full speed.
"""

import random
import socket
import sys
import time

kind, _, place = sys.argv[1].partition(":")
end = time.monotonic() + float(sys.argv[2])
rate = float(sys.argv[3]) if len(sys.argv) > 3 else 1.0
source = random.Random(2)
SIZE = 1000
PARTS = [
    source.randbytes(SIZE),
    bytes(SIZE),
    b"\n" * SIZE,
    b"{" * (SIZE - 1) + b"\n",
    b'{"t":1,"magn":[1,2,3]}\n' * (SIZE // 23),
    b'{"feed":1,"device":"x","sensors":[]}\n' * (SIZE // 37),
    b"x" * SIZE,
]


def connected():
    """A socket to the feed."""
    if kind == "unix":
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        made.connect(place)
    else:
        host, _, port = place.rpartition(":")
        made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        made.connect((host, int(port)))
    return made


target = None
sent = 0
start = time.monotonic()
while time.monotonic() < end:
    try:
        target = target or connected()
        target.sendall(source.choice(PARTS))
    except OSError:
        target = None
        time.sleep(0.1)
        continue
    sent += SIZE
    time.sleep(max(0, start + sent / 1e6 / rate - time.monotonic()))
print(f"{sent / 1e6:.1f} MB")
