"""Whether the emulated machine stood still: its processor is emulated, and a busy host halts it."""
import threading
import time

PERIOD = 0.25  # s; every beat costs the guest some milliseconds
# Longer than this between two beats, and samples are missing or late through no fault of what is tested.
STOOD_STILL = 0.5  # s

SCRIPT = f"""
import time
while True:
    print(flush=True)
    time.sleep({PERIOD})
"""


class Heartbeat:
    """Lines that a program in the guest sends all the time, on the way that all else goes too."""

    def __init__(self):
        self._lock = threading.Lock()
        self._command = None
        self._newest = time.monotonic()
        self._longest = 0.0

    def start(self, guest):
        self._command = guest.start(["python3", "-S", "-E", "-c", SCRIPT])
        threading.Thread(target=self._listen, daemon=True).start()

    def stop(self):
        if self._command:
            self._command.stop()
            self._command = None

    def restart(self):
        """Forgets the pauses before now."""
        with self._lock:
            self._newest = time.monotonic()
            self._longest = 0.0

    def pause(self):
        """The longest pause since the last restart in seconds, where it is long enough to matter."""
        with self._lock:
            longest = max(self._longest, time.monotonic() - self._newest)
        return longest if self._command and longest > STOOD_STILL else None

    def _listen(self):
        command = self._command
        while not command.ended:
            command.lines.get()
            with self._lock:
                now = time.monotonic()
                self._longest = max(self._longest, now - self._newest)
                self._newest = now
