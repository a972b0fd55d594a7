"""Who gets signals, how many and how often."""

from __future__ import annotations

import contextlib
import threading
import time
import unittest

from machine import Machine
from peer import Peer, Refused
from programs import COMPASS, HEADING, SYSTEM, Client, busctl, until

#: The clients that may claim one of the names.


class ClaimTests(unittest.TestCase):
    """One machine for all."""

    machine: Machine

    @classmethod
    def setUpClass(cls) -> None:
        cls.machine = cls.enterClassContext(Machine())

    def test_reading_needs_no_claim_and_gives_no_signals(self) -> None:
        watcher = self.machine.peer("watcher", "anna", "watch", "heading", "compass").ready()
        self.assertEqual(busctl("get-property", *HEADING, "MagneticHeading", user="anna").returncode, 0)
        self.machine.body.turn(50)
        self.assertTrue(watcher.is_quiet(1.5), watcher.log)
        watcher.kill()

    def test_a_claim_and_its_release(self) -> None:
        for key in ("heading", "compass"):
            with self.subTest(key=key):
                peer = Peer(SYSTEM)
                peer.match(key)
                peer.claim(key)
                self.machine.body.turn(self.machine.body.truth[0] + 40)
                self.assertGreater(len(peer.signals(1.5)), 5)
                peer.claim(key, release=True)
                self.machine.body.turn(self.machine.body.truth[0] + 40)
                peer.signals(0.3)
                self.assertEqual(peer.signals(1.5), [])
                peer.close()

    def test_a_claim_of_one_name_is_none_of_the_other(self) -> None:
        client = self.machine.peer("one", "anna", "watch", "heading").ready()
        other = self.machine.peer("other", "geoclue", "claim", "compass").ready()
        self.machine.body.turn(self.machine.body.truth[0] + 40)
        other.has_more()
        self.assertEqual(client.changes(HEADING), [])
        client.kill()
        other.kill()

    def test_a_client_that_only_claims_gets_signals(self) -> None:
        """By docs/dbus.md no match rule is needed."""
        client = self.machine.peer("bare", "anna", "bare", "heading").ready()
        try:
            client.has_more(3, 3)
        finally:
            client.kill()

    def test_two_claimants_and_one_is_killed(self) -> None:
        first = self.machine.peer("first", "anna", "claim", "heading").ready()
        second = self.machine.peer("second", "anna", "claim", "heading").ready()
        first.has_more()
        second.has_more()
        first.kill()
        second.has_more()
        watcher = self.machine.peer("third", "anna", "watch", "heading").ready()
        second.kill()
        until(lambda: watcher.is_quiet(0.8), "the signals end with the last claimant", 5)
        watcher.kill()

    def test_a_release_of_another_client_changes_nothing(self) -> None:
        client = self.machine.peer("holder", "anna", "claim", "heading").ready()
        other = Peer(SYSTEM)
        with contextlib.suppress(Refused):
            other.claim("heading", release=True)
        other.close()
        client.has_more(5)
        client.kill()

    def wait_for_reload(self, number: int) -> None:
        """Waits until the configuration was read once more, and the name is there."""
        until(lambda: self.machine.daemon.log.count("read again") >= number, "it was read")
        until(lambda: busctl("get-property", *HEADING, "Status").returncode == 0, "the name is there")

    def test_the_rate_is_the_configured_one(self) -> None:
        for count, rate in ((1, 10), (2, 2)):
            with self.subTest(rate=rate):
                self.machine.configure(f"{{sensor_proxy: true, rate: {rate}}}")
                self.machine.reload()
                self.wait_for_reload(count)
                client = self.machine.peer(f"rate{rate}", "anna", "claim", "heading").ready()
                client.has_more(2)
                begin, before = time.monotonic(), len(client.events)
                # A turn changes something at each moment.
                self.machine.body.turn(self.machine.body.truth[0] + 120, rate=40)
                threading.Event().wait(3)
                measured = (len(client.events) - before) / (time.monotonic() - begin)
                client.kill()
                print(f"measured: {measured:.1f} signals a second of {rate} ", end="", flush=True)
                self.assertGreater(measured, rate * 0.7)
                self.assertLess(measured, rate * 1.1)
        self.machine.configure("{sensor_proxy: true}")
        self.machine.reload()
        self.wait_for_reload(3)

    def test_three_hundred_claimants(self) -> None:
        memory = self.machine.daemon.memory
        # The bus gives a user 256 connections.
        one = self.machine.peer("crowd1", "anna", "crowd", "150", "heading").ready()
        other = self.machine.peer("crowd2", "headingd", "crowd", "150", "heading").ready()
        errors = {**one.events[0]["errors"], **other.events[0]["errors"]}
        self.assertEqual(errors, {}, "300 clients may claim")
        self.machine.body.turn(self.machine.body.truth[0] + 120, rate=20)
        for crowd in (one, other):
            self.assert_reached(crowd)
        self.assertLess(self.machine.daemon.memory - memory, 8)
        one.kill()
        other.kill()
        peer = Peer(SYSTEM)
        self.addCleanup(peer.close)
        until(lambda: claims(peer), "the places of killed clients are free", 10)

    @staticmethod
    def assert_reached(crowd: Client) -> None:
        """Signals reach all that have claimed, in one second."""
        until(lambda: any(event.get("reached", 0) >= 106 for event in crowd.events[1:]), "signals reach the crowd")

    def test_one_user_does_not_take_all_claims(self) -> None:
        """eve belongs to no group; GeoClue starts after her."""
        crowd = self.machine.peer("eve", "eve", "crowd", "256", "compass").ready()
        try:
            result = busctl("call", *COMPASS, "ClaimCompass", user="geoclue")
            self.assertEqual(result.returncode, 0, result.stderr)
        finally:
            crowd.kill()

    def test_clients_that_come_and_go_leave_nothing(self) -> None:
        def rounds(number: int) -> tuple[float, int]:
            for _ in range(number):
                peer = Peer(SYSTEM)
                peer.claim("heading")
                peer.claim("compass")
                peer.close()
            return self.machine.daemon.memory, self.machine.daemon.descriptors
        before, after = rounds(300), rounds(1200)
        print(f"measured: {before} and {after} MB and descriptors ", end="", flush=True)
        self.assertLess(after[0] - before[0], 3)
        self.assertLessEqual(abs(after[1] - before[1]), 2)


def claims(peer: Peer) -> bool:
    """Whether a client may claim."""
    try:
        peer.claim("heading")
    except Refused:
        return False
    return True


if __name__ == "__main__":
    unittest.main()
