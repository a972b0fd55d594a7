"""What an update says about what is missing in it."""

from __future__ import annotations

import pickle
import unittest
from dataclasses import FrozenInstanceError

from headingd import ErrorTerms, Update


class Updates(unittest.TestCase):
    def test_a_missing_value_names_the_reasons_that_can_cause_it(self) -> None:
        reasons = ["gyroscope_hold", "disturbed", "position_unknown", "no_fix", "barometer_missing", "geoid_missing"]
        update = Update.of({"magnetic_heading": 12.5, "steer": "ok", "reasons": reasons})
        self.assertEqual(update.why("magnetic_heading"), ())
        # A magnetic heading that is there explains nothing.
        self.assertEqual(update.why("true_heading"), ("position_unknown",))
        self.assertEqual(update.why("latitude"), ("no_fix",))
        self.assertEqual(update.why("altitude"), ("no_fix", "barometer_missing", "geoid_missing"))
        self.assertEqual(update.why("pressure"), ("barometer_missing",))
        without = Update.of({"reasons": reasons})
        self.assertEqual(without.why("magnetic_heading"), ("gyroscope_hold", "disturbed"))
        self.assertEqual(without.why("true_heading"), ("gyroscope_hold", "disturbed", "position_unknown"))

    def test_reasons_that_are_not_known_here_are_all_given(self) -> None:
        update = Update.of({"reasons": ["of_tomorrow", "of_the_day_after"]})
        self.assertEqual(update.why("magnetic_heading"), ("of_tomorrow", "of_the_day_after"))
        self.assertEqual(update.why("error_terms"), ("of_tomorrow", "of_the_day_after"))

    def test_an_update_is_a_value(self) -> None:
        update = Update.of({"magnetic_heading": 12.5, "field": [1, 2, 3], "error_terms": {"noise": 1}})
        self.assertEqual(update, pickle.loads(pickle.dumps(update)))
        self.assertEqual(len({update, Update.of({"magnetic_heading": 12.5})}), 2)
        self.assertEqual(update.error_terms, ErrorTerms(noise=1.0))
        with self.assertRaises(FrozenInstanceError):
            update.magnetic_heading = 1.0  # type: ignore[misc]

    def test_text_of_a_daemon_is_safe_for_a_terminal(self) -> None:
        update = Update.of({"time": "\x1b[2J", "reasons": ["a\u202eb", "\ud800", "ö🧭"]})
        self.assertEqual((update.time, update.reasons), ("?[2J", ("a?b", "?", "ö🧭")))


if __name__ == "__main__":
    unittest.main()
