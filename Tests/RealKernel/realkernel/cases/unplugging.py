"""Sensors unplugged and plugged in again under a running compass: it says so and recovers."""
from ..compass import brief, claims
from ..report import expect
from ..world import Pose
from .bus import near

TITLE = "unplug and replug"
GONE = {"magnetometer_stale", "magnetometer_missing", "sensor_failed"}
NOTICED_IN, RECOVERED_IN = 10, 25
START = Pose(40)


def run(lab):
    if lab.compass is None:
        lab.report.skip(TITLE, "no compass")
        return
    if lab.has_declared_chips:
        with lab.report.stage("chips found by firmware, iiod serves them"):
            lab.reset()
            lab.plug_declared_chips()
            lab.make_timers()
            lab.start_iiod()
        with lab.report.check("chips, compass outside: unplugged, said so, replugged, right again"):
            lab.world.place(START)
            with lab.compass.stream_outside("--rate", "10") as stream:
                unplug_and_replug(lab, stream, lab.plug_declared_chips)
        lab.stop_iiod()
        with lab.report.check("chips, compass inside: unplugged, said so, replugged, right again"):
            lab.world.place(START)
            with lab.compass.stream_inside("--rate", "10") as stream:
                unplug_and_replug(lab, stream, lab.plug_declared_chips)
    with lab.report.stage("hub found"):
        lab.reset()
        lab.plug_hub()
    with lab.report.check("hub, compass inside: unplugged, said so, replugged, right again"):
        lab.world.place(START)
        with lab.compass.stream_inside("--rate", "10") as stream:
            unplug_and_replug(lab, stream, lab.plug_hub)
    with lab.report.check("hub, compass outside: iiod ended and started again, right again"):
        server_restarted(lab)


def unplug_and_replug(lab, stream, plug):
    served = device_ids(lab)
    stream.wait(lambda r: near(r, START.heading, 1.5), 20, f"heading {START.heading}°")
    lab.unplug_all()
    record = stream.wait(all_gone, NOTICED_IN, "magnetometer and gyroscope are said to be gone")
    expect(not claims(record) or near(record, START.heading, 3), f"another heading: {brief(record)}")
    lab.world.place(Pose(250))
    plug()
    if lab.serves and device_ids(lab) != served:
        lab.stop_iiod()  # it would go on describing the devices of its start
        lab.start_iiod()
    stream.wait(lambda r: near(r, 250, 1.5) and not says_gone(r), RECOVERED_IN,
                "heading 250° after replugging")


def server_restarted(lab):
    lab.start_iiod()
    lab.world.place(Pose(70))
    with lab.compass.stream_outside("--rate", "10") as stream:
        stream.wait(lambda r: near(r, 70, 1.5), 20, "heading 70°")
        lab.stop_iiod()
        stream.wait(all_gone, NOTICED_IN, "magnetometer and gyroscope are said to be gone")
        lab.world.place(Pose(100))
        lab.start_iiod()
        stream.wait(lambda r: near(r, 100, 1.5) and not says_gone(r), RECOVERED_IN,
                    "heading 100° again")


def says_gone(record):
    return bool(GONE & set(record["reasons"]))


def all_gone(record):
    """Only now the world may jump: nobody sees it. With a gyroscope that still measures, a jump
    would be a disturbance, rightly.
    """
    reasons = set(record["reasons"])
    return says_gone(record) and bool({"gyroscope_stale", "gyroscope_missing"} & reasons)


def device_ids(lab):
    return lab.guest.shell(
        "for d in /sys/bus/iio/devices/iio:device*; do echo $(basename $d) $(cat $d/name); done")
