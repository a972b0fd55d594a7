"""The rover on its course: physics in real time, the daemon that it feeds, the controller that it obeys."""

from __future__ import annotations

import bisect
import contextlib
import dataclasses
import json
import math
import os
import pathlib
import select
import signal
import socket
import subprocess
import time

import physics
from receiver import Receiver
from sender import Sender, message

#: The daemon's `robot.coast_limit` here, s: shorter than by default, so that the course ends sooner.
COAST_LIMIT = 3.0

#: Between two looks at the sockets the rover is held up at most so long, s; a line is not later because of that.
ATTENTION = 0.01


def now():
    """The boottime clock, s."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def difference(a, b):
    """a − b, degrees, −180 to 180."""
    return math.remainder(a - b, 360)


@dataclasses.dataclass
class Order:
    """A line of the controller."""

    time: float
    speed: float
    turn: float
    sender: object = None


class Lines:
    """Whole lines of a descriptor that is not waited for."""

    def __init__(self, descriptor):
        self.descriptor, self.rest = descriptor, b""
        os.set_blocking(descriptor, False)

    def read(self):
        """The new lines; `None` at the end."""
        with contextlib.suppress(BlockingIOError):
            data = os.read(self.descriptor, 1 << 20)
            if not data:
                return None
            *lines, self.rest = (self.rest + data).split(b"\n")
            return lines
        return []


class Course:
    """One rover with its daemon and, at a time, one controller."""

    def __init__(self, folder, headingd, profile, has_motor_iron=True, seed=1, arguments=()):
        self.rover = physics.Rover(seed, has_motor_iron)
        self.folder = pathlib.Path(folder)
        self.address = str(self.folder / "headingd")
        feed = str(self.folder / "feed")
        settings = self.folder / "headingd.yaml"
        settings.write_text(f"robot: {{coast_limit: {COAST_LIMIT}}}\n", encoding="utf-8")
        self.command = [headingd, "--config", settings, "--feed", f"unix:{feed}", "--socket", self.address, "--profile",
                        profile, "--continuous", "off", *arguments]
        self.log = open(self.folder / "log", "ab")
        self.sender, self.receiver = Sender(feed), Receiver()
        self.daemon = self.controller = self.monitor = None
        self.orders, self.updates, self.truth = [], [], []
        self.is_fed, self.has_field, self.tells_load = True, True, True
        self.start = now()
        self.looked = self.start
        self.load_at = 0.0

    def close(self):
        """Ends what was started."""
        self.end_controller()
        self.kill_daemon()
        self.sender.close()
        self.receiver.close()
        self.log.close()

    # The programs.

    def start_daemon(self, wait=True):
        """Starts the daemon."""
        command = [str(word) for word in self.command]
        if self.receiver.port:
            command += ["--gpsd", f"127.0.0.1:{self.receiver.port}"]
        self.daemon = subprocess.Popen(command, stderr=self.log, stdout=self.log)
        if wait:
            self.run_until(lambda: self.updates and self.updates[-1]["steer"] != "stop", 20)
            # At rest, so that the daemon learns the gyroscope's bias.
            self.run(5)

    def kill_daemon(self):
        """SIGKILL."""
        if self.daemon:
            self.daemon.kill()
            self.daemon.wait()
        self.daemon = None

    def pause_daemon(self):
        """SIGSTOP."""
        os.kill(self.daemon.pid, signal.SIGSTOP)

    def continue_daemon(self):
        """SIGCONT."""
        os.kill(self.daemon.pid, signal.SIGCONT)

    def start_controller(self, command, setpoint, north="magnetic"):
        """Starts another controller; the one before is ended."""
        self.end_controller()
        self.controller = subprocess.Popen([*command, str(setpoint), north, self.address], stdout=subprocess.PIPE,
                                           stderr=self.log)
        self.motor = Lines(self.controller.stdout.fileno())

    def end_controller(self):
        """Ends the controller; the motor driver stops."""
        if self.controller:
            self.controller.kill()
            self.controller.wait()
            self.controller.stdout.close()
        self.controller = None

    # Time.

    def run(self, seconds):
        """Lets time pass."""
        self.run_until(lambda: False, seconds)

    def run_until(self, condition, seconds):
        """Lets time pass until the condition holds, at most so long. Returns whether it does."""
        end = now() + seconds
        while now() < end:
            if condition():
                return True
            due = self.start + self.rover.time + physics.PERIOD
            watched = [one for one in (self.monitor and self.monitor.fileno(), self.controller and self.motor.descriptor)
                       if one]
            select.select(watched, [], [], max(0.0, min(due, end) - now()))
            self.read()
            while self.start + self.rover.time + physics.PERIOD <= now():
                self.step()
        return condition()

    def step(self):
        """A hundredth of a second of the rover."""
        order = self.orders[-1] if self.orders else Order(0, 0, 0)
        # A motor driver's own watchdog: without a line for 0.1 s it stops.
        obeys = self.controller and self.start + self.rover.time - order.time < 0.1
        samples = self.rover.step(*((order.speed, order.turn) if obeys else (0, 0)))
        stamp = self.start + self.rover.time
        self.truth.append((stamp, self.rover.heading))
        if not self.has_field:
            samples.pop("magn", None)
        if self.is_fed:
            self.sender.send(message(int(stamp * 1e6), samples))
        self.receiver.step(self.rover)
        if self.monitor and self.tells_load and stamp >= self.load_at:
            self.load_at = stamp + 0.1
            with contextlib.suppress(OSError):
                line = {"class": "command", "command": "load", "value": round(sum(self.rover.current), 3)}
                self.monitor.send(json.dumps(line).encode() + b"\n")

    def read(self):
        """Takes in what the daemon publishes and the controller orders."""
        looked, self.looked = self.looked, now()
        arrival = min(self.looked, looked + ATTENTION)
        if self.monitor is None:
            self.connect()
        if self.monitor:
            lines = None
            with contextlib.suppress(ConnectionError):
                lines = self.published.read()
            if lines is None:
                self.monitor.close()
                self.monitor = None
            for line in lines or []:
                update = json.loads(line)
                if "class" not in update:
                    self.updates.append({**update, "arrival": self.looked})
        if self.controller:
            for line in self.motor.read() or []:
                speed, turn = map(float, line.split())
                self.orders.append(Order(arrival, speed, turn, self.controller))

    def connect(self):
        """The rover's own reader of the stream, by which the controllers are judged."""
        stream = socket.socket(socket.AF_UNIX)
        stream.setblocking(False)
        try:
            stream.connect(self.address)
        except OSError:
            stream.close()
            return
        self.monitor, self.published = stream, Lines(stream.fileno())

    # What happened.

    def heading_at(self, stamp):
        """The true heading from magnetic north at a time, degrees."""
        place = min(max(bisect.bisect(self.truth, (stamp,)), 1), len(self.truth) - 1)
        (before, first), (after, second) = self.truth[place - 1:place + 1]
        return first + difference(second, first) * (stamp - before) / (after - before)

    def updates_since(self, begin):
        """The updates with a heading since a time."""
        return [one for one in self.updates if one["arrival"] >= begin and one["magnetic_heading"] is not None]

    def last_drive(self, since):
        """Time of the last line since then that orders a speed; that time if there is none."""
        return max([order.time for order in self.orders if order.time >= since and order.speed != 0], default=since)

    def is_driving(self):
        """Whether the newest line orders a speed."""
        return bool(self.orders) and self.orders[-1].speed != 0 and self.orders[-1].time > now() - 0.1

    def greatest_age(self):
        """Greatest age of the newest published heading at a line that orders a speed, s."""
        known = self.updates_since(0)
        arrivals = [one["arrival"] for one in known]
        ages = [0.0]
        for order in self.orders:
            # An update may reach the controller some milliseconds before the rover sees it.
            place = bisect.bisect(arrivals, order.time + ATTENTION)
            if order.speed != 0:
                newest = max((one["boot_time"] for one in known[max(0, place - 20):place]), default=-math.inf)
                ages.append(order.time - newest)
        return max(ages)
