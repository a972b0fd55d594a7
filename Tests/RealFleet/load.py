#!/usr/bin/env python3
"""What a fleet costs: 1000 robots at 10 Hz on mosquitto, at 1 Hz on the cluster, and one real headingd with and without MQTT.

Prints tables in Markdown; run it on a machine that does nothing else. FLEET_SECONDS: the length of each part, by default 30 s.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import subprocess
import time
from pathlib import Path

from fleet import PASSWORD, PROGRAM, USER, Daemon, Fleet, Folder, Program, Usage, report, robots, until
from observer import Observer
from test_shared import PORT, Mosquitto

COUNT = 1000

SECONDS = float(os.environ.get("FLEET_SECONDS", "30"))

#: The fleet that is extrapolated to.
WANTED = 100_000


def row(*cells: object) -> None:
    """Prints a row of a table."""
    print("| " + " | ".join(f"{one:.3g}" if isinstance(one, float) else str(one) for one in cells) + " |", flush=True)


def received(*observers: Observer) -> tuple[int, int]:
    """Messages and bytes of payloads that have come, of states."""
    total = sum(one.total for one in observers)
    newest = [payload for one in observers for topic, payload in one.newest.items() if topic.endswith("/state")]
    return total, sum(map(len, newest)) // max(1, len(newest))


def measured(name: str, rate: float, brokers: list[int], load: Program, robot: int, observer: Observer,
             idle: float) -> None:
    """Measures a running load, and prints a row."""
    until(lambda: len(observer.counts) >= COUNT, "all robots are heard")
    usage, robot_usage = Usage(*brokers), Usage(robot)
    time.sleep(SECONDS)
    processor, memory, mine = usage.processor, usage.memory, robot_usage.processor
    sent = report(load, 180)
    states = sum(one["states"] for one in sent.values())
    with contextlib.suppress(AssertionError):
        until(lambda: observer.total >= states, "all states have come", 20)
    total, size = received(observer)
    row(name, COUNT, f"{rate:g}", states, states - total, size, f"{processor:.1f}", f"{memory:.0f}",
        f"{(memory - idle) * 1000 / COUNT:.0f}", f"{mine:.1f}", f"{WANTED * processor / COUNT / 100:.1f}",
        f"{WANTED * (memory - idle) / COUNT / 1000:.1f}", f"{WANTED * rate * size * 8 / 1e9:.1f}")


def head() -> None:
    """Prints the head of the table of brokers."""
    row("broker", "robots", "Hz", "states sent", "lost", "bytes", "broker, % of a core", "its MB", "kB a robot",
        "load process, %", f"{WANTED} robots: cores", "GB", "Gbit/s in")
    row(*["---"] * 13)


def mosquitto(folder: Path) -> None:
    """1000 robots at 10 Hz on one mosquitto."""
    broker = Mosquitto(folder)
    try:
        idle = Usage(broker.process.pid).memory
        with Observer("127.0.0.1", PORT, "headingd/+/state") as observer:
            load = robots(folder, [PORT], "load", host="127.0.0.1", inside="hub", user="", count=COUNT, rate=10,
                          seconds=SECONDS + 10)
            measured("mosquitto", 10, [broker.process.pid], load, load.process.pid, observer, idle)
    finally:
        broker.stop()


def cluster() -> None:
    """1000 robots at 1 Hz on three nodes, with an event of each in 50 s."""
    fleet = Fleet()
    brokers = [one.process for one in fleet.nodes]
    idle = Usage(*brokers).memory
    with Observer("127.0.0.1", fleet.ports[2], "headingd/+/state", user=USER, password=PASSWORD) as observer:
        load = robots(fleet.folder, fleet.ports, "load", host="127.0.0.1", inside="hub", count=COUNT, rate=1,
                      events=0.02, seconds=SECONDS + 10)
        store = Usage(fleet.store.process.pid, fleet.database.process)
        measured("RabbitMQ, 3 nodes", 1, brokers, load, load.process.pid, observer, idle)

    sent = json.loads(load.log.splitlines()[-1])["robots"]
    print(f"\n{fleet.stored.check(sent)} events stored, each once; fleet_store.py and PostgreSQL's main process "
          f"{store.processor:.1f} % of a core.", flush=True)


def daemons(folder: Path) -> None:
    """Real daemons side by side: without MQTT, and with it at some rates."""
    broker = Mosquitto(folder, PORT + 1)
    kinds = {"no MQTT": None, "1 Hz": ", rate: 1, change: 0.01", "10 Hz": ", rate: 10, change: 0.01"}
    running = {}
    try:
        for name, more in kinds.items():
            daemon = Daemon(folder, [PORT + 1], name.replace(" ", "-"), more or "", user="", outputs=more is not None)
            running[name] = (daemon, Usage(daemon.process.pid))
        with Observer("127.0.0.1", PORT + 1, "headingd/+/state") as observer:
            until(lambda: any(one.check() for one, _ in running.values()) or len(observer.counts) == 2, "both publish")
            for _, usage in running.values():
                usage.restart()
            before = dict(observer.counts)
            time.sleep(2 * SECONDS)
            row("headingd --simulate", "states/s", "% of a core", "more than without", "MB", "more than without")
            row(*["---"] * 6)
            base = running["no MQTT"][1]
            least, memory = base.processor, base.memory
            for name, (_, usage) in running.items():
                topic = f"headingd/{name.replace(' ', '-')}/state"
                states = (observer.counts.get(topic, 0) - before.get(topic, 0)) / (2 * SECONDS)
                row(name, f"{states:.1f}", f"{usage.processor:.2f}", f"{usage.processor - least:.2f}",
                    f"{usage.memory:.1f}", f"{usage.memory - memory:.1f}")
    finally:
        for daemon, _ in running.values():
            daemon.stop()
        broker.stop()


def main() -> None:
    """Measures all."""
    version = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, timeout=20).stdout.strip()
    packages = subprocess.run(["dpkg-query", "-W", "-f", "${Package} ${Version}, ", "mosquitto", "rabbitmq-server",
                               "postgresql-15"], capture_output=True, text=True, timeout=20).stdout
    print(f"{time.strftime('%Y-%m-%d')}, headingd {version}, {packages}Python {platform.python_version()}, "
          f"{os.cpu_count()} cores, load average before {os.getloadavg()[0]:.1f}\n", flush=True)
    with Folder() as folder:
        daemons(folder)
        print()
        head()
        mosquitto(folder)
    cluster()


if __name__ == "__main__":
    main()
