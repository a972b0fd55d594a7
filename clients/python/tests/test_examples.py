"""The examples, as a user runs them."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
import unittest
from pathlib import Path

from support import GREETING, PATIENCE, Daemon, Peer, Server, progress

EXAMPLES = Path(__file__).parents[1] / "examples"
PROGRAM = os.environ.get("HEADINGD_PROGRAM", "")


def output(example: str, *arguments: str, until: str) -> str:
    """What an example prints up to a text."""
    command = [sys.executable, "-u", str(EXAMPLES / example), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        assert process.stdout is not None
        text = ""
        end = time.monotonic() + PATIENCE
        try:
            while until not in text:
                if not select.select([process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                    break
                data = os.read(process.stdout.fileno(), 65_536)
                if not data:
                    break
                text += data.decode()
        finally:
            process.kill()
    if until not in text:
        raise AssertionError(f"{example} prints no {until!r}: {text}")
    return text


class Examples(unittest.TestCase):
    @unittest.skipUnless(PROGRAM, "HEADINGD_PROGRAM is not set")
    def test_they_follow_a_daemon(self) -> None:
        with Daemon(PROGRAM, "--simulate", "--scenario", "pose:heading=45") as daemon:
            self.assertIn("SIMULATED  4", output("print_heading.py", daemon.path, until="ok\n"))
            # The shorter way from 45° to 25° is to the left.
            self.assertIn("rudder -1", output("steer.py", "25", daemon.path, until="(ok)"))
            output("robot.py", "90", daemon.path, until="turn +1.00")
            output("heading_hold.py", "90", "magnetic", daemon.path, until="1.000 45.000")

    def test_without_a_daemon_they_say_so(self) -> None:
        for example in ("print_heading.py", "calibrate.py"):
            output(example, "/nowhere/socket", until="headingd is not running")
        output("steer.py", "25", "/nowhere/socket", until="rudder amidships: connection_lost")
        output("robot.py", "25", "/nowhere/socket", until="stop: headingd is not running")
        output("heading_hold.py", "25", "true", "/nowhere/socket", until="0.000 0.000")

    def test_a_calibration_is_finished_once_it_is_complete(self) -> None:
        asked = []

        def serve(peer: Peer) -> None:
            peer.send(GREETING)
            for _ in range(3):
                message = peer.line()
                asked.append(message.get("command", "request"))
                if asked[-1] == "start_calibration":
                    peer.send(progress(), progress(notice="no samples come"), progress(complete=True))
                elif asked[-1] == "finish_calibration":
                    peer.send(b'{"class":"calibration","calibrated":true,"heading_error":0.5,"revision":7}\n')
            return peer.hold()

        with Server(serve) as server:
            text = output("calibrate.py", server.path, until="stored as revision 7: heading error 0.5°")
        self.assertIn("25% of the directions, ellipsoid, error 2.5°; next: turn it", text)
        self.assertEqual(asked, ["request", "start_calibration", "finish_calibration"])


if __name__ == "__main__":
    unittest.main()
