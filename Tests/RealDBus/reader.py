"""Reads the daemon's own stream until it is ended, and then prints what it has measured: reader.py SOCKET

A process of its own, so that nothing else of a test delays it. The output is a line of JSON: updates a second, the
longest gap in s, updates that were late, lines that were missed.
"""

from __future__ import annotations

import json
import signal
import socket
import sys
import time


def main() -> None:
    """Does what the first line says."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    times: list[float] = []
    late = missed = 0
    with socket.socket(socket.AF_UNIX) as stream:
        stream.connect(sys.argv[1])
        try:
            for line in stream.makefile():
                message = json.loads(line)
                if "class" in message:
                    missed += message.get("count", 0)
                    continue
                times.append(time.monotonic())
                late += "late" in message["reasons"]
                if len(times) == 1:
                    print(json.dumps({"ready": True}), flush=True)
        finally:
            gaps = [after - before for before, after in zip(times, times[1:], strict=False)]
            print(json.dumps({"rate": len(gaps) / (times[-1] - times[0]), "gap": max(gaps), "late": late,
                              "missed": missed}), flush=True)


if __name__ == "__main__":
    main()
