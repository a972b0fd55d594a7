"""What the properties say, compared with the truth of the body."""

from __future__ import annotations

import math
import re
import unittest
from typing import Any

import headingd
from body import difference
from machine import STEP, TOLERANCE, Machine
from peer import NAMES, PROPERTIES, Peer
from programs import COMPASS, HEADING, SYSTEM, is_nan, read, until

#: The properties of docs/dbus.md.
ALWAYS = """
Version Time MagneticHeading HeadingAccuracy HeadingAccuracy95 TrueHeading TrueHeadingAccuracy HeadingSource HeadingAxis
Declination Pitch PitchAccuracy Roll RollAccuracy RateOfTurn Heave HeaveAccuracy Pressure Status Steer Reasons Simulated
""".split()
PLACES = "Latitude Longitude HorizontalAccuracy Altitude VerticalAccuracy Speed Course".split()


def everything(key: str = "heading") -> dict[str, Any]:
    """All properties at once."""
    peer = Peer(SYSTEM)
    name, path, interface, *_ = NAMES[key]
    values, = peer.call(path, PROPERTIES, "GetAll", "s", (interface,), name)
    peer.close()
    return {key: value for key, (_, value) in values.items()}


def camel(key: str) -> str:
    """magnetic_heading of a property MagneticHeading."""
    return re.sub("(?<!^)(?=[A-Z0-9]+)", "_", key).lower().replace("_9_5", "_95")


class NorthTests(unittest.TestCase):
    """One machine of the northern hemisphere, with a place, for all tests here."""

    machine: Machine

    @classmethod
    def setUpClass(cls) -> None:
        cls.machine = cls.enterClassContext(Machine.at(47.4, 8.5, "{sensor_proxy: true, place: true}"))

    def compare(self, step: float = STEP) -> headingd.Update:
        """Compares what both names say with the truth of the body at rest, and returns the stream's update."""
        update = self.machine.update()
        _, pitch, roll = self.machine.body.truth

        def agrees() -> bool:
            return self.machine.is_true(read(HEADING, "MagneticHeading")) and \
                self.machine.is_true(read(COMPASS, "CompassHeading"), step)
        # The newest values are a period old; the estimate is still on its way after a turn.
        until(agrees, f"the bus shows {self.machine.body.truth}", 5)
        shown = read(HEADING, "Pitch"), read(HEADING, "Roll")
        self.assertLessEqual(abs(difference(pitch, shown[0])), TOLERANCE)
        self.assertLessEqual(abs(difference(roll, shown[1])), TOLERANCE)
        self.assertEqual(round(read(COMPASS, "CompassHeading") * 10, 6) % 1, 0)
        return update

    def test_all_quadrants_and_tilts(self) -> None:
        for heading, pitch, roll in ((45, 0, 0), (100, 20, 0), (135, -10, 30), (180, 0, -25),
                                     (225, 5, 5), (270, -30, 0), (315, 15, -40), (0, 0, 0)):
            with self.subTest(heading=heading, pitch=pitch, roll=roll):
                self.machine.turn(heading, pitch, roll)
                self.compare()

    def test_across_north_no_signal_is_false(self) -> None:
        self.machine.turn(340)
        client = self.machine.peer("across", "anna", "claim", "heading", "compass").ready()
        client.has_more()
        self.machine.body.turn(20, rate=20)
        until(lambda: not self.machine.body.is_turning, "turned")
        client.has_more()
        client.kill()
        for name, key in ((HEADING, "MagneticHeading"), (COMPASS, "CompassHeading")):
            rows = [(one["boottime"], one["changed"][key]) for one in client.changes(name) if key in one["changed"]]
            self.assertGreater(len(rows), 15)
            for boottime, value in rows:
                with self.subTest(key=key, value=value):
                    self.assertTrue(0 <= value < 360)
                    self.assertTrue(self.machine.body.was(value, boottime, TOLERANCE + STEP), (boottime, value))
        rates = [one["changed"].get("RateOfTurn", 0) for one in client.changes(HEADING)]
        self.assertAlmostEqual(max(rates), 20, delta=1)

    def test_just_below_north(self) -> None:
        self.machine.turn(359.97)
        seen = set()

        def has_rounded() -> bool:
            seen.add(read(COMPASS, "CompassHeading"))
            return 0.0 in seen
        until(has_rounded, f"359.97 is rounded to 0: {seen}")
        self.assertTrue(all(0 <= one < 360 for one in seen), seen)

    def test_a_nose_that_points_up(self) -> None:
        self.machine.turn(60)
        # The forward axis has no heading there: HeadingAxis says which one is meant.
        self.machine.body.turn(60, pitch=85)
        until(lambda: not self.machine.body.is_turning, "turned")
        until(lambda: read(HEADING, "HeadingAxis") == "-z", "the axis is -z")
        truth = self.machine.body.axis_heading("-z")
        until(lambda: abs(difference(truth, read(HEADING, "MagneticHeading"))) < TOLERANCE, f"{truth}")
        until(lambda: abs(difference(truth, read(COMPASS, "CompassHeading"))) < TOLERANCE + STEP, f"{truth}")
        self.assertAlmostEqual(read(HEADING, "Pitch"), 85, delta=TOLERANCE)

    def test_upside_down(self) -> None:
        for heading in (120, 300):
            with self.subTest(heading=heading):
                self.machine.turn(heading, 0, 180)
                self.compare()
                self.assertAlmostEqual(abs(read(HEADING, "Roll")), 180, delta=TOLERANCE)

    def test_every_property_is_that_of_the_stream(self) -> None:
        self.machine.turn(200)
        until(lambda: (self.machine.update().heading_accuracy or 180) < 2, "the estimate has settled")
        until(lambda: abs(read(HEADING, "RateOfTurn")) < 0.3, "the bus shows the end of the turn")
        found, update = everything(), self.machine.update()
        self.assertEqual(set(found), {*ALWAYS, *PLACES})
        self.assertEqual(found.pop("Version"), 1)
        for key in ("Heave", "HeaveAccuracy"):
            self.assertTrue(is_nan(found.pop(key)), key)
        time = found.pop("Time")
        self.assertEqual(is_nan(time), update.time is None)
        for key, value in found.items():
            with self.subTest(key=key):
                theirs = getattr(update, camel(key)) if key != "RateOfTurn" else 0.0
                if isinstance(value, float):
                    self.assertEqual(is_nan(value), theirs is None, (value, theirs))
                    if theirs is not None:
                        self.assertAlmostEqual(value, theirs, delta=0.3)
                else:
                    expected = list(update.reasons) if key == "Reasons" else theirs
                    self.assertEqual(value, "" if expected is None else expected)

    def test_the_declination_is_the_models(self) -> None:
        found, declination = everything(), self.machine.field.declination
        self.assertAlmostEqual(found["Declination"], declination, delta=0.01)
        self.assertAlmostEqual(difference(found["MagneticHeading"], found["TrueHeading"]), declination, delta=0.01)


class SouthTests(unittest.TestCase):
    """A dip of the southern hemisphere, and the compass of true north."""

    def test_south_and_true_north(self) -> None:
        with Machine.at(-35, 149, "{sensor_proxy: true, north: true}") as machine:
            field = machine.field
            self.assertLess(field.dip, -60)
            self.assertAlmostEqual(read(HEADING, "Declination"), field.declination, delta=0.01)
            def true() -> float:
                return (machine.body.truth[0] + field.declination) % 360

            for heading, pitch, roll in ((20, 0, 0), (110, 10, 0), (200, 0, 20), (290, -10, -10), (350, 0, 0)):
                with self.subTest(heading=heading, pitch=pitch, roll=roll):
                    machine.turn(heading, pitch, roll)
                    until(lambda: abs(difference(true(), read(COMPASS, "CompassHeading"))) <= TOLERANCE + STEP,
                          f"the compass shows {true()}", 5)
                    self.assertTrue(machine.is_true(read(HEADING, "MagneticHeading")))
                    self.assertLessEqual(abs(difference(true(), read(HEADING, "TrueHeading"))), TOLERANCE)

    def test_true_north_without_a_place_is_unknown(self) -> None:
        with Machine("{sensor_proxy: true, north: true}") as machine:
            self.assertEqual(read(COMPASS, "CompassHeading"), -1)
            self.assertTrue(is_nan(read(HEADING, "TrueHeading")))
            self.assertTrue(machine.is_true(read(HEADING, "MagneticHeading")))
            self.assertIn("position_unknown", read(HEADING, "Reasons"))
            self.assertFalse(set(everything()) & set(PLACES))


class LossTests(unittest.TestCase):
    """A heading that is lost, and comes back."""

    def test_a_magnetometer_stops_then_all_sensors(self) -> None:
        with Machine() as machine:
            client = machine.peer("client", "anna", "claim", "heading", "compass").ready()
            client.has_more()
            # The gyroscope holds the heading.
            machine.body.silent = {"magn"}
            until(lambda: read(HEADING, "Status") == "coasting", "coasting")
            self.assertIn("magnetometer_stale", read(HEADING, "Reasons"))
            self.assertTrue(machine.is_true(read(COMPASS, "CompassHeading"), STEP))
            # Without it there is none.
            machine.body.silent = {"magn", "gyro"}
            until(lambda: read(COMPASS, "CompassHeading") == -1, "the compass knows nothing")
            self.assertTrue(is_nan(read(HEADING, "MagneticHeading")))
            self.assertTrue(is_nan(read(HEADING, "HeadingAccuracy")))
            self.assertIn("gyroscope_stale", read(HEADING, "Reasons"))
            self.assertEqual((read(HEADING, "Status"), read(HEADING, "Steer")), ("invalid", "stop"))
            until(lambda: any(is_nan(one["changed"].get("MagneticHeading")) for one in client.changes(HEADING)),
                  "a signal says that it is not a number")
            until(lambda: any(one["changed"].get("CompassHeading") == -1 for one in client.changes(COMPASS)),
                  "a signal says -1")
            lost = len(client.events)
            machine.body.silent = set()
            until(lambda: machine.is_true(read(COMPASS, "CompassHeading"), STEP), "the compass knows it again")
            self.assertTrue(machine.is_true(read(HEADING, "MagneticHeading")))
            self.assertFalse({"magnetometer_stale", "gyroscope_stale"} & set(read(HEADING, "Reasons")))
            until(lambda: any(machine.is_true(one["changed"].get("MagneticHeading")) for one in client.events[lost:]
                              if "changed" in one), "a signal has a heading again")
            # All end: there is no compass.
            machine.body.stop()
            until(lambda: read(COMPASS, "HasCompass") is False, "there is no compass")
            self.assertEqual(read(COMPASS, "CompassHeading"), -1)
            self.assertTrue(math.isnan(read(HEADING, "Pitch")))
            until(lambda: "magnetometer_missing" in read(HEADING, "Reasons"), "the reason")


if __name__ == "__main__":
    unittest.main()
