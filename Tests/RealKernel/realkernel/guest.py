"""Commands inside the guest, through its agent (guest/agent.py)."""
import json
import queue
import socket
import threading
import time
from dataclasses import dataclass


class GuestError(Exception):
    """A command in the guest failed or did not end in time."""


@dataclass
class Outcome:
    """How a command ended."""
    status: int
    out: str
    err: str


class Guest:
    def __init__(self, port):
        self.port = port

    def answers(self):
        """Whether the agent takes commands. QEMU accepts connections before the guest does."""
        try:
            return self.run(["true"], seconds=5).status == 0
        except (OSError, GuestError):
            return False

    def start(self, argv):
        """Starts a command that goes on until its `stop`."""
        return Command(self.port, argv)

    def run(self, argv, seconds=30):
        """Runs a command to its end."""
        command = self.start(argv)
        try:
            return command.finish(seconds)
        finally:
            command.stop()

    def shell(self, script, seconds=30):
        """Runs a shell script that must succeed; the answer is its output."""
        outcome = self.run(["sh", "-euc", script], seconds)
        if outcome.status:
            raise GuestError(
                f"in the guest, `{script.strip()}` ended with {outcome.status}: "
                f"{outcome.out}{outcome.err}".strip())
        return outcome.out


class Command:
    """A command that runs in the guest; `lines` holds its output's lines as they come."""

    def __init__(self, port, argv):
        self.argv = argv
        self.lines = queue.Queue()
        self._out, self._err, self._status = [], [], None
        self._ended = threading.Event()
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self._socket.settimeout(None)
        self._socket.sendall(json.dumps({"argv": argv}).encode() + b"\n")
        threading.Thread(target=self._read, daemon=True).start()

    def finish(self, seconds):
        if not self._ended.wait(seconds):
            raise GuestError(f"in the guest, `{' '.join(self.argv)}` did not end in {seconds} s: "
                             f"{''.join(self._out)[-500:]}{''.join(self._err)[-500:]}")
        if self._status is None:
            raise GuestError(f"the guest broke off `{' '.join(self.argv)}`")
        return Outcome(self._status, "".join(self._out), "".join(self._err))

    @property
    def ended(self):
        return self._ended.is_set()

    @property
    def err(self):
        return "".join(self._err)

    def stop(self):
        """Ends the command and all that it started."""
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._ended.wait(5)
        self._socket.close()

    def _read(self):
        rest = ""
        try:
            for line in self._socket.makefile("rb"):
                message = json.loads(line)
                if "out" in message:
                    self._out.append(message["out"])
                    *whole, rest = (rest + message["out"]).split("\n")
                    for text in whole:
                        self.lines.put(text)
                elif "err" in message:
                    self._err.append(message["err"])
                else:
                    self._status = message["exit"]
        except (OSError, ValueError):
            pass
        finally:
            self._ended.set()


def wait_until(condition, seconds, what):
    """Polls until the condition holds; its value is the answer, running out of time an error."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise GuestError(f"not within {seconds} s: {what}")
        time.sleep(0.05)
