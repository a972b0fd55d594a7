"""`compass bridge` on a chip select of the kernel's spidev, and on a serial line."""
import re

from .. import bridge
from ..compass import expect_pose
from ..report import expect
from ..world import Pose

TITLE = "the bridge on SPI and on a serial line"
POSES = [Pose(70), Pose(250, 20, -10)]
TRACING = "/sys/kernel/tracing"
# WHO_AM_I of the LIS3MDL, as the kernel's trace tells it.
IDENTITY_MESSAGE = [
    "set_cs activate", "transfer_stop len=1 tx=[8f] rx=[]", "transfer_stop len=1 tx=[] rx=[3d]",
    "set_cs deactivate", "message_done len=2/2"]


def run(lab):
    if lab.compass is None:
        lab.report.skip(TITLE, "no compass")
        return
    lab.reset()
    if lab.has_spi:
        spi(lab)
    else:
        lab.report.skip("SPI", "this kernel has no driver of an adapter")
    serial(lab)


def spi(lab):
    with lab.report.stage("a chip select of spidev"):
        file = lab.plug_spi()
        lab.guest.shell(f"""
            [ -d {TRACING}/events ] || mount -t tracefs tracefs {TRACING}
            echo 1 > {TRACING}/events/spi/enable""")
    with bridge.Bridge(lab, file) as served:
        with lab.report.check("SPI: mode 3, 1 MHz, a register is read within one chip select"):
            served.wait_for_devices({"lis3mdl"})
            lab.guest.shell(f"echo 0 > {TRACING}/events/spi/enable")
            trace = lab.guest.shell(f"cat {TRACING}/trace")
            setup = re.findall(r"spi_setup: .*", trace)[1]
            expect("mode 3, 8 bits/w, 1000000 Hz max --> 0" in setup, setup)
            seen = first_message(trace)
            expect(seen == IDENTITY_MESSAGE, f"{seen}")
        with lab.report.check("SPI: the field in the narrowest and the widest range"):
            field(lab, served)
        with lab.report.check("SPI: it takes an adapter that is unplugged and plugged in again"):
            lab.unplug_all()
            served.wait_for_devices(set())
            lab.plug_spi()
            served.wait_for_devices({"lis3mdl"})
    lab.unplug_all()


def first_message(trace):
    """What the kernel has done for the first message, without the objects' addresses."""
    lines = re.findall(r"spi_(\w+): spi0\.0 (?:[0-9a-f]{16} )?(.*)", trace)
    names = [name for name, _ in lines]
    message = lines[names.index("message_start") + 1:names.index("message_done") + 1]
    return [f"{name} {rest}" for name, rest in message if name != "transfer_start"]


def field(lab, served):
    """An accelerometer is not there, so the field is compared and no heading."""
    channel = served.devices()["lis3mdl"].channels["magn_x"]
    scales = channel.attributes["scale_available"].split()
    for scale, pose in zip((scales[0], scales[-1]), POSES):
        served.set_scale("lis3mdl", "magn_x", scale)
        lab.world.place(pose)
        served.wait_for_vector("lis3mdl", "magn", lab.world.magnetic_field(), 0.005)


def serial(lab):
    with lab.report.stage("a WitMotion sensor on a serial line"):
        bridge.place(lab.guest, POSES[1])
        sensor = lab.guest.start(["python3", "-S", "-E", bridge.WITMOTION, bridge.POSE])
        line = sensor.lines.get(timeout=20)
    try:
        with bridge.Bridge(lab, line).chip("witmotion") as served:
            with lab.report.check("serial line: libiio and compass read the pose"):
                served.wait_for_devices({"witmotion-accel", "witmotion-gyro", "witmotion-magn"})
                served.wait_for_pose(POSES[1], "witmotion-magn", "witmotion-accel")
                record = lab.compass.once_inside("--uri", bridge.URI)
                expect_pose(record, POSES[1], heading=1)
    finally:
        sensor.stop()
