"""Guided calibrations, with a scripted server and with a real daemon."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import headingd
from headingd.messages import calibration_progress
from support import GREETING, PATIENCE, Daemon, Peer, Server, progress, serving, update

PROGRAM = os.environ.get("HEADINGD_PROGRAM", "")
RESULT = b'{"class":"calibration","calibrated":true,"hard_iron":[1,2,3],"heading_error":0.5,"revision":7}\n'


def failure(command: str, reason: str) -> bytes:
    """A refusal."""
    return json.dumps({"class": "failure", "command": command, "reason": reason}).encode() + b"\n"


def scripted(peer: Peer) -> None:
    """Refuses the first finish, follows the second."""
    peer.send(GREETING, update())
    assert peer.line()["contents"] == []
    start = peer.line()
    peer.send(b'{"class":"request"}\n', progress(target=start.get("target", 0.5)))
    assert peer.line()["command"] == "finish_calibration"
    peer.send(progress(samples=300), failure("finish_calibration", "too few samples"), progress(samples=310))
    assert peer.line()["force"] is True
    peer.send(progress(samples=320), RESULT)
    peer.hold()


class Scripted(unittest.TestCase):
    def test_progress_and_result(self) -> None:
        with Server(scripted) as server, headingd.Client(server.path).calibrate(target=2) as calibration:
            first = next(calibration)
            self.assertEqual((first.samples, first.target, first.accepted, first.complete), (250, 2.0, True, False))
            self.assertEqual(first.predicted_heading_error, headingd.PredictedError(1.5, 2.5, 3.5))
            self.assertEqual((first.reasons, first.turn, first.notice), (("tilt_missing",), ("nose_up",), None))
            with self.assertRaisesRegex(headingd.NotFollowed, "too few samples"):
                calibration.finish()
            # What came before the refusal is the newest, then what follows it.
            self.assertEqual([next(calibration).samples, next(calibration).samples], [300, 310])
            self.assertEqual(calibration.finish(force=True).revision, 7)

    def test_asyncio(self) -> None:
        async def run(path: str) -> None:
            async with headingd.AsyncClient(path).calibrate() as calibration:
                samples = []
                async for one in calibration:
                    samples.append(one.samples)
                    if len(samples) > 1:
                        break
                    with self.assertRaisesRegex(headingd.NotFollowed, "too few samples"):
                        await calibration.finish()
                self.assertEqual(samples, [250, 300])
                self.assertEqual((await calibration.finish(force=True)).hard_iron, (1.0, 2.0, 3.0))
                self.assertEqual((await calibration.__anext__()).samples, 320)
                # A wait that is cancelled ends the connection, and with it the calibration.
                with self.assertRaises(asyncio.TimeoutError):
                    await asyncio.wait_for(calibration.__anext__(), 0.01)

        with Server(scripted) as server:
            asyncio.run(asyncio.wait_for(run(server.path), PATIENCE))
            self.assertTrue(server.ended.wait(PATIENCE))

    def test_the_commands_themselves_are_answered(self) -> None:
        def serve(peer: Peer) -> None:
            peer.send(GREETING)
            peer.line()
            for answer in (progress(), progress(samples=300) + RESULT):
                peer.line()
                peer.send(answer)
            peer.hold()

        with Server(serve) as server, headingd.Client(server.path).commands() as commands:
            self.assertEqual(commands.command("start_calibration")["samples"], 250)
            self.assertEqual(commands.command("finish_calibration")["revision"], 7)

    def test_the_daemon_refuses_or_ends_it(self) -> None:
        start = failure("start_calibration", "another\x1b client")
        with Server(serving(GREETING, start)) as server:
            with self.assertRaisesRegex(headingd.NotFollowed, r"another\? client"):
                headingd.Client(server.path).calibrate()
        with Server(serving(GREETING, progress(), start)) as server:
            with headingd.Client(server.path).calibrate() as calibration:
                next(calibration)
                with self.assertRaises(headingd.NotFollowed):
                    next(calibration)
        with Server(serving(GREETING, progress(), then_hold=False)) as server:
            with headingd.Client(server.path).calibrate() as calibration:
                with self.assertRaises(headingd.ConnectionLost):
                    for _ in calibration:
                        pass

    def test_what_is_not_as_it_should_be_is_unknown(self) -> None:
        empty = calibration_progress({})
        self.assertFalse(empty.accepted or empty.complete)
        self.assertTrue(empty.simulated)
        strange = calibration_progress({
            "elapsed": "x", "samples": 1.5, "coverage": float("inf"), "accepted": 1, "complete": "true",
            "reasons": [7, "a"], "predicted_heading_error": {"level": 1, "tilt20": None, "tilt45": 3},
            "turn": "nose_up", "of_tomorrow": {},
        })
        self.assertEqual(strange.reasons, ("a",))
        self.assertEqual((strange.elapsed, strange.samples, strange.turn), (0.0, 0, ()))
        self.assertIsNone(strange.predicted_heading_error)
        self.assertFalse(strange.accepted or strange.complete)


@unittest.skipUnless(PROGRAM, "HEADINGD_PROGRAM is not set")
class WithADaemon(unittest.TestCase):
    def test_a_tumbling_board_is_calibrated(self) -> None:
        with Daemon(PROGRAM, "--simulate", "--scenario", "tumbling") as daemon:
            client = headingd.Client(daemon.path)
            # The daemon answers before it has found its sensors.
            next(client.updates(reconnect=False))
            with client.calibrate(target=5) as calibration:
                with self.assertRaisesRegex(headingd.NotFollowed, "another client calibrates already: process"):
                    client.calibrate()
                with self.assertRaisesRegex(headingd.NotFollowed, "too few|hardly"):
                    calibration.finish()
                for one in calibration:
                    self.assertTrue(one.simulated)
                    if one.complete:
                        break
                result = calibration.finish(force=True)
            self.assertIsNotNone(result.revision)
            # The iron of the simulated board.
            for found, truth in zip(result.hard_iron or (), (19.5, -22.8, 14.1)):
                self.assertAlmostEqual(found, truth, delta=3)
            self.assertEqual(client.calibration(), result)
            with client.calibrate() as calibration:
                calibration.cancel()
            self.assertEqual(client.calibration(), result)

    def test_a_robot_that_is_killed_leaves_nothing_behind(self) -> None:
        example = Path(__file__).parents[1] / "examples" / "calibrate.py"
        with Daemon(PROGRAM, "--simulate", "--scenario", "tumbling") as daemon, tempfile.TemporaryFile() as output:
            command = [sys.executable, str(example), daemon.path]
            next(headingd.Client(daemon.path).updates(reconnect=False))
            for number in (signal.SIGKILL, signal.SIGINT):
                # A shell's job in the background ignores SIGINT, and so would its children.
                with subprocess.Popen(
                    command, stdout=subprocess.PIPE, stderr=output,
                    preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
                ) as process:
                    assert process.stdout is not None
                    self.assertIn(b"of the directions", process.stdout.readline())
                    process.send_signal(number)
                    process.wait(PATIENCE)
            output.seek(0)
            self.assertIn(b"cancelled, nothing is changed", output.read())
            headingd.Client(daemon.path).calibrate().close()


if __name__ == "__main__":
    unittest.main()
