"""`compass bridge` in the guest, and what it finds there: the kernel's `i2c-stub`, a serial line."""
import os
import queue
import time
from dataclasses import astuple

from . import readings
from .guest import GuestError, wait_until
from .machine import HERE
from .report import Failure, expect
from .world import Pose, difference

PORT = 30432
URI = f"ip:127.0.0.1:{PORT}"
RUNTIME = "/run/headingd-bridge"
POSE = "/run/pose"
# The bridge searches every five seconds; a busy guest needs longer.
SEARCHED_IN = 20
STUB_ADDRESSES = "0x19,0x1e,0x6b"
WITMOTION = os.path.join(HERE, "guest/witmotion.py")
STUB_CHIPS = ("lsm303dlhc_magn", "lsm303dlhc_accel", "l3gd20")


class Bridge:
    """A bridge that runs until the end of a `with` block."""

    def __init__(self, lab, *buses):
        self.guest = lab.guest
        self.argv = ["env", f"RUNTIME_DIRECTORY={RUNTIME}", lab.compass.path, "bridge"]
        for bus in buses:
            self.argv += ["--bus", bus]

    def chip(self, name):
        self.argv += ["--chip", name]
        return self

    def __enter__(self):
        self.guest.shell(f"mkdir -p {RUNTIME}")
        self.command = self.guest.start(self.argv)
        wait_until(lambda: self.command.ended or self.address() == URI, 20, "the bridge listens")
        expect(not self.command.ended, f"the bridge ended: {self.command.err}")
        return self

    def __exit__(self, *_):
        self.command.stop()

    def address(self):
        return self.guest.shell(f"cat {RUNTIME}/uri 2> /dev/null || true").strip()

    def devices(self):
        """What libiio's own program reads, by name."""
        return readings.devices(self.guest.run(["iio_info", "-u", URI]).out)

    def wait_for_devices(self, names):
        found = {}

        def are_there():
            found.clear()
            found.update(self.devices())
            return set(found) == set(names)

        wait_until(are_there, SEARCHED_IN,
                   f"{sorted(names)} of the bridge, which said: {self.command.err[-800:]}")
        return found

    def wait_for_pose(self, pose, magnetometer, accelerometer, limit=1.0):
        """Samples are on their way for some time; the last ones must say the pose."""
        seen = []

        def is_seen():
            seen[:] = [readings.pose(self.devices(), magnetometer, accelerometer)]
            return all(abs(difference(a, b)) < limit for a, b in zip(astuple(seen[0]), astuple(pose)))

        self._wait(is_seen, seen, f"{pose} ± {limit:g}°")

    def wait_for_vector(self, device, kind, truth, limit):
        """The same for one sensor, in the body frame."""
        seen = []

        def is_seen():
            seen[:] = self.devices()[device].vector(kind)
            return all(abs(a - b) < limit for a, b in zip(seen, truth))

        self._wait(is_seen, seen, f"{kind} {truth} ± {limit:g}")

    def _wait(self, condition, seen, what):
        try:
            wait_until(condition, 5, what)
        except GuestError as error:
            raise Failure(f"{error}; libiio reads {seen}") from None

    def set_scale(self, device, channel, scale):
        self.guest.shell(f"iio_attr -u {URI} -c {device} {channel} scale {scale}")


class Stub:
    """The kernel's `i2c-stub`, an adapter with SMBus transfers alone, and the player of its chips."""

    def __init__(self, lab):
        self.guest = lab.guest

    def __enter__(self):
        self.guest.shell(f"modprobe i2c-stub chip_addr={STUB_ADDRESSES}")
        name = self.guest.shell(
            "basename $(dirname $(grep -l 'SMBus stub' /sys/bus/i2c/devices/i2c-*/name))").strip()
        self.name, self.bus = name, f"/dev/{name}"
        self.folder = f"/sys/bus/i2c/devices/{name}"
        self.number = name.removeprefix("i2c-")
        place(self.guest, Pose(0))
        self.player = self.guest.start(
            ["python3", "-S", "-E", os.path.join(HERE, "guest/chips.py"), self.bus, POSE,
             *STUB_CHIPS])
        expect(self.player.lines.get(timeout=20) == "ready", self.player.err)
        return self

    def __exit__(self, *_):
        self.player.stop()
        self.guest.shell("modprobe -r i2c-stub")

    def bind(self, name, address):
        """Gives a chip to a driver of the kernel."""
        self.guest.shell(f"echo {name} {address:#x} > {self.folder}/new_device")
        driver = f"/sys/bus/i2c/devices/{self.number}-{address:04x}/driver"
        wait_until(lambda: self.guest.run(["test", "-e", driver]).status == 0, 10,
                   f"a driver of the kernel for {name}")

    def settle(self, name):
        """Waits until the player has seen what a chip's driver has written, and forgets it."""
        wait_until(lambda: name in self._changes(), 10, f"writes to {name}")
        time.sleep(0.3)
        while self._changes():
            time.sleep(0.3)

    def wait_for_changes(self, names):
        """Waits until control registers of these chips have changed; those of no other may."""
        seen = set()
        wait_until(lambda: seen.update(self._changes()) or seen >= names, 10, f"writes to {names}")
        expect(seen == names, f"registers of {seen} were written, not of {names}")

    def _changes(self):
        """The chips whose control registers have changed since the last time."""
        names = set()
        while True:
            try:
                names.add(self.player.lines.get_nowait().split()[0])
            except queue.Empty:
                return names

    def release(self, address):
        self.guest.shell(f"echo {address:#x} > {self.folder}/delete_device")


def place(guest, pose):
    """The pose of the sensors that are played inside the guest."""
    guest.shell(f"echo {pose.heading} {pose.pitch} {pose.roll} > {POSE}.new; mv {POSE}.new {POSE}")
