"""What is said on the terminal: stages with their time, checks, and the closing line."""
import sys
import time
import traceback
from contextlib import contextmanager


class Failure(Exception):
    """A check did not hold; the text says what was expected and what was seen."""


class Starved(Failure):
    """No samples came, again and again or for long; what was asked says so itself."""


class Interrupted(Exception):
    """A check did not hold while the machine stood still, or its bus: it says nothing, and its case is repeated."""


# Where a case is interrupted as often as this, its last run is judged as any other.
RUNS = 3


class Report:
    def __init__(self, log_folder, heartbeat):
        self.started = time.monotonic()
        self.passed = self.failed = self.skipped = 0
        self.log_folder = log_folder
        self.heartbeat = heartbeat
        self._is_last_run = True
        self._notes = []

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
        self.heartbeat.restart()
        try:
            yield
        except Exception as error:  # whatever went wrong, the other checks still run
            self._failed(f"{title} ({time.monotonic() - start:.1f} s)", error)
        else:
            self.passed += 1
            self.say(f"passed {title} ({time.monotonic() - start:.1f} s)")

    def case(self, name, run):
        """A whole case, repeated where it was interrupted."""
        counts = self.passed, self.failed, self.skipped
        for number in range(1, RUNS + 1):
            self._is_last_run = number == RUNS
            try:
                return self._run(name, run)
            except Interrupted as interruption:
                self.passed, self.failed, self.skipped = counts
                self._note(f"interrupted {name}, which is repeated: {interruption}")

    def _run(self, name, run):
        """One run of a case: an error outside its checks counts as one failed check."""
        self.heartbeat.restart()
        try:
            run()
        except Interrupted:
            raise
        except Exception as error:
            self._failed(f"{name}: the case broke off", error)

    def skip(self, title, reason):
        self.skipped += 1
        self.say(f"skipped {title}: {reason}")

    def _failed(self, title, error):
        pause = self.heartbeat.pause()
        if (pause or isinstance(error, Starved)) and not self._is_last_run:
            still = f"the machine for {pause:.1f} s" if pause else "its bus"
            raise Interrupted(f"{still} stood still in `{title}`: {error}")
        self.failed += 1
        still = f"; the machine stood still for {pause:.1f} s" if pause else ""
        self._note(f"FAILED {title}{still}: {type(error).__name__}: {error}")
        with open(f"{self.log_folder}/failures.log", "a") as log:
            log.write(f"{title}\n{traceback.format_exc()}\n")

    def _note(self, text):
        """Says what the end says again: of a long output the end is what is kept and read."""
        self.say(text)
        self._notes.append(text)

    def close(self):
        """Prints what did not hold and the closing line; the answer is the exit status."""
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        self.say("done")
        for note in self._notes:
            print(note)
        print(f"{self.passed} passed, {self.failed} failed{skipped}")
        sys.stdout.flush()
        return 1 if self.failed or not self.passed else 0


def expect(condition, text):
    if not condition:
        raise Failure(text)
