"""Chips that fail: never a heading that looks good and is not."""
import json
import tempfile

from ..compass import brief, claims, error_of
from ..report import Failure, Starved, expect
from ..world import Pose, difference
from .bus import near

TITLE = "failing chips"
# What compass may say about each: the reason names what can be seen from outside of the chip.
EXPECTED = {
    "nak": {"magnetometer_stale", "magnetometer_missing", "sensor_failed"},
    "stuck": {"sensor_stuck", "magnetometer_stale"},
    "rail": {"saturated", "field_implausible", "invalid_samples", "sensor_stuck",
             "magnetometer_stale"},
    "zero": {"invalid_samples", "field_implausible", "sensor_stuck", "magnetometer_stale"},
}
SETTLED, SAID_IN, UNDER_WAY, WATCHED, RECOVERED_IN = 3, 10, 1, 3, 20
WATCHED_AT_START = 5
FEWEST_AT_START = 40  # objects in that time; 50 come, less the start


def run(lab):
    if lab.compass is None:
        lab.report.skip(TITLE, "no compass")
        return
    with lab.report.stage("chips probed, iiod serves them"):
        lab.reset()
        lab.plug_bus()
        lab.make_timers()
        lab.start_iiod()
    for fault, reasons in EXPECTED.items():
        with lab.report.check(f"magnetometer {fault} under a running compass"):
            while_running(lab, "lsm9ds1_magn", fault, reasons)
    for fault in ("stuck", "rail", "zero"):
        with lab.report.check(f"compass started while the magnetometer is {fault}"):
            at_start(lab, "lsm9ds1_magn", fault)


def while_running(lab, chip, fault, reasons):
    lab.world.faults.clear()
    lab.world.place(Pose(80))
    # Without a calibration nothing would tell a heading that the gyroscope has carried badly from iron.
    with tempfile.NamedTemporaryFile("w", suffix=".json") as profile, \
            lab.compass.stream_outside("--rate", "10", "--profile", write(profile)) as stream:
        stream.wait(lambda r: near(r, 80, 1.5), 20, "heading 80°")
        for _ in stream.records(SETTLED):  # a compass that has seen the field for a while
            pass
        lab.world.faults[chip] = fault
        stream.wait(lambda r: reasons & set(r["reasons"]), SAID_IN, f"one of {sorted(reasons)}")
        # Turned behind its back: what it says now must follow the gyroscope, or be withdrawn.
        lab.world.place(Pose(80), rate=45)
        time_to_turn(stream, lab, 170)
        truth = lab.world.stop().heading
        # What buffers and network held of the turn comes late, within the bound that it states.
        expect_headings(stream, UNDER_WAY, truth, lambda record: record["heading_accuracy_95"])
        expect_headings(stream, WATCHED, truth, lambda _: 10)
        lab.world.faults.clear()
        stream.wait(lambda r: near(r, truth, 2) and not reasons & set(r["reasons"]),
                    RECOVERED_IN, f"heading {truth:.0f}° after the fault")


def write(profile):
    """The profile of chips without iron, which these are; its name."""
    json.dump({"version": 2, "hard_iron": [0, 0, 0], "soft_iron": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
               "predicted_heading_error": {"level": 0.5}}, profile)
    profile.flush()
    return profile.name


def expect_headings(stream, seconds, truth, limit):
    """Every heading of the next seconds lies within a limit of the truth."""
    for record in stream.records(seconds):
        expect(record["magnetic_heading"] is None or error_of(record, truth) <= limit(record),
               f"says a wrong heading at {truth:.0f}°: {brief(record)}")


def time_to_turn(stream, lab, heading):
    for _ in stream.records(10):
        if abs(difference(lab.world.now()[0].heading, heading)) < 10:
            return
    raise Failure(f"the world did not turn to {heading}°")


def at_start(lab, chip, fault):
    """What comes must not claim a heading, unless it names the fault: a chip that repeats itself at
    rest may just be a coarse one, so it is used with a warning.
    """
    lab.world.place(Pose(80))
    if fault == "stuck":
        lab.world.faults.clear()
        lab.compass.once_outside()
    lab.world.faults[chip] = fault
    lab.world.place(Pose(200))
    try:
        with lab.compass.stream_outside("--rate", "10") as stream:
            wrong, count = None, 0
            for count, record in enumerate(stream.records(WATCHED_AT_START), 1):
                named = EXPECTED[fault] & set(record["reasons"])
                wrong = record if claims(record) and not named else None
            # It takes some samples to tell: what counts is what is said at the end, where they came.
            if wrong:
                raise (Starved if count < FEWEST_AT_START else Failure)(
                    f"claims a heading after {count} objects: {brief(wrong)}")
    finally:
        lab.world.faults.clear()
