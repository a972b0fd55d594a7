"""Time from a sample to a subscriber of /imu/data, and to a reader of the daemon's socket; processor of headingd-ros2.

The stamp is the time of the newest sample, to a millisecond, on the clock of this process. Three runs of 10 s each.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import statistics
import threading
import time
from pathlib import Path

from cyclonedds.core import InstanceState, ReadCondition, SampleState, ViewState, WaitSet
from cyclonedds.domain import DomainParticipant
from cyclonedds.sub import DataReader
from cyclonedds.topic import Topic
from messages import Imu
from support import Daemon
from test_dds import DAEMON, EVERY, Program, milliseconds, nanoseconds

SPAN = 10.0


def processor(number: int) -> float:
    """Seconds of processor that a process has used."""
    fields = Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def follow(path: str, rate: int, delays: list[float]) -> None:
    """Reads the socket, as a comparison."""
    with socket.socket(socket.AF_UNIX) as stream:
        stream.connect(path)
        stream.sendall(json.dumps({"class": "request", "rate": rate}).encode() + b"\n")
        with contextlib.suppress(OSError):
            for line in stream.makefile("rb"):
                now = time.time()
                values = json.loads(line)
                if values.get("time"):
                    delays.append(now - milliseconds(values["time"]) / 1e3)


def run(rate: int) -> tuple[float, ...]:
    """One run: medians and 99 % quantiles of both, ms; messages a second; processor of the program and the daemon, %."""
    participant = DomainParticipant(0)
    reader = DataReader(participant, Topic(participant, "rt/imu/data", Imu), EVERY)
    wait = WaitSet(participant)
    condition = ReadCondition(reader, SampleState.Any | ViewState.Any | InstanceState.Any)
    wait.attach(condition)
    delays: list[float] = []
    direct: list[float] = []
    with Daemon(DAEMON, "--simulate") as daemon, Program("--connect", daemon.path, "--rate", str(rate)) as program:
        thread = threading.Thread(target=follow, args=(daemon.path, rate, direct))
        thread.start()

        def collect(span: float) -> None:
            end = time.monotonic() + span
            while (left := end - time.monotonic()) > 0:
                wait.wait(int(left * 1e9))
                now = time.time()
                delays.extend(now - nanoseconds(one) / 1e9 for one in reader.take(100) if isinstance(one, Imu))

        collect(3)
        delays.clear()
        direct.clear()
        before = processor(program.process.pid), processor(daemon._process.pid), time.monotonic()
        collect(SPAN)
        taken = time.monotonic() - before[2]
        loads = [100 * (processor(number) - old) / taken
                 for number, old in ((program.process.pid, before[0]), (daemon._process.pid, before[1]))]
        kept = sorted(delays), sorted(direct)
        count = len(delays)
    thread.join()
    quantiles = [1e3 * values[int(len(values) * part)] for values in kept for part in (0.5, 0.99)]
    return (*quantiles, count / taken, *loads)


for rate in (50, 100):
    runs = [run(rate) for _ in range(3)]
    p50, p99, direct50, direct99, frequency, helper, service = (statistics.median(values) for values in zip(*runs))
    print(f"{rate} Hz asked, {frequency:.1f} received: DDS p50 {p50:.2f} ms, p99 {p99:.2f} ms; "
          f"socket p50 {direct50:.2f} ms, p99 {direct99:.2f} ms; headingd-ros2 {helper:.1f} %, headingd {service:.1f} % of a processor")
print("load of this machine:", *(f"{one:.1f}" for one in os.getloadavg()))
