"""What is lost is no longer sent, and comes back: the magnetometer, all sensors of the heading, the receiver."""

from __future__ import annotations

import unittest
from typing import Any

from comparison import POSITIONS, SENTENCES, every_sentence
from consumers import Arrival, Listener, by_pynmeagps, datagrams, name_of
from rig import COMPASS, DATA, Field, Rig, Vessel, now, until
from vessel import wrapped

HEADINGS = {"HDT", "HDM", "HDG", "THS", "PASHR"}

#: The receiver of the rig states 15 m; the place is unknown beyond this limit.
LIMIT = 16


def decoded(arrival: Arrival) -> dict[str, dict[str, Any]]:
    """The values of a group by sentence; a THS that says that there is no valid heading is none."""
    lines = [line for line in arrival.lines if not (name_of(line) == "THS" and ",,V*" in line)]
    return {name_of(line): by_pynmeagps(line) for line in lines}


class Losses(unittest.TestCase):
    """One output of all sentences."""

    rig: Rig
    listener: Listener

    def start(self, speed: float) -> None:
        """Starts a vessel with a daemon, and waits for all sentences."""
        self.listener = self.enterContext(Listener(datagrams()))
        vessel = Vessel(54.35, 10.15, Field.at(COMPASS, 54.35, 10.15), geoid=39.5)
        vessel.steer(heading=30, speed=speed)
        self.rig = self.enterContext(Rig(
            vessel, every_sentence(self.listener), f"data: {{folder: {DATA}}}\nrobot: {{coast_limit: 3}}",
            navigation=f"coasting_limit: {LIMIT}"))
        self.rig.ready()
        self.group(lambda values: set(values) == set(SENTENCES), now(), "all sentences")

    def group(self, condition: Any, after: float, text: str, seconds: float = 40) -> tuple[float, dict[str, Any]]:
        """The first group after a time for which a condition holds, with its time of arrival."""
        def first() -> tuple[float, dict[str, Any]] | None:
            for arrival in self.listener.since(after):
                if condition(values := decoded(arrival)):
                    return arrival.time, values
            return None
        return until(first, text, seconds)

    def test_sensors(self) -> None:
        # A vessel that was never under way: accelerations do not give a heading.
        self.start(speed=0)
        for loss in (self.magnetometer, self.heading, self.inertial):
            with self.subTest(loss.__name__):
                try:
                    loss()
                finally:
                    self.rig.sensors.silent = frozenset()
            self.rig.wait(lambda one: one.status.value == "valid", "a valid heading again")

    def assert_near(self, moment: float, values: dict[str, Any]) -> str:
        """Compares HDT with the truth by what PASHR states; returns both as text."""
        truth, stated = self.rig.truth(moment).heading, values["PASHR"]["heading_accuracy"]
        text = f"HDT {values['HDT']['heading']}, true {truth:.1f}, PASHR states {stated}"
        self.assertLess(abs(wrapped(values["HDT"]["heading"] - truth)), 2 * stated + 0.1, text)
        return text

    def magnetometer(self) -> None:
        """Without field the gyroscope holds the heading: it follows the vessel, and THS has mode E."""
        begin = now()
        self.rig.sensors.silent = frozenset({"magn"})
        held, _ = self.group(lambda values: values.get("THS", {}).get("mode") == "E", begin, "THS with mode E")
        end = self.rig.vessel.steer(2.0, heading=60)
        moment, values = self.group(lambda _: True, end, "a group after the turn")
        print(f"\nmagnetometer lost: THS E after {held - begin:.2f} s, after a turn {self.assert_near(moment, values)}")
        # `robot.coast_limit` is 3 s here: by then nobody may steer by it.
        stop = self.rig.wait(lambda one: one.steer.value == "stop", "steer is stop")
        _, values = self.group(lambda _: True, now() + 1, "a group while `steer` is stop")
        back = now()
        self.rig.sensors.silent = frozenset()
        moment, later = self.group(lambda values: values.get("THS", {}).get("mode") == "A", back, "THS with mode A")
        print(f"THS A {moment - back:.2f} s after the magnetometer is back: {self.assert_near(moment, later)}")
        self.assertFalse(HEADINGS & set(values) - {"THS"},
                         f"sent without a mark while `steer` is {stop.steer.value}, status {stop.status.value}")

    def heading(self) -> None:
        """Without field and gyroscope there is no heading and no rate; attitude and position go on."""
        begin = now()
        self.rig.sensors.silent = frozenset({"magn", "gyro"})
        gone, _ = self.group(lambda values: not (HEADINGS | {"ROT"}) & set(values), begin, "no heading")
        self.rig.vessel.steer(2.0, heading=200)
        self.group(lambda _: True, gone + 3, "later groups")
        for arrival in self.listener.since(gone):
            self.assertEqual((HEADINGS | {"ROT"}) & set(decoded(arrival)), set())
        print(f"\nmagnetometer and gyroscope lost: no heading after {gone - begin:.2f} s")
        self.assertLess(gone - begin, 1.5)
        self.rig.sensors.silent = frozenset()
        back = now()
        moment, values = self.group(lambda values: HEADINGS <= set(values), back, "headings again")
        print(f"back after {moment - back:.2f} s: {self.assert_near(moment, values)}")

    def inertial(self) -> None:
        """Without any sensor neither attitude nor rate is sent."""
        begin = now()
        self.rig.sensors.silent = frozenset({"magn", "gyro", "accel"})
        inertial = HEADINGS | {"ROT", "XDR"}
        gone, _ = self.group(lambda values: not inertial & set(values), begin, "no attitude")
        self.group(lambda _: True, gone + 2, "later groups")
        for arrival in self.listener.since(gone):
            self.assertEqual(inertial & set(decoded(arrival)), set())
        self.assertLess(gone - begin, 1.5)
        self.rig.sensors.silent = frozenset()
        self.group(lambda values: inertial <= set(values), now(), "all again")

    def test_receiver(self) -> None:
        """Positions become dead reckoning, then end; headings go on."""
        self.start(speed=4)
        assert self.rig.receiver
        begin = now()
        self.rig.receiver.is_on = False
        reckoned, values = self.group(lambda values: values.get("RMC", {}).get("mode") == "E", begin, "RMC of mode E")
        print(f"\nreceiver lost: mode E after {reckoned - begin:.2f} s")
        for name, expected in {"RMC": ("status", "V"), "GGA": ("quality", 6), "VTG": ("mode", "E"),
                               "PASHR": ("aiding", 0)}.items():
            self.assertEqual(values[name][expected[0]], expected[1], name)
        truth = self.rig.truth(reckoned)
        self.assertLess(truth.distance(values["GGA"]["latitude"], values["GGA"]["longitude"]), 10)
        # Every group between agrees in itself, and with docs/nmea.md: status V with any mode but A and D.
        gone, _ = self.group(lambda values: not {"RMC", "GGA", "GST"} & set(values), reckoned, "no position")
        for arrival in self.listener.since(begin):
            values = decoded(arrival)
            if "RMC" in values:
                self.assertEqual(values["RMC"]["status"] == "A", values["RMC"]["mode"] == "A")
                self.assertEqual(values["GGA"]["quality"], 1 if values["RMC"]["mode"] == "A" else 6)
        print(f"no position after {gone - begin:.2f} s")
        self.group(lambda _: True, gone + 3, "later groups")
        later = [decoded(arrival) for arrival in self.listener.since(gone + 1)]
        self.assertEqual(set().union(*later) & set(POSITIONS), set(), "no position, hence none later")
        self.assertTrue(all({"HDT", "HDM", "ROT", "XDR"} <= set(values) for values in later), "headings go on")
        back = now()
        self.rig.receiver.is_on = True
        moment, values = self.group(lambda values: values.get("RMC", {}).get("mode") == "A", back, "RMC of mode A")
        self.assertEqual((values["RMC"]["status"], values["GGA"]["quality"]), ("A", 1))
        self.assertLess(self.rig.truth(moment).distance(values["GGA"]["latitude"], values["GGA"]["longitude"]), 8)
        print(f"back after {moment - back:.2f} s")


class Uncalibrated(unittest.TestCase):
    """A heading that can be anything is not sent as one to steer by."""

    def test_iron_without_a_profile(self) -> None:
        vessel = Vessel(54.35, 10.15, Field.at(COMPASS, 54.35, 10.15), geoid=39.5, iron=(25, -10, 0))
        vessel.steer(heading=200)
        with Listener(datagrams()) as listener, \
                Rig(vessel, every_sentence(listener), f"data: {{folder: {DATA}}}", is_calibrated=False) as rig:
            one = rig.wait(lambda one: one.true_heading is not None and "uncalibrated" in one.reasons, "a heading")
            begin = now()
            found = until(lambda: some if len(some := listener.since(begin)) > 5 else None, "groups")[-1]
            values = decoded(found)
            text = f"true 200.0, stated ±{one.true_heading_accuracy}, steer {one.steer.value}: {found.lines}"
            self.assertEqual(one.steer.value, "stop", "the daemon's own advice")
            self.assertNotEqual(values.get("THS", {}).get("mode"), "A", text)
            self.assertFalse({"HDT", "HDM", "HDG"} & set(values), text)


class FirstFixes(unittest.TestCase):
    """A receiver's own height above the sea reaches GGA, also where no geoid is installed."""

    def test_altitude_after_a_cold_start(self) -> None:
        # The first seconds have a position only; then gpsd reports the height of GGA as altMSL.
        vessel = Vessel(54.35, 10.15, Field.at(COMPASS, 54.35, 10.15), altitude=7.0, geoid=39.5)
        with Listener(datagrams()) as listener, Rig(vessel, every_sentence(listener), height_after=1.5) as rig:
            receiver = rig.gpsd
            assert receiver
            high = until(lambda: next((one for one in receiver.of("TPV") if "altMSL" in one and "epv" in one), None),
                         "a height of gpsd")
            found = until(lambda: some if len(some := listener.since(high["arrival"] + 4)) > 3 else None, "GGA")[-1]
            values, newest = decoded(found)["GGA"], rig.newest
            self.assertIsNotNone(values["altitude"], f"{found.lines[-3]}; gpsd says altMSL {high['altMSL']}, "
                                                     f"altHAE {high['altHAE']}; {newest and newest.reasons}")
            self.assertAlmostEqual(values["altitude"], vessel.altitude, delta=3)
            self.assertAlmostEqual(values["separation"], vessel.geoid, delta=1)


if __name__ == "__main__":
    unittest.main()
