"""The examples, as a user runs them."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
import unittest
from pathlib import Path

from support import GREETING, PATIENCE, Daemon, Peer, Server, update

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

    def test_a_calibration_is_accepted_once_it_is_proposed(self) -> None:
        asked = []

        def serve(peer: Peer) -> None:
            peer.send(GREETING)
            if peer.line()["contents"]:
                peer.send(update(error_terms={"calibration": 9.5}))
                return peer.hold()
            name = peer.line()["command"]
            asked.append(name)
            if name == "status":
                proposal = b',"proposed_calibration":"better"' if asked.count("status") > 1 else b""
                peer.send(b'{"class":"status","continuous_calibration":"propose"' + proposal + b"}\n")
            else:
                peer.send(b'{"class":"calibration","calibrated":true,"heading_error":0.5,"revision":7}\n')
            return peer.hold()

        with Server(serve) as server:
            output("calibrate.py", server.path, until="accepted revision 7: heading error 0.5°")
        self.assertEqual(asked, ["calibration", "status", "status", "accept_calibration"])


if __name__ == "__main__":
    unittest.main()
