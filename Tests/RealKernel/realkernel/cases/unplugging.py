"""Sensors unplugged and plugged in again under a running compass: it says so and recovers."""
from ..lab import ST_DEVICES
from ..report import expect
from ..world import Pose
from .bus import near

TITLE = "unplug and replug"
GONE = {"magnetometer_stale", "magnetometer_missing", "sensor_failed"}
NOTICED_IN, RECOVERED_IN = 10, 25


def run(lab):
    if lab.compass is None:
        lab.report.skip(TITLE, "no compass")
        return
    with lab.report.stage("chips found by firmware, iiod serves them"):
        lab.reset()
        lab.plug_declared_chips()
        lab.make_timers()
        lab.start_iiod()
    with lab.report.check("compass outside: unplugged, said so, replugged, right again"):
        identities = device_ids(lab)
        with lab.compass.stream_outside("--rate", "10") as stream:
            unplug_and_replug(lab, stream, identities)
    with lab.report.check("compass outside: iiod ended and started again, right again"):
        lab.world.place(Pose(70))
        with lab.compass.stream_outside("--rate", "10") as stream:
            stream.wait(lambda r: near(r, 70, 1.5), 20, "heading 70°")
            lab.stop_iiod()
            stream.wait(says_gone, NOTICED_IN, f"one of {sorted(GONE)}")
            lab.world.place(Pose(100))
            lab.start_iiod()
            stream.wait(lambda r: near(r, 100, 1.5) and not says_gone(r), RECOVERED_IN,
                        "heading 100° again")
    lab.stop_iiod()
    with lab.report.check("compass inside: unplugged, said so, replugged, right again"):
        with lab.compass.stream_inside("--rate", "10") as stream:
            unplug_and_replug(lab, stream, None)


def unplug_and_replug(lab, stream, served):
    """`served` are the devices that iiod knows, None without iiod."""
    port = lab.machine.ports["mcp2221"]
    lab.world.place(Pose(40))
    stream.wait(lambda r: near(r, 40, 1.5), 20, "heading 40°")
    port.unplug()
    lab.wait_for_devices(set())
    record = stream.wait(says_gone, NOTICED_IN, f"one of {sorted(GONE)}")
    expect(record["status"] != "valid", f"status {record['status']} without a magnetometer")
    lab.world.place(Pose(250))
    port.plug()
    lab.wait_for_devices(ST_DEVICES)
    if served is not None and device_ids(lab) != served:
        lab.stop_iiod()  # it would go on describing the devices of its start
        lab.start_iiod()
    stream.wait(lambda r: near(r, 250, 1.5) and not says_gone(r), RECOVERED_IN,
                "heading 250° after replugging")


def says_gone(record):
    return bool(GONE & set(record["reasons"]))


def device_ids(lab):
    return lab.guest.shell(
        "for d in /sys/bus/iio/devices/iio:device*; do echo $(basename $d) $(cat $d/name); done")
