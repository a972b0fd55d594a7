"""What a robot may steer by when its daemon hangs, ends, or is none."""

from __future__ import annotations

import unittest

import headingd
from support import GREETING, PATIENCE, Server, serving, until, update


class SteeringByAServer(unittest.TestCase):
    def test_a_daemon_that_hangs_makes_the_heading_end_at_the_deadline(self) -> None:
        with Server(serving(GREETING, update())) as server, headingd.Steering(server.path, deadline=30) as steering:
            self.assertEqual(until(steering.heading_or_none), 12.5)
            began = until(lambda: steering.advice().update.boot_time)
            self.assertEqual(steering.heading_or_none(began + 29.9), 12.5)
            self.assertIsNone(steering.heading_or_none(began + 30.1))
            self.assertIs(steering.advice(began + 30.1).steer, headingd.Steer.STOP)

    def test_a_line_from_a_buffer_is_judged_by_its_own_time(self) -> None:
        taken = headingd.now() - 20
        with Server(serving(GREETING, update(boot_time=taken))) as server:
            with headingd.Steering(server.path, deadline=60) as steering:
                until(steering.heading_or_none)
                self.assertEqual(steering.heading_or_none(taken + 59.9), 12.5)
                self.assertIsNone(steering.heading_or_none(taken + 60.1))

    def test_a_time_of_another_clock_makes_no_update_new(self) -> None:
        with Server(serving(GREETING, update())) as server, headingd.Steering(server.path, deadline=60) as steering:
            until(steering.heading_or_none)
            now = headingd.now()
            for wrong in (now - 61, now + 61, 0.0, 1e300, float("nan"), float("inf"), -float("inf")):
                with self.subTest(now=wrong):
                    self.assertIsNone(steering.heading_or_none(wrong))
                    self.assertIs(steering.advice(wrong).steer, headingd.Steer.STOP)
            # Read just before the update came.
            self.assertEqual(steering.heading_or_none(headingd.now() - 1), 12.5)

    def test_a_lost_connection_ends_the_heading_at_once_and_a_new_one_brings_it_back(self) -> None:
        closing = serving(GREETING, update(), then_hold=False)
        with Server(closing, serving(GREETING, update(magnetic_heading=99.0))) as server:
            with headingd.Steering(server.path, deadline=1000) as steering:
                until(lambda: steering.problem)
                until(lambda: steering.heading_or_none() == 99.0)
                self.assertIsNone(steering.problem)

    def test_nothing_is_raised_in_the_loop_whatever_the_server_is(self) -> None:
        bad = [serving(b"SSH-2.0-OpenSSH_9.2\r\n"), serving(b'{"class":"error","reason":"too many"}\n'),
               serving(GREETING, b"\xff\n")]
        good = serving(GREETING, update())
        with Server(*bad, good) as server, headingd.Steering(server.path, deadline=60) as steering:
            self.assertIsNone(steering.heading_or_none())
            self.assertEqual(until(steering.heading_or_none), 12.5)
            self.assertEqual(server.count, 4)

    def test_closing_ends_the_connection_and_the_heading(self) -> None:
        with Server(serving(GREETING, update())) as server:
            steering = headingd.Steering(server.path, deadline=60)
            until(steering.heading_or_none)
            steering.close()
            self.assertTrue(server.ended.wait(PATIENCE))
            self.assertIsNone(steering.heading_or_none())

    def test_a_daemon_that_is_not_there_is_told(self) -> None:
        with headingd.Steering("/nowhere/socket") as steering:
            self.assertIn("systemctl start headingd", until(lambda: steering.problem))
            self.assertIsNone(steering.heading_or_none())


if __name__ == "__main__":
    unittest.main()
