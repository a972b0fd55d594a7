"""`compass bridge` on an adapter of the kernel that has SMBus transfers alone, with chips one of
which a driver of the kernel holds.
"""
from .. import bridge
from ..report import expect
from ..world import Pose

TITLE = "the bridge on the kernel's SMBus"
MAGNETOMETER, ACCELEROMETER, GYROSCOPE = bridge.STUB_CHIPS
TILTS = ((0, 0), (20, -15), (-35, 10), (10, 40))
POSES = [Pose(45 * number, *TILTS[number % 4]) for number in range(8)]
# Ranges as indices of the available scales, which the chips' registers must follow.
RANGES = ((MAGNETOMETER, "magn_x", (0, 6)), (ACCELEROMETER, "accel_x", (0, 3)))


def run(lab):
    if lab.compass is None:
        lab.report.skip(TITLE, "no compass")
        return
    lab.reset()
    with bridge.Stub(lab) as stub:
        with lab.report.stage("i2c-stub with chips, the gyroscope bound to the kernel's driver"):
            stub.bind(GYROSCOPE, 0x6B)
            stub.settle(GYROSCOPE)
        with bridge.Bridge(lab, stub.bus) as served:
            identities(lab, stub, served)
            ranges(lab, served)
            headings(lab, served)
            bound_later(lab, stub, served)
            released(lab, stub, served)


def identities(lab, stub, served):
    with lab.report.check("it serves the chips that no driver holds, and writes to no other"):
        found = served.wait_for_devices({MAGNETOMETER, ACCELEROMETER})
        for name, address in ((MAGNETOMETER, "0x1e"), (ACCELEROMETER, "0x19")):
            label = found[name].label or found[name].attributes.get("label", "")
            expect(label.lower() == f"{name}@{stub.bus}@{address}", f"{name} is called {label!r}")
        expect(lab.names() == {GYROSCOPE}, f"the kernel's own devices are {lab.names()}")
        stub.wait_for_changes({MAGNETOMETER, ACCELEROMETER})
    with lab.report.check("compass devices lists them"):
        done = lab.guest.run([lab.compass.path, "devices", "--uri", bridge.URI])
        expect(done.status == 0 and MAGNETOMETER in done.out and ACCELEROMETER in done.out, f"{done}")


def ranges(lab, served):
    with lab.report.check("libiio reads the poses, each in another range"):
        poses = iter(POSES[1::2])
        for name, channel, indices in RANGES:
            scales = served.devices()[name].channels[channel].attributes["scale_available"].split()
            for index in indices:
                served.set_scale(name, channel, scales[index])
                pose = next(poses)
                bridge.place(lab.guest, pose)
                served.wait_for_pose(pose, MAGNETOMETER, ACCELEROMETER)


def headings(lab, served):
    poses = POSES[::2]
    with lab.report.check(f"compass shows {len(poses)} poses"):
        with lab.compass.stream_inside("--uri", bridge.URI, "--rate", "10") as stream:
            for pose in poses:
                bridge.place(lab.guest, pose)
                stream.wait_for_pose(pose, heading=1)


def bound_later(lab, stub, served):
    with lab.report.check("it lets a chip go that a driver of the kernel is bound to later"):
        stub.bind(ACCELEROMETER, 0x19)
        served.wait_for_devices({MAGNETOMETER})
        stub.settle(ACCELEROMETER)


def released(lab, stub, served):
    with lab.report.check("it takes a chip that the kernel's driver lets go, and touches no other"):
        stub.release(0x6B)
        served.wait_for_devices({MAGNETOMETER, GYROSCOPE})
        stub.wait_for_changes({GYROSCOPE})
