"""A real headingd on the cluster: it loses its node, and is killed itself."""

from __future__ import annotations

import json
import signal
import subprocess
import time
import unittest
from typing import Any

from fleet import COMPASS, PASSWORD, USER, Daemon, password_file, shared, until
from observer import Observer

#: s, within which states are back after a node was killed.
RETURN = 5.0

#: s without an answer, after which the daemon leaves a node: once to twice this.
KEEP_ALIVE = 5


class DaemonTests(unittest.TestCase):
    """One robot, which prefers the first node."""

    def setUp(self) -> None:
        self.fleet = shared()
        self.addCleanup(self.fleet.cluster.restored)

    def start(self, name: str) -> Daemon:
        """Starts a robot, which continues its queue if it has one."""
        daemon = Daemon(self.fleet.folder, self.fleet.ports, name, ", rate: 10, interval: 0.5, keep_alive: "
                        f"{KEEP_ALIVE}, queue_folder: '{self.fleet.folder}/queue-{name}'", "pose:heading=45")
        self.addCleanup(daemon.stop)
        return daemon

    def observer(self, name: str) -> Observer:
        """What the third node gets of a robot."""
        return Observer("127.0.0.1", self.fleet.ports[2], f"headingd/{name}/state", f"headingd/{name}/availability",
                        user=USER, password=PASSWORD, name=f"observer-{name}")

    def stream(self, name: str) -> list[tuple[Any, ...]]:
        """Streams of a robot in the database: the newest sequence, and how many are stored."""
        return self.fleet.database.rows("SELECT newest, stored FROM fleet.stream WHERE robot = %s", name)

    def lose(self, name: str, number: signal.Signals) -> float:
        """The longest silence after a signal to the robot's node, which is restarted after the test."""
        with self.observer(name) as observer:
            daemon = self.start(name)
            state = f"headingd/{name}/state"
            until(lambda: daemon.check() or (observer.value(state) or {}).get("status") == "valid", "a heading comes")
            self.assertAlmostEqual(observer.value(state)["magnetic_heading"], 45, delta=3)
            observer.restart()
            if number == signal.SIGKILL:
                self.fleet.nodes[0].kill()
            else:
                self.fleet.nodes[0].signal(number)
                self.addCleanup(self.fleet.nodes[0].kill)
            time.sleep(RETURN + 3 * KEEP_ALIVE if number != signal.SIGKILL else 2 * RETURN)
            silence = observer.silence()[state]
            self.assertEqual(observer.newest[f"headingd/{name}/availability"], b"online")
            daemon.check()
            return silence

    def test_its_node_is_killed(self) -> None:
        """States are back within 5 s."""
        silence = self.lose("node-killed", signal.SIGKILL)
        print(f"headingd, its node killed: silent for {silence:.2f} s", flush=True)
        self.assertLess(silence, RETURN)

    def test_its_node_hangs(self) -> None:
        """States are back after the keep-alive and 5 s at most."""
        silence = self.lose("node-hung", signal.SIGSTOP)
        print(f"headingd, its node hung: silent for {silence:.2f} s, keep-alive {KEEP_ALIVE} s", flush=True)
        self.assertLess(silence, KEEP_ALIVE + RETURN)

    def test_it_is_killed(self) -> None:
        """Its events continue their stream, and each is stored once; its will is told."""
        name = "killed"
        with self.observer(name) as observer:
            for _ in range(3):
                daemon = self.start(name)
                until(lambda: daemon.check() or observer.newest.get(f"headingd/{name}/availability") == b"online",
                      "it is online")
                until(lambda: (observer.value(f"headingd/{name}/state") or {}).get("status") == "valid", "a heading")
                daemon.kill()
                until(lambda: observer.newest[f"headingd/{name}/availability"] == b"offline", "its will is told")
            daemon = self.start(name)
            until(lambda: observer.newest[f"headingd/{name}/availability"] == b"online", "it is online again")
            self.assertEqual(daemon.stop(), 0, daemon.log)
        query = "SELECT count(*) FROM fleet.event WHERE robot = %s AND event = 'started'"
        until(lambda: self.fleet.database.value(query, name) >= 3, "all starts are stored")
        rows = self.stream(name)
        self.assertEqual(len(rows), 1, rows)
        newest, stored = rows[0]
        self.assertEqual(newest, stored)
        print(f"headingd killed three times: {stored} events of one stream, none missing", flush=True)

    def test_compass_fleet(self) -> None:
        """A cluster that keeps no states for subscriptions with wildcards is listened to."""
        self.start("seen")
        command = [COMPASS, "fleet", *(one for port in self.fleet.ports for one in ("--server", f"127.0.0.1:{port}")),
                   "--user", USER, "--password-file", str(password_file(self.fleet.folder)), "--once", "--wait", "5", "--json"]

        def seen() -> Any:
            run = subprocess.run(command, capture_output=True, text=True, timeout=60)
            robots = [json.loads(line) for line in run.stdout.splitlines()]
            return next((one for one in robots if (one["robot"], one["trouble"]) == ("seen", "ok")), None)

        self.assertAlmostEqual(until(seen, "compass fleet shows it")["magnetic_heading"], 45, delta=3)
