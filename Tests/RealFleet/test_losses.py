"""Nodes and networks are lost under load: no event is lost or stored twice, and states come back."""

from __future__ import annotations

import signal
import time
import unittest

from fleet import PASSWORD, USER, network, report, robots, shared, until
from observer import Observer

#: s, within which the stream is back after a node was killed.
RETURN = 5.0

#: s without an answer, after which a robot leaves a node.
KEEP_ALIVE = 10.0

#: Robots of a load.
COUNT = 40


def observe(node: int, name: str) -> Observer:
    """The states of robots, as they arrive at a node."""
    return Observer("127.0.0.1", shared().ports[node], "headingd/+/state", user=USER, password=PASSWORD, name=name)


def silence(observer: Observer, name: str) -> float:
    """The longest silence of a robot of a load, s."""
    return max(value for topic, value in observer.silence().items() if f"/{name}-" in topic)


class LossTests(unittest.TestCase):
    """Half of the robots are at the node that fails."""

    def setUp(self) -> None:
        self.fleet = shared()
        self.addCleanup(self.fleet.cluster.restored)

    def test_node_is_killed(self) -> None:
        """The stream is back within 5 s."""
        load = robots(self.fleet.folder, self.fleet.ports[:2], "kill", count=COUNT, rate=5, events=5, seconds=20)
        with observe(2, "observer-kill") as observer:
            until(lambda: len(observer.counts) >= COUNT, "all robots are heard")
            observer.restart()
            self.fleet.nodes[0].kill()
            time.sleep(12)
            longest = silence(observer, "kill")
            sent = report(load, 120)
        moved = sum(one["connections"] > 1 for one in sent.values())
        print(f"node killed: {moved} of {COUNT} robots moved, {self.fleet.stored.check(sent)} events, longest silence "
              f"{longest:.2f} s", flush=True)
        self.assertGreater(moved, COUNT // 5)
        self.assertLess(longest, RETURN)

    def test_node_hangs(self) -> None:
        """The stream is back within the keep-alive and 5 s; what the node still had is not stored twice."""
        load = robots(self.fleet.folder, self.fleet.ports[:2], "hang", count=COUNT, rate=5, events=5, seconds=30)
        node = self.fleet.nodes[0]
        with observe(2, "observer-hang") as observer:
            until(lambda: len([one for one in observer.counts if "/hang-" in one]) == COUNT, "all robots are heard")
            observer.restart()
            node.signal(signal.SIGSTOP)
            # Nodes that have been taken for dead do not come back by themselves.
            self.addCleanup(node.kill)
            time.sleep(25)
            longest = silence(observer, "hang")
            node.signal(signal.SIGCONT)
            sent = report(load, 150)
        moved = sum(one["connections"] > 1 for one in sent.values())
        print(f"node hung: {moved} of {COUNT} robots moved, {self.fleet.stored.check(sent)} events, longest silence "
              f"{longest:.2f} s", flush=True)
        self.assertGreater(moved, COUNT // 5)
        self.assertLess(longest, KEEP_ALIVE + RETURN)

    def test_network_is_lost(self) -> None:
        """Packets vanish for longer than the keep-alive: the events of that time come later."""
        load = robots(self.fleet.folder, self.fleet.ports, "net", count=COUNT, rate=5, events=2, seconds=30)
        with observe(2, "observer-net") as observer:
            until(lambda: len([one for one in observer.counts if "/net-" in one]) == COUNT, "all robots are heard")
            network("down")
            time.sleep(14)
            network("up")
            back = time.monotonic()
            observer.restart()
            before = dict(observer.counts)
            until(lambda: all(observer.counts[one] > before[one] for one in before if "/net-" in one), "all are back")
            back = time.monotonic() - back
            sent = report(load, 120)
        print(f"network lost for 14 s: {self.fleet.stored.check(sent)} events, all back in {back:.2f} s", flush=True)
        self.assertLess(back, 2 * RETURN)
