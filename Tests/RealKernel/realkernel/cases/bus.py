"""Chips on an I2C bus (LSM9DS1 and LPS25H), timers as triggers: a hat without interrupt lines."""
import re
import subprocess
from collections import Counter

from .. import readings
from ..compass import error_of, expect_pose
from ..report import expect
from ..world import HORIZONTAL, Pose, difference

TITLE = "chips on an I2C bus"
POSES = [
    Pose(heading, pitch, roll)
    for number, heading in enumerate(range(0, 360, 45))
    for pitch, roll in ([(0, 0), (20, -15)] if number % 2 else [(-35, 10), (10, 40)])
]
INSIDE = [Pose(20), Pose(110, 30, 0), Pose(200, 0, -40), Pose(290, -25, 20)]


def run(lab):
    with lab.report.stage("chips probed by the kernel's drivers, iiod serves them"):
        lab.reset()
        lab.plug_bus()
        lab.make_timers()
        lab.start_iiod()
    stock_tools(lab)
    if lab.compass is None:
        return
    for pose in POSES:
        with lab.report.check(f"compass outside: {pose}"):
            lab.world.place(pose)
            expect_pose(lab.compass.once_outside(), pose)
    without_matrix(lab)
    lab.stop_iiod()
    lab.remove_timers()
    for pose in INSIDE:
        with lab.report.check(f"compass inside: {pose}"):
            lab.world.place(pose)
            expect_pose(lab.compass.once_inside(), pose)
    turning(lab)
    reading(lab)
    killed(lab)


def without_matrix(lab):
    """The LSM9DS1's inertial die is left-handed: the identity that its driver reports is refused."""
    with lab.report.check("compass outside refuses the identity for left-handed chips"):
        lab.world.place(Pose(60))
        mount, lab.compass.mount = lab.compass.mount, []
        try:
            with lab.compass.stream_outside("--rate", "10") as stream:
                record = stream.wait(lambda r: "mount_invalid" in r["reasons"], 20, "mount_invalid")
                expect(record["magnetic_heading"] is None, f"a heading: {record}")
        finally:
            lab.compass.mount = mount


def stock_tools(lab):
    """The emulation itself: libiio's own programs see what the world says."""
    pose = Pose(137, 12, -8)
    lab.world.place(pose)
    lab.set_rates({"lsm9ds1_magn": 80, "lps25h": 25,
                   "lsm9ds1-imu_accel": 119, "lsm9ds1-imu_gyro": 119})
    found = {}
    for place, show in (("outside", info_outside), ("inside", info_inside)):
        with lab.report.check(f"iio_info {place} reads the pose"):
            found = readings.devices(show(lab))
            # The driver reports the identity, for nobody declares one.
            found["lsm9ds1-imu_accel"].attributes["mount_matrix"] = "-1, 0, 0; 0, 1, 0; 0, 0, 1"
            expect_close(readings.pose(found, "lsm9ds1_magn", "lsm9ds1-imu_accel"), pose)
            pressure = found["lps25h"].channels["pressure"]
            kilopascals = pressure.physical(pressure.number("raw", 0))
            expect(abs(kilopascals - lab.world.pressure) < 0.02, f"{kilopascals} kPa")
    if lab.has_timers:
        with lab.report.check("iio_readdev outside streams through a timer"):
            names = ["magn_x", "magn_y", "magn_z", "timestamp"]
            data = subprocess.run(
                ["iio_readdev", "-u", lab.machine.uri, "-t", "timer0", "-b", "10", "-s", "50",
                 "lsm9ds1_magn", *names], capture_output=True, timeout=15).stdout
            samples = found["lsm9ds1_magn"].decoded(data, names)
            expect(len(samples) == 50, f"{len(samples)} samples, not 50")
            strength = sum(s[0] ** 2 + s[1] ** 2 for s in samples) / 50
            expect(strength > 0.5 * HORIZONTAL ** 2, f"mean square {strength}")
            times = [s[3] for s in samples]
            expect(all(a < b for a, b in zip(times, times[1:])), "timestamps do not increase")


def info_outside(lab):
    return subprocess.run(
        ["iio_info", "-u", lab.machine.uri], capture_output=True, text=True, timeout=20).stdout


def info_inside(lab):
    return lab.guest.run(["iio_info"]).out


def expect_close(seen, pose, limit=1.0):
    for name in ("heading", "pitch", "roll"):
        expect(abs(difference(getattr(seen, name), getattr(pose, name))) < limit,
               f"{name}: the registers say {seen}, the world {pose}")


def turning(lab):
    """A slow turn: heading and rate go together, then it stands still again.

    The world turns by the host's clock, and where the host halts the machine for a quarter of a
    second, too short for the heartbeat, the gyroscope misses that part of the turn. Without a
    calibration the heading keeps what it has missed: at 10° a second some 1°.
    """
    with lab.report.check("compass inside follows a turn and stands still after it"):
        lab.world.place(Pose(60))
        with lab.compass.stream_inside("--rate", "10") as stream:
            stream.wait(lambda r: near(r, 60, 1.5), 20, "heading 60°")
            lab.world.place(Pose(60), rate=10)
            stream.wait(lambda r: near(r, 100, 5), 10, "heading about 100° in the turn")
            pose = lab.world.stop()
            record = stream.wait(
                lambda r: near(r, pose.heading, 1.5), 10, f"heading {pose.heading:.1f}°")
            expect_pose(record, pose)


def near(record, heading, limit):
    return record["magnetic_heading"] is not None and error_of(record, heading) <= limit


def reading(lab):
    """How compass reads inside: what the kernel says about its buffers, triggers and clocks."""
    way = "buffers, timers and boottime stamps" if lab.has_timers else "polling, without timers"
    with lab.report.check(f"compass inside reads through {way}"):
        lab.world.place(Pose(60))
        with lab.compass.stream_inside("--rate", "10") as stream:
            stream.wait(lambda r: near(r, 60, 1.5), 20, "heading 60°")
            state = attributes(lab)
        crowds = Counter()
        for found in state.values():
            name, trigger = found["name"], found.get("trigger/current_trigger")
            wanted = 20 if "magn" in name else 25 if name == "lps25h" else 100
            rate = found["sampling_frequency"]
            expect(float(rate) >= wanted, f"{name} measures at {rate} Hz, not {wanted}")
            if lab.has_timers:
                expect(found["buffer/enable"] == "1" and trigger, f"no buffer: {found}")
                expect(found["current_timestamp_clock"] == "boottime", f"the clock: {found}")
                crowds[trigger] += 1
        expect(all(crowd <= 2 for crowd in crowds.values()), f"a trigger feeds two: {crowds}")


def attributes(lab):
    """What the kernel says of its IIO devices: by path, attribute and value. One process reads
    all, for the guest is busy while samples come.
    """
    names = ["name", "buffer/enable", "current_timestamp_clock", "sampling_frequency",
             "trigger/current_trigger"]
    paths = " ".join(f"/sys/bus/iio/devices/iio:device*/{name}" for name in names)
    found = {}
    for line in lab.guest.shell(f"grep -H . {paths}").splitlines():
        path, value = re.match(r"(.*?device\d+/[^:]*):(.*)", line).groups()
        folder, name = re.match(r"(.*?device\d+)/(.*)", path).groups()
        found.setdefault(folder, {})[name] = value
    return found


def killed(lab):
    """A killed program leaves its buffers on; that must not keep the next one out."""
    with lab.report.check("compass inside starts after another was killed"):
        pose = Pose(310)
        lab.world.place(pose)
        with lab.compass.stream_inside("--rate", "10") as stream:
            stream.wait(lambda r: near(r, 310, 1.5), 20, "heading 310°")
            name = lab.compass.path.rsplit("/", 1)[1]
            lab.guest.shell(f"pkill -KILL -x {name}")
        expect_pose(lab.compass.once_inside(), pose)
