"""A daemon announced by a real Avahi, as another host sees it."""

import json
import os
import pathlib
import secrets
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HEADINGD = os.environ["DAEMON_PROGRAM"]
COMPASS = os.environ["COMPASS_PROGRAM"]
PORT = 5450


class Host:
    """A host: a network namespace, with a name, a system bus and an Avahi of its own."""

    def __init__(self, name: str, folder: pathlib.Path) -> None:
        self.name = name
        self.folder = folder / name
        (self.folder / "run" / "dbus").mkdir(parents=True)
        (self.folder / "run" / "avahi-daemon").mkdir()
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def command(self, arguments: list[str]) -> list[str]:
        """The command that runs arguments on this host."""
        inside = f'hostname {self.name}; mount --bind "$0" /run; exec "$@"'
        return ["ip", "netns", "exec", self.name, "unshare", "--mount", "--uts",
                "sh", "-c", inside, str(self.folder / "run"), *arguments]

    def start(self, key: str, *arguments: str) -> None:
        """Starts a program that runs until it is stopped."""
        with open(self.folder / f"{key}.log", "ab") as log:
            self.processes[key] = subprocess.Popen(self.command(list(arguments)), stdout=log, stderr=log)

    def start_bus(self) -> None:
        """Starts the system bus."""
        self.start("bus", "dbus-daemon", "--system", "--nofork", "--nopidfile")
        wait(lambda: (self.folder / "run/dbus/system_bus_socket").exists(), 10)

    def start_avahi(self) -> None:
        """Starts Avahi, and waits until it answers."""
        self.start("avahi", "avahi-daemon", "--no-chroot", "--no-drop-root", "--no-rlimits")
        wait(lambda: self.run("avahi-browse", "--terminate", "_none._tcp").returncode == 0, 20)

    def stop(self, key: str) -> None:
        """Stops a program."""
        process = self.processes.pop(key)
        process.terminate()
        process.wait(10)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Runs a program to its end."""
        return subprocess.run(self.command(list(arguments)), capture_output=True, text=True, timeout=30)

    def log(self, key: str) -> str:
        """What a program has written."""
        return (self.folder / f"{key}.log").read_text()


def wait(condition, seconds):
    """Waits for a condition, and returns its first true value; fails after the time."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s")
        time.sleep(0.2)


class AnnouncementTests(unittest.TestCase):
    """One robot with the daemon, and one laptop that looks for it."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.robot, self.laptop = Host("robot", self.folder), Host("laptop", self.folder)
        self.addCleanup(self.stop)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
             "-subj", "/CN=robot", "-addext", "subjectAltName=IP:10.78.0.1", "-keyout", self.folder / "key.pem",
             "-out", self.folder / "cert.pem"], check=True, capture_output=True)
        (self.folder / "token").write_text(secrets.token_hex(32))
        (self.folder / "token").chmod(0o600)
        self.configure()
        self.laptop.start_bus()
        self.laptop.start_avahi()

    def stop(self) -> None:
        for host in (self.robot, self.laptop):
            for process in host.processes.values():
                process.kill()
                process.wait()
            for log in sorted(host.folder.glob("*.log")):
                print(f"--- {host.name} {log.name}\n{log.read_text()[-2000:]}", file=sys.stderr)

    def configure(self, further: str = "") -> None:
        (self.folder / "headingd.yaml").write_text(
            f"listen:\n  tcp:\n    address: 0.0.0.0\n    port: {PORT}\n    certificate: {self.folder}/cert.pem\n"
            f"    key: {self.folder}/key.pem\n    token_file: {self.folder}/token\n{further}")

    def start_daemon(self) -> None:
        self.robot.start("headingd", HEADINGD, "--config", f"{self.folder}/headingd.yaml", "--simulate",
                         "--gpsd", "none", "--socket", f"{self.folder}/s")

    def found(self) -> dict[str, list[str]]:
        """What the laptop finds: host name, address, port and texts of each instance."""
        output = self.laptop.run("avahi-browse", "--parsable", "--resolve", "--terminate", "_headingd._tcp").stdout
        rows = [line.split(";") for line in output.splitlines() if line.startswith("=") and ";IPv4;" in line]
        return {row[3].replace("\\032", " ").replace("\\035", "#"): row[6:] for row in rows}

    def test_a_laptop_finds_the_robot_and_reads_its_heading(self) -> None:
        self.robot.start_bus()
        self.robot.start_avahi()
        self.start_daemon()
        host, address, port, texts = wait(lambda: self.found().get("Heading of robot"), 30)
        self.assertEqual((host, address, port), ("robot.local", "10.78.0.1", str(PORT)))
        for text in ("protocol=1", "tls=1", "token=1", "client_certificate=0"):
            self.assertIn(f'"{text}"', texts)
        line = self.laptop.run(
            COMPASS, "--connect", f"{address}:{port}", "--ca", f"{self.folder}/cert.pem", "--token-file",
            f"{self.folder}/token", "--json", "--once")
        self.assertEqual(line.returncode, 0, line.stderr)
        self.assertIn("true_heading", json.loads(line.stdout))
        # Avahi ends and comes back; then the announcement is given up by the configuration.
        self.robot.stop("avahi")
        wait(lambda: not self.found(), 30)
        self.robot.start_avahi()
        wait(lambda: "Heading of robot" in self.found(), 30)
        self.configure("    announce: false\n")
        self.robot.processes["headingd"].send_signal(signal.SIGHUP)
        wait(lambda: not self.found(), 30)

    def test_a_name_that_is_taken_gets_a_number(self) -> None:
        self.laptop.start("other", "avahi-publish", "-s", "Heading of robot", "_headingd._tcp", "1")
        wait(lambda: "Heading of robot" in self.found(), 30)
        self.robot.start_bus()
        self.robot.start_avahi()
        self.start_daemon()
        names = wait(lambda: len(self.found()) == 2 and self.found(), 30)
        self.assertEqual(names["Heading of robot #2"][2], str(PORT))

    def test_without_a_bus_the_daemon_serves_and_waits_for_one(self) -> None:
        self.start_daemon()
        wait(lambda: self.robot.run(COMPASS, "--socket", f"{self.folder}/s", "--json", "--once").returncode == 0, 20)
        self.robot.start_bus()
        self.robot.start_avahi()
        # It tries again every 30 s.
        wait(lambda: "Heading of robot" in self.found(), 60)
        self.robot.stop("bus")
        wait(lambda: self.robot.log("headingd").count("not announced by mDNS") == 2, 10)
        self.assertIsNone(self.robot.processes["headingd"].poll())


if __name__ == "__main__":
    unittest.main()
