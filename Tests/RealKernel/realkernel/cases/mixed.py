"""A board whose accelerometer and gyroscope have drivers of the kernel, and whose magnetometer the
bridge drives: programs read both.
"""
from .. import bridge
from ..report import expect
from ..world import Pose

TITLE = "sensors of the kernel and of the bridge at once"
MAGNETOMETER, ACCELEROMETER, GYROSCOPE = bridge.STUB_CHIPS
POSES = [Pose(40), Pose(280, -20, 30)]


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
            headings(lab)
        lab.remove_timers()


def listed(lab):
    with lab.report.check("compass devices lists and selects the sensors of both"):
        done = lab.guest.run([lab.compass.path, "devices"])
        expect(done.status == 0, f"{done}")
        for name in (MAGNETOMETER, ACCELEROMETER, GYROSCOPE):
            expect(name in done.out, f"{name} is missing: {done}")


def headings(lab):
    # Read on, since a pose is in all registers only after a while.
    with lab.compass.stream_inside("--rate", "10") as stream:
        for pose in POSES:
            with lab.report.check(f"compass, told of no context: {pose}"):
                bridge.place(lab.guest, pose)
                record = stream.wait_for_pose(pose, heading=1)
                expect("gyroscope_missing" not in record["reasons"], f"{record['reasons']}")
