"""Chips that the firmware declares, mounted askew: right only if the mount matrix is applied."""
from .. import readings
from ..compass import expect_pose
from ..firmware import INERTIAL_MOUNT, MAGNETOMETER_LABEL, MAGNETOMETER_MOUNT
from ..report import expect
from ..world import Pose
from .bus import expect_close, info_outside

TITLE = "chips declared by ACPI with mount matrix and label"
POSES = [Pose(75, 15, 0), Pose(165, 0, 30), Pose(255, -20, -20), Pose(345)]


def run(lab):
    if not lab.has_declared_chips:
        lab.report.skip(TITLE, "this kernel's hid-mcp2221 does not look into the firmware")
        return
    with lab.report.stage("chips found by firmware, iiod serves them"):
        lab.reset()
        lab.plug_declared_chips()
        lab.make_timers()
        lab.start_iiod()
    with lab.report.check("the kernel hands on matrix and label, and they lead to the pose"):
        lab.set_rates({"lsm9ds1_magn": 80, "lps25h": 25,
                       "lsm9ds1-imu_accel": 119, "lsm9ds1-imu_gyro": 119})
        lab.world.place(POSES[0])
        found = readings.devices(info_outside(lab))
        magnetometer = found["lsm9ds1_magn"]
        expect(magnetometer.mount() == MAGNETOMETER_MOUNT, f"matrix {magnetometer.mount()}")
        expect(magnetometer.label == MAGNETOMETER_LABEL, f"label {magnetometer.label!r}")
        inertial = found["lsm9ds1-imu_accel"].mount()
        expect(inertial == INERTIAL_MOUNT, f"matrix {inertial}")
        expect_close(readings.pose(found, "lsm9ds1_magn", "lsm9ds1-imu_accel"), POSES[0])
    if lab.compass is None:
        return
    for pose in POSES[:2]:
        with lab.report.check(f"compass outside, chips askew: {pose}"):
            lab.world.place(pose)
            expect_pose(lab.compass.once_outside(), pose)
    lab.stop_iiod()
    for pose in POSES[2:]:
        with lab.report.check(f"compass inside, chips askew: {pose}"):
            lab.world.place(pose)
            expect_pose(lab.compass.once_inside(), pose)
