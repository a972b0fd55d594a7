"""What may be published, at each moment; needs no Zenoh."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import subprocess
import sys
import unittest
from dataclasses import fields, replace

import headingd
from headingd import reports, zenoh
from headingd.reports import Report
from headingd.update import Update

NEW = Update.of({
    "time": "2026-11-26T06:00:00.25Z", "boot_time": 100.0, "magnetic_heading": 45.5, "true_heading": 47.25,
    "heading_accuracy": 1.5, "attitude": [1, 0, 0, 0], "pitch": 2.0, "latitude": 47.4, "velocity": [1, 2, 3],
    "error_terms": {"noise": 0.5}, "status": "valid", "steer": "ok", "reasons": ["gnss_missing"], "simulated": False,
    "latency": 0.01,
})


def payload(report: Report, subject: str) -> "dict[str, object]":
    """The object of a payload."""
    value: "dict[str, object]" = json.loads(report.payload(subject))
    return value


class Reports(unittest.TestCase):
    def test_a_new_update_has_its_age_and_its_end(self) -> None:
        value = payload(Report.of("r", NEW, waited=0.1, clock=100.125, deadline=0.5), "heading")
        self.assertEqual((value["version"], value["robot"]), (1, "r"))
        self.assertEqual((value["magnetic_heading"], value["true_heading"]), (45.5, 47.25))
        self.assertEqual((value["age"], value["valid_for"]), (0.125, 0.375))
        self.assertEqual(value["expires"], "2026-11-26T06:00:00.750Z")
        self.assertEqual((value["status"], value["steer"], value["reasons"]), ("valid", "ok", ["gnss_missing"]))

    def test_the_age_is_by_arrival_without_a_common_clock(self) -> None:
        self.assertEqual(Report.of("r", NEW, waited=0.1, clock=None, deadline=0.5).age, 0.11)

    def test_an_old_update_keeps_nothing_but_its_time(self) -> None:
        for waited, clock in ((0.6, None), (0.0, 100.51), (-0.6, None)):
            report = Report.of("r", NEW, waited, clock, deadline=0.5)
            self.assertEqual(report.update, Update(
                time=NEW.time, boot_time=100.0, reasons=(headingd.LATE,), simulated=False))
            value = payload(report, "update")
            self.assertEqual((value["valid_for"], value["expires"], value["steer"]), (0, None, "stop"))

    def test_an_invalid_heading_is_withheld_and_its_tilt_is_not(self) -> None:
        invalid = replace(NEW, status=headingd.Status.INVALID, reasons=("disturbed",))
        report = Report.of("r", invalid, waited=0, clock=100.0)
        heading, attitude = payload(report, "heading"), payload(report, "attitude")
        for name in ("magnetic_heading", "true_heading", "heading_accuracy", "heading_accuracy_95"):
            self.assertIsNone(heading[name])
        self.assertEqual((heading["steer"], heading["reasons"]), ("stop", ["disturbed"]))
        self.assertEqual((attitude["attitude"], attitude["pitch"]), (None, 2))
        self.assertEqual(payload(report, "place")["latitude"], 47.4)

    def test_without_a_connection_the_reason_is_that(self) -> None:
        report = Report.of("r", Update.unavailable(headingd.CONNECTION_LOST), waited=0, clock=100.0)
        value = payload(report, "heading")
        self.assertEqual((value["age"], value["valid_for"], value["time"]), (None, 0, None))
        self.assertEqual(value["reasons"], ["connection_lost"])

    def test_coasting_ends_when_it_was_said_to(self) -> None:
        coasting = replace(NEW, steer=headingd.Steer.COAST, coast_left=0.3)
        self.assertAlmostEqual(Report.of("r", coasting, waited=0.1, clock=None, deadline=0.5).valid_for, 0.2)
        over = Report.of("r", coasting, waited=0.31, clock=None, deadline=0.5)
        self.assertEqual((over.update.magnetic_heading, over.valid_for), (None, 0))

    def test_without_the_worlds_time_there_is_no_end_by_it(self) -> None:
        for time in (None, "nonsense", "2026-11-26T06:00:00+02:00"):
            report = Report.of("r", replace(NEW, time=time), waited=0, clock=100.0)
            self.assertEqual((report.expires, report.valid_for), (None, 0.49))
        self.assertEqual(Report.of("r", replace(NEW, time="2026-12-31T23:59:59Z"), 0, 100.75, 2).expires,
                         "2027-01-01T00:00:01.000Z")

    def test_the_update_has_every_value_of_the_wire(self) -> None:
        value = payload(Report.of("r", NEW, waited=0, clock=100.0), "update")
        own = {"version", "robot", "expires", "valid_for", "age"}
        self.assertEqual(set(value) - own, {field.name for field in fields(Update)} - {"missed"})
        self.assertEqual(Update.of({key: one for key, one in value.items() if key not in own}), NEW)

    def test_every_value_of_a_smaller_key_is_one_of_an_update(self) -> None:
        for names in reports.SUBJECTS.values():
            self.assertLessEqual(set(names), {field.name for field in fields(Update)})


class Names(unittest.TestCase):
    def test_a_robots_name_is_one_chunk_of_a_key(self) -> None:
        for name in ("rover-7", "A.b_c", "7", "x" * 64):
            self.assertEqual(reports.key(reports.checked(name), "heading"), f"headingd/{name}/heading")
        for name in ("", "a/b", "*", "a$b", "a b", "ö", "x" * 65, "a\n", "@x", "a?b", "a#b"):
            with self.assertRaises(ValueError):
                reports.checked(name)


class Arguments(unittest.TestCase):
    def options(self, *words: str) -> argparse.Namespace:
        """Options, or what is said of them as an error."""
        said = io.StringIO()
        try:
            with contextlib.redirect_stderr(said):
                return zenoh.arguments(["--robot", "r", *words])
        except SystemExit as exit:
            self.assertEqual(exit.code, 64)
            raise ValueError(said.getvalue()) from exit

    def test_wrong_ones_are_refused(self) -> None:
        for words, text in (
            (("--rate", "1"), "would expire"), (("--rate", "nan"), "--rate"), (("--deadline", "0"), "--deadline"),
            (("--deadline", "inf"), "--deadline"), (("--robot", "a/b"), "name"), (("--daemon", "a b"), "no path"),
            (("--mode", "x"), "--mode"), (("more",), "unrecognized"),
        ):
            with self.subTest(words), self.assertRaisesRegex(ValueError, text):
                self.options(*words)

    def test_the_usual_ones(self) -> None:
        options = self.options()
        self.assertEqual((options.rate, options.deadline, options.connect), (10, 0.5, []))
        self.assertEqual(self.options("--rate", "0", "--deadline", "0.05").rate, 0)

    def test_the_library_of_zenoh_is_asked_for(self) -> None:
        program = "import sys; sys.modules['zenoh'] = None; from headingd.zenoh import main; sys.exit(main([]))"
        done = subprocess.run([sys.executable, "-c", program], stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 69)
        self.assertIn("pip install eclipse-zenoh", done.stderr)

    def test_errors_of_zenoh_are_told_without_the_places_in_its_source(self) -> None:
        self.assertEqual(zenoh.cause(ValueError("No such file (os error 2) at /zenoh/src/lib.rs:1507.")),
                         "No such file (os error 2)")


if __name__ == "__main__":
    unittest.main()
