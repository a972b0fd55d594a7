"""Runs the program under test, outside (through the network) or inside the guest (local)."""
import json
import queue
import subprocess
import threading
import time

from .guest import Outcome
from .report import Failure, Starved, expect
from .world import DECLINATION, LATITUDE, LONGITUDE, TOTAL_MICROTESLA, difference

PLACE = ["--latitude", str(LATITUDE), "--longitude", str(LONGITUDE), "--gpsd", "none"]
ONCE_SECONDS = 25
NO_HEADING = 69  # compass's status when no heading comes in time
# An emulated machine on busy cores stands still for seconds now and then. Then samples are missing or
# old, compass says so (`coasting`, or no heading), and is asked again; any other heading is judged at once, and so is
# the last answer.
ATTEMPTS = 3


class Compass:
    def __init__(self, path, guest, uri):
        self.path, self.guest, self.uri = path, guest, uri
        self.mount = []  # arguments for chips whose matrix nobody declares

    def once_outside(self, *arguments):
        argv = [self.path, "--uri", self.uri, "--once", "--json", *PLACE, *self.mount, *arguments]
        return _ask(argv, self._run_outside)

    def once_inside(self, *arguments, user=None):
        argv = [*as_user(user), self.path, "--once", "--json", *PLACE, *self.mount, *arguments]
        return _ask(argv, lambda argv: self.guest.run(argv, ONCE_SECONDS))

    def _run_outside(self, argv):
        try:
            done = subprocess.run(argv, capture_output=True, text=True, timeout=ONCE_SECONDS)
        except subprocess.TimeoutExpired as error:
            raise Failure(f"`{' '.join(argv)}` gave no heading in {ONCE_SECONDS} s: "
                          f"{error.stdout or ''}{error.stderr or ''}") from None
        return Outcome(done.returncode, done.stdout, done.stderr)

    def stream_outside(self, *arguments):
        return OutsideStream(
            [self.path, "--uri", self.uri, "--json", *PLACE, *self.mount, *arguments])

    def stream_inside(self, *arguments):
        return InsideStream(
            self.guest.start([self.path, "--json", *PLACE, *self.mount, *arguments]))


def as_user(name):
    """What runs a command as another user, in the groups that the user is in."""
    return ["setpriv", "--reuid", name, "--regid", name, "--init-groups"] if name else []


class Stream:
    """The JSON objects of a `compass --json` that goes on."""
    lines = None

    def records(self, seconds):
        """The objects that come in the next seconds, as they come."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            expect(not self.ended() or not self.lines.empty(),
                   f"compass ended: {self.complaint()}")
            try:
                yield json.loads(self.lines.get(timeout=min(left, 0.2)))
            except queue.Empty:
                continue

    def wait(self, condition, seconds, what):
        """Reads on until an object fulfils the condition."""
        last = None
        for last in self.records(seconds):
            if condition(last):
                return last
        raise (Starved if lacks_samples(last) else Failure)(
            f"not within {seconds} s: {what}; the last object was {brief(last)}")

    def wait_for_pose(self, pose, heading, seconds=20):
        """Reads on until an object that claims a heading says the pose, and all that follows."""
        # The body jumps, and tilt and heading follow at their own speeds.
        record = self.wait(lambda r: claims(r) and error_of(r, pose.heading) <= heading
                           and abs(r["pitch"] - pose.pitch) <= 1
                           and abs(difference(r["roll"], pose.roll)) <= 1, seconds,
                           f"heading {pose.heading:g}° ± {heading:g}° and its tilt")
        expect_pose(record, pose, heading)
        return record

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class OutsideStream(Stream):
    def __init__(self, argv):
        self.lines = queue.Queue()
        self.process = subprocess.Popen(
            argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True)
        self._errors = []
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._read_errors, daemon=True).start()

    def ended(self):
        return self.process.poll() is not None

    def complaint(self):
        return "".join(self._errors)[-500:]

    def stop(self):
        self.process.kill()
        self.process.wait()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)

    def _read_errors(self):
        for line in self.process.stderr:
            self._errors.append(line)


class InsideStream(Stream):
    def __init__(self, command):
        self.command, self.lines = command, command.lines

    def ended(self):
        return self.command.ended

    def complaint(self):
        return self.command.err[-500:]

    def stop(self):
        self.command.stop()


def _ask(argv, run):
    """The one object that --once prints, of samples that arrive."""
    for attempt in range(1, ATTEMPTS + 1):
        done = run(argv)
        starved = done.status == NO_HEADING and "no heading within" in done.err
        if starved and attempt < ATTEMPTS:
            continue
        if done.status:
            raise (Starved if starved else Failure)(
                f"`{' '.join(argv)}` ended with {done.status}, attempt {attempt}: "
                f"{(done.err or done.out).strip()}")
        lines = done.out.strip().splitlines()
        expect(len(lines) == 1,
               f"--once gave {len(lines)} lines, one was expected: {done.out[:500]}")
        record = json.loads(lines[0])
        if record["status"] != "coasting" or attempt == ATTEMPTS:
            return record


def expect_pose(record, pose, heading=1.5, tilt=1.0):
    """The object says the pose, and what follows from it."""
    seen = brief(record)
    for name, limit in (("magnetic_heading", heading), ("pitch", tilt), ("roll", tilt)):
        value = record.get(name)
        truth = getattr(pose, name.removeprefix("magnetic_"))
        expect(value is not None, f"{name} is missing at {pose}: {seen}")
        expect(abs(difference(value, truth)) <= limit,
               f"{name} is {value:.2f}, not {truth:g} ± {limit:g}: {seen}")
    strength = record["field_strength"]
    expect(strength is not None, f"field_strength is missing at {pose}: {seen}")
    expect(abs(strength / TOTAL_MICROTESLA - 1) < 0.05,
           f"the field is {strength} µT, not {TOTAL_MICROTESLA:.1f}: {seen}")
    if record["true_heading"] is None:
        expect("date_unknown" in record["reasons"], f"true heading is missing, unexplained: {seen}")
    else:
        declination = difference(record["true_heading"], record["magnetic_heading"])
        expect(abs(declination - DECLINATION) < 0.6,
               f"true heading is {declination:.2f}° off, not {DECLINATION}: {seen}")


def error_of(record, heading):
    """How far the object's heading is from another, degrees."""
    return abs(difference(record["magnetic_heading"], heading))


def claims(record):
    """Whether the object gives a heading that a user would steer by."""
    return record["magnetic_heading"] is not None and record["status"] in ("valid", "degraded")


def lacks_samples(record):
    """Whether the object gives no such heading, and says that samples are missing or old."""
    return record is not None and not claims(record) and any(
        reason.endswith(("_missing", "_stale")) for reason in record["reasons"])


def brief(record):
    if record is None:
        return "none"
    names = ("magnetic_heading", "true_heading", "pitch", "roll", "field_strength",
             "heading_accuracy_95", "status", "reasons")
    return ", ".join(f"{name} {record.get(name)}" for name in names)
