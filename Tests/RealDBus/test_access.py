"""Who may see what; other buses; simulated sensors."""

from __future__ import annotations

import threading
import unittest
from pathlib import Path

from machine import STEP, Machine
from peer import PROPERTIES
from programs import (
    COMPASS, HEADING, QCOMPASS, SENSOR_PROXY_POLICY, Bus, busctl, is_nan, owner, read, run, until, without,
)


class AccessTests(unittest.TestCase):
    """anna is a member of the daemon's group, eve is not. With a place, and without iio-sensor-proxy's policy."""

    machine: Machine
    maxDiff = None

    @classmethod
    def setUpClass(cls) -> None:
        cls.enterClassContext(without(SENSOR_PROXY_POLICY))
        cls.machine = cls.enterClassContext(Machine.at(47.4, 8.5, "{sensor_proxy: true, place: true}"))

    def test_a_member_and_root_read_it(self) -> None:
        for user in ("anna", "root"):
            self.assertAlmostEqual(read(HEADING, "Latitude", user), 47.4, delta=1e-4)
            self.assertEqual(busctl("call", *HEADING, "Claim", user=user).returncode, 0)

    def test_others_are_refused(self) -> None:
        name, path, interface = HEADING
        unique = owner()
        assert unique
        granted = []
        for user in ("eve", "nobody", "geoclue"):
            for to in (name, unique, COMPASS[0]):
                for call in (["get-property", to, path, interface, "MagneticHeading"],
                             ["get-property", to, path, interface, "Latitude"],
                             ["call", to, path, PROPERTIES, "GetAll", "s", interface],
                             ["call", to, path, interface, "Claim"],
                             ["introspect", to, path]):
                    result = busctl(*call, user=user)
                    if result.returncode == 0:
                        granted.append((user, *call[:2], call[-1], result.stdout[:40]))
                    else:
                        self.assertRegex(result.stderr, "denied|no object has the path")
        self.assertEqual(granted, [], "what users who are not in the group may read")

    def test_others_get_no_signals_of_a_members_claim(self) -> None:
        watcher = self.machine.peer("eve", "eve", "watch", "heading").ready()
        member = self.machine.peer("anna", "anna", "claim", "heading").ready()
        member.has_more(10)
        member.kill()
        watcher.kill()
        self.assertEqual([sorted(one["changed"]) for one in watcher.changes(HEADING)][:1], [], "what eve has got")

    def test_every_user_has_the_compass(self) -> None:
        refused = []
        for user in ("eve", "nobody", "geoclue", "anna"):
            for call in (["get-property", *COMPASS, "CompassHeading"], ["call", *COMPASS, "ClaimCompass"],
                         ["introspect", *COMPASS[:2]]):
                result = busctl(*call, user=user)
                if result.returncode:
                    refused.append((user, call[0], result.stderr.strip()))
            client = self.machine.peer("claimant", user, "claim", "compass").ready()
            self.machine.body.turn(self.machine.body.truth[0] + 30)
            client.has_more()
            client.kill()
            until(lambda: not self.machine.body.is_turning, "turned")
        for path in QCOMPASS:
            output = run(path, "0.5", user="eve").stdout
            if "started 1" not in output:
                refused.append(("eve", Path(path).name, output))
        self.assertEqual(refused, [], "what is refused although every user has the compass")


class SensorProxyPolicyTests(unittest.TestCase):
    """Where iio-sensor-proxy is installed and masked, its policy is still there: docs/dbus.md advises to remove it."""

    machine: Machine
    maxDiff = None

    def test_only_root_members_and_geoclue_read_the_compass(self) -> None:
        for user, is_allowed in (("root", True), ("anna", True), ("geoclue", True), ("eve", False)):
            result = busctl("get-property", *COMPASS, "CompassHeading", user=user)
            self.assertEqual(result.returncode == 0, is_allowed, f"{user}: {result.stderr}")

    @classmethod
    def setUpClass(cls) -> None:
        if not SENSOR_PROXY_POLICY.exists():
            raise unittest.SkipTest("iio-sensor-proxy is not installed")
        cls.machine = cls.enterClassContext(Machine())


class OwnNameTests(unittest.TestCase):
    """Without the compass, and without a place."""

    def test_others_are_refused(self) -> None:
        with Machine("{bus: system}") as machine:
            self.assertTrue(machine.is_true(read(HEADING, "MagneticHeading", "anna")))
            self.assertIsNone(read(HEADING, "MagneticHeading", "eve"))
            self.assertIsNone(read(HEADING, "Latitude", "anna"))
            self.assertIsNone(owner(COMPASS[0]))
            watcher = machine.peer("eve", "eve", "watch", "heading").ready()
            member = machine.peer("anna", "anna", "claim", "heading").ready()
            member.has_more()
            self.assertEqual([sorted(one["changed"]) for one in watcher.changes(HEADING)][:1], [], "what eve has got")


class SessionTests(unittest.TestCase):
    """A user's own daemon on the bus of the session."""

    def test_by_address_and_by_name(self) -> None:
        address = "unix:path=/tmp/session-bus"
        with Machine(f"{{bus: '{address}', sensor_proxy: true}}", has_bus=False, user="anna",
                     DBUS_SESSION_BUS_ADDRESS=address) as machine:
            bus = Bus(machine.folder, "session", address, "anna")
            self.addCleanup(bus.stop)
            for output in (None, "{bus: session, sensor_proxy: true}"):
                with self.subTest(output=output):
                    if output:
                        machine.configure(output)
                        machine.reload()
                        until(lambda: "session bus" in machine.daemon.log, "it is on the session bus")
                    until(lambda: machine.is_true(read(HEADING, "MagneticHeading", "anna", address)), "the heading")
                    self.assertTrue(machine.is_true(read(COMPASS, "CompassHeading", "anna", address), STEP))
                    client = machine.peer("client", "anna", "claim", "heading", "compass", bus=address).ready()
                    client.has_more()
                    client.kill()


class SimulatedTests(unittest.TestCase):
    """headingd --simulate."""

    def test_simulated_sensors_are_no_compass(self) -> None:
        with Machine(has_body=False, arguments=("--simulate",)) as machine:
            until(lambda: read(HEADING, "Status") == "valid", "a heading")
            self.assertIs(read(HEADING, "Simulated"), True)
            self.assertFalse(is_nan(read(HEADING, "MagneticHeading")))
            client = machine.peer("client", "anna", "claim", "compass").ready()
            threading.Event().wait(1)
            self.assertIs(read(COMPASS, "HasCompass"), False)
            self.assertEqual(read(COMPASS, "CompassHeading"), -1)
            self.assertFalse([one for one in client.changes(COMPASS) if one["changed"].get("CompassHeading", -1) != -1])
            for path in QCOMPASS:
                self.assertIn("started 0", run(path, "0.5").stdout)
            result = run("timeout", "2", "runuser", "-u", "geoclue", "--", "stdbuf", "-oL", "monitor-sensor")
            self.assertIn("No compass", result.stdout)


if __name__ == "__main__":
    unittest.main()
