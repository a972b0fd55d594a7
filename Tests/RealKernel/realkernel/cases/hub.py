"""A USB HID sensor hub: triggers of its own, no timestamp of the magnetometer, a constant one of
the barometer (both are the kernel drivers' ways).
"""
from .. import readings
from ..compass import expect_pose
from ..report import expect
from ..world import Pose
from .bus import expect_close, info_outside

TITLE = "HID sensor hub"
POSES = [Pose(30), Pose(120, 20, 10), Pose(210, -30, 0), Pose(300, 10, -35)]
RATES = "\n".join(
    f"for f in /sys/bus/iio/devices/iio:device*/in_{kind}_sampling_frequency; do"
    f" [ ! -e $f ] || echo {rate} > $f; done"
    for kind, rate in (("accel", 100), ("anglvel", 100), ("magn", 50), ("pressure", 25)))


def run(lab):
    with lab.report.stage("hub found, iiod serves it"):
        lab.reset()
        lab.plug_hub()
        lab.start_iiod()
    with lab.report.check("iio_info outside reads the pose"):
        lab.world.place(POSES[1])
        lab.guest.shell(RATES)
        found = readings.devices(info_outside(lab))
        expect_close(readings.pose(found, "magn_3d", "accel_3d"), POSES[1])
        expect("timestamp" not in found["magn_3d"].channels,
               "the magnetometer has a timestamp now: the driver's way has changed")
    if lab.compass is None:
        return
    for pose in POSES[:2]:
        with lab.report.check(f"compass outside, HID: {pose}"):
            lab.world.place(pose)
            record = lab.compass.once_outside()
            expect_pose(record, pose)
    lab.stop_iiod()
    for pose in POSES[2:]:
        with lab.report.check(f"compass inside, HID: {pose}"):
            lab.world.place(pose)
            expect_pose(lab.compass.once_inside(), pose)
    with lab.report.check("compass inside goes on reading the barometer of constant timestamps"):
        with lab.compass.stream_inside("--rate", "10") as stream:
            stream.wait(lambda r: pressure_near(r, lab.world.pressure), 20, "the pressure")
            lab.world.pressure -= 0.5
            stream.wait(lambda r: pressure_near(r, lab.world.pressure), 10, "the new pressure")


def pressure_near(record, kilopascals):
    return record["pressure"] is not None and abs(record["pressure"] - kilopascals * 1e3) < 20
