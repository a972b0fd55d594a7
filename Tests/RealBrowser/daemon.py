"""headingd with a simulated hat, which serves the page under test."""

import atexit
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

HEADINGD, COMPASS = os.environ["HEADINGD_PROGRAM"], os.environ["COMPASS_PROGRAM"]
PATIENCE = 40.0  # s, the longest wait


def until(condition, text, seconds=PATIENCE):
    """Waits until a condition has a true value, and returns it."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"within {seconds:g} s not: {text}")
        time.sleep(0.02)
    return value


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Daemon:
    """One after another at the same port; each has a token of its own."""

    def __init__(self, scenario="tumbling", protected=False):
        """Served to this machine, or with `protected` to all over TLS."""
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="page-"))
        self.port = free_port()
        self.path = self.folder / "s"
        configuration = self.folder / "headingd.yaml"
        section = self.protection() if protected else f"127.0.0.1:{self.port}"
        configuration.write_text(json.dumps({"http": section}))  # JSON is YAML
        self.command = [HEADINGD, "--simulate", "--scenario", scenario, "--config", str(configuration), "--socket", str(self.path)]
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("HEADINGD_")}
        # Profiles of calibrations are stored below.
        self.environment |= {"XDG_CONFIG_HOME": str(self.folder / "config"), "STATE_DIRECTORY": str(self.folder / "state")}
        (self.folder / "state").mkdir()
        self.log = self.folder / "log"
        self.start()

    def protection(self):
        certificate, key, token = (str(self.folder / name) for name in ("server.pem", "server.key", "token"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", certificate,
                        "-days", "2", "-subj", "/CN=localhost"], check=True, capture_output=True)
        pathlib.Path(token).write_text(os.urandom(16).hex())
        os.chmod(token, 0o600)
        os.chmod(key, 0o600)
        return {"address": "0.0.0.0", "port": self.port, "certificate": certificate, "key": key, "token_file": token}

    def start(self):
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment)
        self.address = until(self._address, lambda: self.log.read_text())

    def _address(self):
        if self.process.poll() is not None:
            raise AssertionError(f"headingd has ended: {self.log.read_text()}")
        answer = subprocess.run([COMPASS, "web", "--print", "--socket", str(self.path)], capture_output=True, text=True, timeout=PATIENCE)
        return answer.stdout.strip() if answer.returncode == 0 else None

    @property
    def reading(self):
        """The page's address without the token."""
        return self.address.split("#")[0]

    @property
    def token(self):
        return self.address.split("=")[-1]

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(PATIENCE)

    @property
    def spent(self):
        """Time of the processor that it has taken, s."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self):
        """Its resident memory, MB."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()
        return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    @property
    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def close(self):
        if self.process.poll() is None:
            self.end()
        shutil.rmtree(self.folder, ignore_errors=True)


server = Daemon()
atexit.register(server.close)
