"""A board whose accelerometer and gyroscope have drivers of the kernel, and whose magnetometer the
bridge drives: programs read both.
"""
import json

from .. import bridge
from ..compass import expect_pose
from ..report import expect
from ..world import TOTAL_MICROTESLA, Pose, World

TITLE = "sensors of the kernel and of the bridge at once"
MAGNETOMETER, ACCELEROMETER, GYROSCOPE = bridge.STUB_CHIPS
POSES = [Pose(40), Pose(280, -20, 30)]
# The board has no iron. Beside a gyroscope an uncalibrated heading wanders by more than a degree.
CALIBRATED = {
    "version": 2, "created": "2026-07-01T00:00:00Z", "field_strength": TOTAL_MICROTESLA,
    "hard_iron": [0, 0, 0], "soft_iron": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "predicted_heading_error": {"level": 0.3}}
PROFILE = "/run/mixed.json"


def run(lab):
    if lab.compass is None:
        lab.report.skip(TITLE, "no compass")
        return
    lab.reset()
    with bridge.Stub(lab) as stub:
        with lab.report.stage("i2c-stub, two of three chips bound to drivers of the kernel"):
            stub.bind(ACCELEROMETER, 0x19)
            stub.bind(GYROSCOPE, 0x6B)
        with bridge.Bridge(lab, stub.bus) as served:
            served.wait_for_devices({MAGNETOMETER})
            listed(lab)
            headings(lab, served)
        lab.remove_timers()


def listed(lab):
    with lab.report.check("compass devices lists and selects the sensors of both"):
        done = lab.guest.run([lab.compass.path, "devices"])
        expect(done.status == 0, f"{done}")
        for name in (MAGNETOMETER, ACCELEROMETER, GYROSCOPE):
            expect(name in done.out, f"{name} is missing: {done}")


def headings(lab, served):
    lab.guest.shell(f"echo '{json.dumps(CALIBRATED)}' > {PROFILE}")
    world = World()
    for pose in POSES:
        with lab.report.check(f"compass, told of no context: {pose}"):
            bridge.place(lab.guest, pose)
            world.place(pose)
            # A board cannot jump to a pose under a gyroscope at rest: the program starts after it.
            served.wait_for_vector(MAGNETOMETER, "magn", world.magnetic_field(), 0.005)
            record = lab.compass.once_inside("--profile", PROFILE)
            expect_pose(record, pose, heading=1)
            expect("gyroscope_missing" not in record["reasons"], f"{record['reasons']}")
