"""Buses and names that are not there, are taken, or are refused; and a configuration that changes."""

from __future__ import annotations

import json
import signal
import threading
import time
import unittest
from pathlib import Path

from jeepney.bus_messages import message_bus
from machine import HEADINGD, STEP, Machine
from peer import PROPERTIES, Peer
from programs import (
    COMPASS, HEADING, POLICY, RETRY, SYSTEM, Program, busctl, owner, read, run, until, without,
)

SENSOR_PROXY = Path("/usr/sbin/iio-sensor-proxy")


class BusTests(unittest.TestCase):
    """From a daemon without a bus to one whose bus was killed, in the order of a bad day."""

    def test_a_late_bus_a_refused_name_and_a_killed_bus(self) -> None:
        kept = POLICY.read_bytes()
        with without(POLICY), Machine(has_bus=False) as machine:
            # No bus: the rest works, and it is said once.
            until(lambda: "cannot be reached" in machine.daemon.log, "it says that there is no bus")
            self.assertEqual(machine.update().status, "valid")
            # A bus whose policy refuses the name.
            machine.start_bus()
            text = "does not give the name org.headingd.Heading1"
            until(lambda: text in machine.daemon.log, "it says that the name is refused", RETRY)
            for name in (HEADING[0], COMPASS[0]):
                self.assertEqual(machine.daemon.log.count(f"{name}: the system bus of D-Bus cannot be reached"), 1)
            begin = time.monotonic()
            # Longer than one further attempt.
            threading.Event().wait(RETRY - 3)
            self.assertEqual(machine.daemon.log.count(text), 1, machine.daemon.log)
            self.assertEqual(machine.update().status, "valid")
            # The policy is installed, as by a package whose service was started before the bus had read it.
            POLICY.write_bytes(kept)
            assert machine.bus
            machine.bus.signal(signal.SIGHUP)
            until(lambda: owner() and owner(COMPASS[0]), "the names are given", RETRY)
            print(f"measured: names {time.monotonic() - begin:.1f} s after the refusal ", end="", flush=True)
            client = machine.peer("client", "anna", "claim", "heading").ready()
            client.has_more()
            # The bus is killed, and comes back.
            machine.bus.kill()
            self.assertEqual(machine.update().status, "valid")
            machine.start_bus()
            begin = time.monotonic()
            until(lambda: owner() and owner(COMPASS[0]), "the names are back", RETRY)
            print(f"measured: back {time.monotonic() - begin:.1f} s after the bus ", end="", flush=True)
            watcher = machine.peer("watcher", "anna", "watch", "heading").ready()
            self.assertTrue(watcher.is_quiet(), "the claims are gone")
            again = machine.peer("again", "anna", "claim", "heading").ready()
            again.has_more()
            until(lambda: machine.is_true(read(COMPASS, "CompassHeading"), STEP), "the heading", 1)
            self.assertLess(len(machine.daemon.log.splitlines()), 25, machine.daemon.log)


class NameTests(unittest.TestCase):
    """The name of the compass belongs to another program first."""

    def test_the_name_is_taken_when_the_other_ends(self) -> None:
        with Machine(has_bus=False) as machine:
            machine.start_bus()
            other = Peer(SYSTEM)
            reply = other.link.send_and_get_reply(message_bus.RequestName(COMPASS[0], 4), timeout=5)
            self.assertEqual(reply.body, (1,))
            until(owner, "its own name is there", RETRY)
            self.assertEqual(owner(COMPASS[0]), other.link.unique_name)
            until(lambda: machine.is_true(read(HEADING, "MagneticHeading")), "its heading", 1)
            until(lambda: "net.hadess.SensorProxy belongs to another program" in machine.daemon.log, "it is said")
            other.close()
            begin = time.monotonic()
            until(lambda: owner(COMPASS[0]), "it takes the name", RETRY)
            taken = owner(COMPASS[0])
            print(f"measured: taken after {time.monotonic() - begin:.2f} s ", end="", flush=True)
            self.assertTrue(machine.is_true(read(COMPASS, "CompassHeading"), STEP))
            # Nobody takes it away: not the flags of a second iio-sensor-proxy, nor the program itself.
            third = Peer(SYSTEM)
            reply = third.link.send_and_get_reply(message_bus.RequestName(COMPASS[0], 2), timeout=5)
            self.assertNotEqual(reply.body, (1,))
            third.close()
            if SENSOR_PROXY.exists():
                real = machine.start("iio-sensor-proxy", [str(SENSOR_PROXY)])
                until(lambda: not real.is_running, "iio-sensor-proxy ends, without the name")
            self.assertEqual(owner(COMPASS[0]), taken)


class ReloadTests(unittest.TestCase):
    """SIGHUP."""

    def test_the_output_is_added_changed_and_removed(self) -> None:
        with Machine(None) as machine:
            self.assertIsNone(owner())
            machine.configure("{bus: system}")
            machine.reload()
            until(owner, "the name is there")
            self.assertIsNone(owner(COMPASS[0]))
            client = machine.peer("client", "anna", "claim", "heading").ready()
            client.has_more()
            # Another section changes nothing here.
            first = owner()
            machine.settings += "\nrobot: {degraded_above: 12}"
            machine.configure("{bus: system}")
            machine.reload()
            until(lambda: machine.daemon.log.count("read again") == 2, "it is read")
            client.has_more()
            self.assertEqual(owner(), first)
            machine.configure("{bus: system, sensor_proxy: true, place: true}")
            machine.reload()
            until(lambda: machine.is_true(read(COMPASS, "CompassHeading"), STEP), "the compass is there")
            self.assertIsNotNone(read(HEADING, "Latitude"))
            # A mistake changes nothing, and is named.
            machine.configure("{bus: system, sensor_prox: true}")
            machine.reload()
            until(lambda: "sensor_prox: is not known" in machine.daemon.log, "the mistake is named")
            self.assertTrue(machine.is_true(read(COMPASS, "CompassHeading"), STEP))
            machine.configure(None)
            machine.reload()
            until(lambda: owner() is None and owner(COMPASS[0]) is None, "the names are gone")
            self.assertEqual(machine.update().status, "valid")


class ActivationTests(unittest.TestCase):
    """The first call starts the service: what the bus asks systemd for, by a stand-in for it."""

    def test_the_first_call_starts_it_for_members_only(self) -> None:
        with Machine() as machine:
            machine.daemon.stop()
            assert machine.bus
            machine.bus.stop()
            bus = machine.start("activating", ["dbus-daemon", "--system", "--nofork", "--nopidfile", "--nosyslog",
                                               "--systemd-activation"])
            until(lambda: busctl("list").returncode == 0, f"a bus: {bus.log}")
            manager = Peer(SYSTEM)
            manager.link.send_and_get_reply(message_bus.RequestName("org.freedesktop.systemd1", 4), timeout=5)

            requests: list[str] = []

            def asked(seconds: float) -> list[str]:
                requests.extend(one.body[0] for one in manager.signals(seconds, "ActivationRequest"))
                return requests
            self.assertNotEqual(busctl("get-property", *HEADING, "Status", user="eve").returncode, 0)
            self.assertEqual(asked(0.5), [])
            command = ["busctl", "--json=short", "call", *HEADING[:2], PROPERTIES, "GetAll", "s", HEADING[2]]
            call = Program(machine.folder, "call", command, "anna")
            until(lambda: asked(0.1), "the bus asks for the service")
            self.assertEqual(requests, ["headingd.service"])
            machine.start_daemon()
            self.assertEqual(call.process.wait(20), 0, call.log)
            manager.close()
            bus.stop()
            found = json.loads(call.log)["data"][0]
            # There was no sample yet.
            self.assertIsNone(found["MagneticHeading"]["data"])
            self.assertNotEqual((found["Status"]["data"], found["Reasons"]["data"]), ("", []),
                                "the first answer says why it has no number")


if __name__ == "__main__":
    unittest.main()
