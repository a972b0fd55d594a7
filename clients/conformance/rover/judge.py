"""Judges a controller on the simulated rover: judge.py HEADINGD FOLDER NAME COMMAND...

FOLDER holds the profiles `running.json`, of a calibration with running motors, and `still.json`, of one without.
COMMAND takes SETPOINT, NORTH and ADDRESS, and prints lines `SPEED TURNRATE`. The last line is `N passed, N failed`.
"""

from __future__ import annotations

import contextlib
import json
import math
import pathlib
import socket
import sys
import tempfile

import physics
from course import COAST_LIMIT, Course, difference, now

SETPOINTS = (90, 200, 350, 10)
DEADLINE = 0.25  # s, of the client
PERIOD = 0.02  # s, of the controller's loop
MOST_CHANGE = 90.0  # °/s², of the controller
PRECISION = 0.5  # ° RMS of the published heading


class Verdicts:
    """What was found."""

    def __init__(self, name):
        self.name, self.passed, self.failed = name, 0, 0

    def __call__(self, good, text):
        """Counts and prints one."""
        self.passed += bool(good)
        self.failed += not good
        print(f"{'ok  ' if good else 'FAIL'} {self.name}: {text}", flush=True)


def mean_square(values):
    """Root mean square; infinite for none."""
    values = list(values)
    return math.sqrt(sum(value * value for value in values) / len(values)) if values else math.inf


def bound(course, begin, end):
    """Share of the updates whose heading's true error is within the 95 % bound, the RMS error, the mean bound."""
    updates = [one for one in course.updates_since(begin) if one["boot_time"] <= end]
    errors = [difference(one["magnetic_heading"], course.heading_at(one["boot_time"])) for one in updates]
    bounds = [one["heading_accuracy_95"] or 0.0 for one in updates]
    within = [abs(error) <= most for error, most in zip(errors, bounds)]
    return sum(within) / max(1, len(within)), mean_square(errors), sum(bounds) / max(1, len(bounds))


def holds(course, check, command, setpoint, north="magnetic", settling=8):
    """A setpoint is reached and held."""
    course.start_controller(command, setpoint, north)
    course.run(settling)
    begin = now()
    course.run(4)
    updates = course.updates_since(begin)
    error = mean_square(difference(one[f"{north}_heading"], setpoint) for one in updates
                        if one[f"{north}_heading"] is not None)
    check(error <= PRECISION, f"holds {setpoint}° {north} to {error:.2f}° RMS of the published heading")


def holding(course, check, command, name, setpoints=SETPOINTS):
    """All setpoints, with or without the motors' field."""
    begin = now()
    for setpoint in setpoints:
        holds(course, check, command, setpoint)
    share, error, mean = bound(course, begin, now())
    check(share >= 0.95, f"{name}: {100 * share:.1f} % within the 95 % bound; error {error:.2f}° RMS, bound {mean:.2f}°")


def resumes(course, check, what):
    """It drives again."""
    begin = now()
    check(course.run_until(course.is_driving, 15), f"drives again {now() - begin:.1f} s after {what}")
    course.run(2)


def silent_magnetometer(course, check):
    """It coasts no longer than it was told, and then stops."""
    begin = now()
    course.has_field = False
    course.run_until(lambda: course.updates[-1]["steer"] == "coast", 5)
    told = course.updates[-1]
    course.run(COAST_LIMIT + 2)
    end = told["arrival"] + (told["coast_left"] or 0)
    last = course.last_drive(begin)
    half = {order.speed for order in course.orders if told["arrival"] + 0.05 < order.time < last}
    check(told["steer"] == "coast" and half == {0.5}, f"coasts at half speed {told['arrival'] - begin:.2f} s after the "
          f"magnetometer fell silent, told {told['coast_left'] or 0:.2f} s")
    check(last <= end + PERIOD and not course.is_driving(),
          f"coasts {last - told['arrival']:.2f} s of the {end - told['arrival']:.2f} s that it was told, then stops")
    course.has_field = True
    resumes(course, check, "the magnetometer is back")


def stops(course, check, what, disturb, restore):
    """Without new samples it stops within the deadline."""
    begin = now()
    disturb()
    course.run(2)
    last = course.last_drive(begin)
    heading = max(one["boot_time"] for one in course.updates_since(begin - 5) if one["boot_time"] <= last)
    check(last - heading <= DEADLINE + PERIOD and not course.is_driving(),
          f"{what}: stops {last - begin:.3f} s later, {last - heading:.3f} s after the newest heading's sample")
    restore()
    resumes(course, check, f"the end of: {what}")


def faults(course, check):
    """Everything that can go silent does."""
    silent_magnetometer(course, check)

    def feed(is_fed):
        course.is_fed = is_fed
        course.sender.close()

    stops(course, check, "the feed ends", lambda: feed(False), lambda: feed(True))
    stops(course, check, "the daemon is killed", course.kill_daemon, lambda: course.start_daemon(wait=False))
    stops(course, check, "the daemon hangs", course.pause_daemon, course.continue_daemon)


def always(course, check, name):
    """What holds for every line of a course."""
    age = course.greatest_age()
    check(age <= DEADLINE + PERIOD, f"{name}: orders a speed at most {age:.3f} s after the newest heading's sample")
    pairs = list(zip(course.orders, course.orders[1:]))
    change = max(abs(b.turn - a.turn) for a, b in pairs if (b.speed, b.turn) != (0, 0) and a.sender is b.sender)
    check(change <= MOST_CHANGE * PERIOD + 0.002, f"{name}: changes the turn by at most {change:.2f}°/s from line to line")


def loses_fixes(course, check, command):
    """With fixes it holds a true heading; without them it goes on by the field."""
    holds(course, check, command, 140, "true", settling=10)
    sources = {one["heading_source"] for one in course.updates[-100:]}
    course.receiver.close()
    begin = now()
    course.run(6)
    updates = [one for one in course.updates_since(begin) if one["true_heading"] is not None]
    error = mean_square(difference(one["true_heading"], 140) for one in updates)
    stopped = [order for order in course.orders if order.time > begin and order.speed == 0]
    check(error <= PRECISION and not stopped and course.is_driving(),
          f"fixes lost (source {', '.join(map(str, sources))}): goes on, {error:.2f}° RMS")


def jumps(check, command):
    """A scripted daemon changes the source of the heading, and the heading by 40°: the turn follows slowly."""
    recorded = pathlib.Path(__file__).resolve().parents[1] / "0.1.0/turning.stream"
    greeting, *lines = recorded.read_bytes().splitlines(True)
    update = next(line for line in map(json.loads, lines) if "class" not in line and line["attitude"])
    with tempfile.TemporaryDirectory() as folder:
        course = Course(folder, "", "")
        with contextlib.closing(socket.socket(socket.AF_UNIX)) as listener:
            listener.bind(course.address)
            listener.listen()
            course.start_controller(command, 90)
            streams = []
            listener.settimeout(0.02)
            for index in range(200):
                with contextlib.suppress(TimeoutError):
                    streams.append(listener.accept()[0])
                    streams[-1].sendall(greeting)
                late = index >= 150
                line = {
                    **update, "boot_time": now(), "latency": 0.0, "magnetic_heading": 50.0 if late else 90.0,
                    "heading_source": "magnetic_field" if late else "motion", "rotation_rate": [0, 0, 0],
                    "status": "valid", "steer": "ok", "reasons": ["heading_source_changed"] if late else []}
                for stream in list(streams):
                    try:
                        stream.sendall(json.dumps(line).encode() + b"\n")
                    except OSError:
                        streams.remove(stream)
                course.read()
            for stream in streams:
                stream.close()
        course.end_controller()
        driven = [order for order in course.orders if order.speed]
        change = max((abs(b.turn - a.turn) for a, b in zip(driven, driven[1:])), default=math.inf)
        check(change <= MOST_CHANGE * PERIOD + 0.002 and driven[-1].turn > 5,
              f"the source changes and the heading jumps by 40°: the turn follows by {change:.2f}°/s a line")
        course.close()


def main(headingd, profiles, name, *command):
    """Runs the courses."""
    check = Verdicts(name)
    profile, still = (pathlib.Path(profiles, kind + ".json") for kind in ("running", "still"))
    place = ["--latitude", physics.LATITUDE, "--longitude", physics.LONGITUDE, "--altitude", physics.HEIGHT]
    jumps(check, command)
    for has_motor_iron in (False, True):
        with tempfile.TemporaryDirectory() as folder, contextlib.closing(
                Course(folder, headingd, profile if has_motor_iron else still, has_motor_iron,
                       arguments=[*place, "--gpsd", "none"])) as course:
            course.start_daemon()
            words = "with the motors' field" if has_motor_iron else "without the motors' field"
            holding(course, check, command, words)
            if has_motor_iron:
                faults(course, check)
            always(course, check, words)
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(
            Course(folder, headingd, profile, arguments=[*place, "--gpsd", "none"])) as course:
        course.tells_load = False
        course.start_daemon()
        holding(course, check, command, "with the motors' field, their current not told", SETPOINTS[:2])
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(
            Course(folder, headingd, profile, arguments=["--motion", "forward"])) as course:
        course.receiver.open()
        course.start_daemon()
        loses_fixes(course, check, command)
        always(course, check, "fixes")
    print(f"{check.passed} passed, {check.failed} failed")
    return check.failed > 0


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
