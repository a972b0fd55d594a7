"""What is said on the terminal: stages with their time, checks, and the closing line."""
import sys
import time
import traceback
from contextlib import contextmanager


class Failure(Exception):
    """A check did not hold; the text says what was expected and what was seen."""


class Report:
    def __init__(self, log_folder):
        self.started = time.monotonic()
        self.passed = self.failed = self.skipped = 0
        self.log_folder = log_folder

    def say(self, text):
        print(f"[{time.monotonic() - self.started:6.1f} s] {text}", flush=True)

    @contextmanager
    def stage(self, title):
        """A step that is no check; if it fails, so does all that needs it."""
        start = time.monotonic()
        yield
        self.say(f"{title} ({time.monotonic() - start:.1f} s)")

    @contextmanager
    def check(self, title):
        """One check: passes if the block ends without an error; an error does not end the run."""
        start = time.monotonic()
        try:
            yield
        except Exception as error:  # whatever went wrong, the other checks still run
            self._failed(f"{title} ({time.monotonic() - start:.1f} s)", error)
        else:
            self.passed += 1
            self.say(f"passed {title} ({time.monotonic() - start:.1f} s)")

    @contextmanager
    def case(self, name):
        """A whole case: an error outside its checks counts as one failed check."""
        try:
            yield
        except Exception as error:
            self._failed(f"{name}: the case broke off", error)

    def skip(self, title, reason):
        self.skipped += 1
        self.say(f"skipped {title}: {reason}")

    def _failed(self, title, error):
        self.failed += 1
        self.say(f"FAILED {title}")
        print(f"           {type(error).__name__}: {error}", flush=True)
        with open(f"{self.log_folder}/failures.log", "a") as log:
            log.write(f"{title}\n{traceback.format_exc()}\n")

    def close(self):
        """Prints the closing line; the answer is the exit status."""
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        self.say("done")
        print(f"{self.passed} passed, {self.failed} failed{skipped}")
        sys.stdout.flush()
        return 1 if self.failed or not self.passed else 0


def expect(condition, text):
    if not condition:
        raise Failure(text)
