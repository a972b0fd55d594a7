"""Configurations that cannot work are refused with their place, or reported in the log with what is wrong."""

from __future__ import annotations

import socket
import subprocess
import tempfile
import unittest
from pathlib import Path

from rig import PROGRAM, Program, free_port, until

#: An output, and what the refusal has to name.
REFUSED = {
    "to: 'udp:127.0.0.1:10110', sentences: [HDT, FOO]": ("3:", "outputs.nmea[0].sentences", "FOO", "PASHR"),
    "to: 'udp:127.0.0.1:10110', sentences: [hdt]": ("outputs.nmea[0].sentences", "hdt"),
    "to: 'udp:127.0.0.1:10110', rates: {RMC: 1}": ("outputs.nmea[0].rates", "RMC"),
    "to: 'udp:127.0.0.1:10110', rates: {FOO: 1}": ("outputs.nmea[0].rates", "FOO"),
    "to: 'udp:127.0.0.1:10110', rates: {HDT: 0}": ("outputs.nmea[0].rates.HDT", "0"),
    "to: 'udp:127.0.0.1:10110', rate: fast": ("outputs.nmea[0].rate", "fast"),
    "to: 'udp:127.0.0.1:10110', talker: HEX": ("outputs.nmea[0].talker", "HEX"),
    "to: 'tcp:10110', interface: lo": ("outputs.nmea[0].interface", "multicast"),
    "to: 'serial:/dev/ttyS9:4800', interface: lo": ("outputs.nmea[0].interface", "multicast"),
    "to: 'serial:/dev/ttyS9:4801'": ("outputs.nmea[0].to", "4801"),
    "to: 'serial:/dev/ttyS9'": ("outputs.nmea[0].to",),
    "to: 'udp:127.0.0.1'": ("outputs.nmea[0].to",),
    "to: 'http:127.0.0.1:80'": ("outputs.nmea[0].to",),
    "rate: 5": ("outputs.nmea[0]", "to"),
    "to: 'udp:127.0.0.1:10110', colour: blue": ("outputs.nmea[0].colour", "rates"),
}

#: What the documentation does not forbid, and what can never do what its author means.
USELESS = {
    "to: 'udp:127.0.0.1:10110', sentences: []": ("outputs.nmea[0].sentences",),
    "to: 'udp:127.0.0.1:10110', sentences: [HDT, HDT]": ("outputs.nmea[0].sentences", "HDT"),
    "to: 'udp:127.0.0.1:10110', interface: lo": ("outputs.nmea[0].interface", "multicast"),
}


class Configuration(unittest.TestCase):
    """`--check-config`, and the log of a daemon without sensors."""

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def write(self, output: str) -> str:
        """A configuration with one output; returns its path."""
        path = self.folder / "headingd.yaml"
        path.write_text(f"sensors: {{gpsd: none}}\noutputs:\n  nmea: [{{{output}}}]\n"
                        f"feed: {{socket: {self.folder}/feed}}\nlisten: {{socket: {self.folder}/socket}}\n", "utf-8")
        return str(path)

    def log(self, output: str, *words: str) -> str:
        """Starts a daemon, and waits until a line of its log has all words."""
        daemon = Program(self.folder, "log", [PROGRAM, "--config", self.write(output)],
                         XDG_CONFIG_HOME=str(self.folder))
        try:
            return until(lambda: next((line for line in daemon.log.splitlines()
                                       if all(word in line for word in words)), None), f"{words} in {daemon.log}", 8)
        except AssertionError:
            self.fail(f"no line with {words}: {daemon.log}")
        finally:
            daemon.stop()
            daemon.log_path.unlink()

    def test_refused(self) -> None:
        self.refuses(REFUSED)

    def test_useless(self) -> None:
        self.refuses(USELESS)

    def refuses(self, outputs: dict[str, tuple[str, ...]]) -> None:
        """Compares status and text of the check of some outputs."""
        for output, words in outputs.items():
            with self.subTest(output):
                done = subprocess.run([PROGRAM, "--config", self.write(output), "--check-config"], text=True,
                                      capture_output=True, timeout=20, env={"PATH": "/usr/bin:/bin"})
                text = done.stderr + done.stdout
                self.assertEqual(done.returncode, 78, text)
                for word in words:
                    self.assertIn(word, text)

    def test_reported(self) -> None:
        for output, words in {
            "to: 'udp:239.192.0.1:10110', interface: none9": ("warning", "none9", "interface"),
            "to: 'serial:/dev/none9:4800'": ("warning", "/dev/none9", "no such file"),
            "to: 'udp:none9.invalid:10110'": ("warning", "none9.invalid"),
        }.items():
            with self.subTest(output):
                self.clear(self.log(output, *words))
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            with self.subTest("a port in use"):
                self.clear(self.log(f"to: 'tcp:{taken.getsockname()[1]}'", "warning", "in use"))

    def clear(self, line: str) -> None:
        """A line for people has neither a function's signature nor a type's name of the program."""
        self.assertNotRegex(line, r"\w+\(\w+:|errno|SocketAddressError", line)

    def test_a_destination_that_comes_later(self) -> None:
        # A port that is taken at the start is used once it is free; the daemon runs meanwhile.
        port = free_port(socket.SOCK_STREAM)
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", port))
            taken.listen()
            daemon = Program(self.folder, "log", [PROGRAM, "--config", self.write(f"to: 'tcp:{port}'")],
                             XDG_CONFIG_HOME=str(self.folder))
            self.addCleanup(daemon.stop)
            until(lambda: "trying again" in daemon.log, "a warning")
        until(lambda: f"NMEA 0183 goes to tcp:127.0.0.1:{port}" in daemon.log, "the port is used")


if __name__ == "__main__":
    unittest.main()
