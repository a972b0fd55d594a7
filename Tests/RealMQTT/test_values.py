"""Values against the simulation, their expiry, and Home Assistant's discovery."""

from __future__ import annotations

import json
import re
import subprocess
import time
from datetime import datetime

import cbor2
from programs import Case, until


def wrapped(angle: float) -> float:
    """An angle from -180 to 180 degrees."""
    return (angle + 180) % 360 - 180


def moment(text: str) -> float:
    """Seconds since 1970."""
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


class Values(Case):
    """States of poses in all quadrants."""

    def test_headings_of_both_versions_and_formats(self) -> None:
        """All quadrants and both sides of north, by MQTT 5 and 3.1.1, in JSON and CBOR, by two subscribers."""
        broker = self.broker()
        reader = self.reader(broker.port)
        cases = [(1.0, "5", "json"), (45.0, "3.1.1", "json"), (135.0, "auto", "cbor"), (225.0, "5", "cbor"),
                 (315.0, "auto", "json"), (359.0, "3.1.1", "cbor")]
        for index, (heading, version, form) in enumerate(cases):
            with self.subTest(heading=heading, version=version, format=form):
                robot = f"pose-{index}"
                daemon = self.daemon(
                    [broker.port], f"pose:heading={heading},pitch=3,roll=-4,iron=none", robot, robot=robot,
                    version=version, format=form, queue_folder=str(self.folder / robot))
                topic = f"headingd/{robot}/state" + ("/cbor" if form == "cbor" else "")
                read = cbor2.loads if form == "cbor" else json.loads

                def valid() -> object:
                    found = [read(one.payload) for one in reader.of(topic)]
                    return [one for one in found if one["status"] == "valid"][-1:]

                values = until(valid, lambda: f"a valid heading of {robot}: {daemon.log}")[0]  # type: ignore[index]
                self.assertLess(abs(wrapped(values["magnetic_heading"] - heading)), 1.5)
                self.assertLess(abs(values["pitch"] - 3), 1.0)
                self.assertLess(abs(values["roll"] + 4), 1.0)
                self.assertIs(values["simulated"], True)
                self.assertEqual(values["robot"], robot)
                north = wrapped(values["magnetic_heading"] + values["declination"] - values["true_heading"])
                self.assertLess(abs(north), 0.01)
                self.assertLess(abs(moment(values["expires"]) - moment(values["time"]) - values["age"]
                                    - values["valid_for"]), 0.15)
                self.assertIn("MQTT 3.1.1" if version == "3.1.1" else "MQTT 5", daemon.log)
                sizes = [len(one.payload) for one in reader.of(topic)]
                print(f"\n{form}: a state has {sum(sizes) / len(sizes):.0f} bytes")
                daemon.stop()

    def test_mosquitto_sub_reads_lines(self) -> None:
        """The broker's own client prints states as JSON lines."""
        broker = self.broker()
        self.daemon([broker.port])
        text = subprocess.run(
            ["mosquitto_sub", "-p", str(broker.port), "-t", "headingd/+/state", "-C", "3", "-W", "30"],
            capture_output=True, text=True, check=True).stdout
        times = [json.loads(line)["time"] for line in text.splitlines()]
        self.assertEqual(len(times), 3)
        known = [one for one in times if one]
        self.assertEqual(known, sorted(known))

    def test_a_retained_state_expires(self) -> None:
        """After kill -9 the will says offline, and the broker of MQTT 5 forgets the heading."""
        broker = self.broker()
        daemon = self.daemon([broker.port])
        reader = self.reader(broker.port)
        state = until(lambda: reader.of("/state")[3:], "states arrive")[0]
        self.assertEqual(state.expiry, 2)
        daemon.kill()
        until(lambda: reader.of("/availability")[-1].payload == b"offline", "the will is published")
        time.sleep(3)
        late = self.reader(broker.port)
        until(lambda: late.of("/availability"), "a late subscriber learns of the robot")
        self.assertEqual(late.of("/availability")[0].payload, b"offline")
        self.assertEqual(late.of("/state"), [])

    def test_an_orderly_end_withholds_the_heading(self) -> None:
        """The retained state after an orderly end has no heading, whatever the version."""
        broker = self.broker()
        daemon = self.daemon([broker.port], version="3.1.1")
        reader = self.reader(broker.port)
        until(lambda: reader.of("/state")[3:], "states arrive")
        daemon.stop()
        self.assertEqual(daemon.process.returncode, 0)
        late = self.reader(broker.port)
        state = until(lambda: late.of("/state"), "the last state is kept")[0].values
        self.assertIsNone(state["magnetic_heading"])
        self.assertEqual((state["reasons"], state["steer"], state["valid_for"]), (["stopped"], "stop", 0))
        until(lambda: late.of("/availability")[-1].payload == b"offline", "the robot is offline")

    def test_home_assistant(self) -> None:
        """The discovery obeys the rules of Home Assistant's documentation, and its templates name keys of the state."""
        broker = self.broker()
        self.daemon([broker.port], robot="rover.7", home_assistant=True)
        reader = self.reader(broker.port)
        config = until(lambda: reader.of("/config"), "the discovery arrives")[0]
        state = until(lambda: reader.of("/state"), "a state arrives")[0].values
        self.assertRegex(config.topic, r"^homeassistant/device/[A-Za-z0-9_-]+/config$")
        values = config.values
        self.assertEqual(set(values), {"device", "origin", "availability", "qos", "components"})
        self.assertEqual(values["availability"], [{"topic": "headingd/rover.7/availability"}])
        self.assertTrue(values["device"]["identifiers"] and values["origin"]["name"])
        units = {"speed": {"m/s"}, "distance": {"m"}}
        identifiers = []
        for name, one in values["components"].items():
            with self.subTest(name):
                self.assertIn(one["platform"], ("sensor", "binary_sensor", "device_tracker"))
                identifiers.append(one["unique_id"])
                # A tracker with a state's topic would show the whole object as the name of its place.
                self.assertEqual(one.get("state_topic"),
                                 None if one["platform"] == "device_tracker" else "headingd/rover.7/state")
                kind = one.get("device_class")
                if one["platform"] == "sensor":
                    self.assertIn(kind, (None, "speed", "distance", "enum"))
                    self.assertIn(one.get("unit_of_measurement"), units.get(kind, {None, "°"}))
                    # An enumeration has options, and neither a unit nor a state class.
                    self.assertEqual(kind == "enum", "options" in one)
                    self.assertFalse(kind == "enum" and ("state_class" in one or "unit_of_measurement" in one))
                    if kind == "enum":
                        self.assertIn(state[name], one["options"])
                for key in re.findall(r"value_json\.(\w+)", json.dumps(one)):
                    self.assertIn(key, state)
        self.assertEqual(len(set(identifiers)), len(identifiers))
