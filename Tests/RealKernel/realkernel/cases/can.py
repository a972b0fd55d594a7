"""NMEA 2000 on the kernel's virtual CAN interface: output and input of one daemon."""
import json
import math
import queue
import time

from .. import n2k
from ..compass import InsideStream, claims, error_of
from ..guest import wait_until
from ..report import expect
from ..world import DECLINATION, LATITUDE, LONGITUDE, Pose, difference

TITLE = "NMEA 2000 on a virtual CAN interface"
FOLDER = "/run/n2k"
POSE = Pose(130, 10, -15)
GNSS, LOG, RIVAL = 35, 60, 100
CONFIGURATION = f"""
sensors: {{gpsd: none}}
nmea2000: {{from: can0}}
outputs:
  nmea2000: [{{interface: can0, position: true}}]
# Without a calibration the bound is wide; what is sent to steer by is sent nevertheless.
robot: {{degraded_above: 170, stop_above: 180}}
listen: {{socket: {FOLDER}/socket}}
feed: {{socket: {FOLDER}/feed}}
state: {{file: {FOLDER}/state.json}}
"""
# What the output sends once its heading and the position are known, without heave.
SENT = {127250, 127251, 127257, 127258, 129025, 129026, 126993, 60928}


def run(lab):
    if lab.compass is None:
        lab.report.skip(TITLE, "no compass")
        return
    if n2k.python() is None:
        lab.report.skip(TITLE, f"nmea2000 {n2k.VERSION} cannot be had from PyPI")
        return
    with lab.report.stage("chips, no interface yet, the daemon"):
        lab.reset()
        lab.plug_bus()
        lab.world.place(POSE)
        daemon = Daemon(lab)
    devices = updates = None
    try:
        with lab.report.check("an interface that is not there is waited for"):
            daemon.wait_for("cannot use can0: this machine has no network interface of this name")
        make_interface(lab)
        devices = lab.guest.start(devices_argv())
        with lab.report.check("the GNSS's position and the log's speed are used"):
            daemon.wait_for("position comes from address 35 of can0")
            daemon.wait_for("speed through the water comes from address 60 of can0")
            updates = daemon.updates()
            record = updates.wait(
                lambda r: r["latitude"] is not None and r["true_heading"] is not None
                and claims(r), 20, "a position and a true heading")
            expect(abs(record["latitude"] - LATITUDE) < 1e-4, f"{record}")
            expect(abs(record["longitude"] - LONGITUDE) < 1e-4, f"{record}")
            # HDOP 0.9 of a receiver without corrections.
            expect(0.1 < record["horizontal_accuracy"] < 4, f"{record['horizontal_accuracy']} m")
            expect(error_of(record, POSE.heading) < 2, f"{record}")
        output(lab, daemon)
        contest(lab, daemon)
        with lab.report.check("the speed through the water is recorded"):
            lab.guest.shell(
                f"cd {FOLDER}; HEADINGD_SOCKET={FOLDER}/socket {lab.compass.path} record speed.mcap > /dev/null 2>&1 & "
                # Three seconds of it, once the program has started.
                f"until [ -s {FOLDER}/speed.mcap ] || ! kill -0 $!; do sleep 0.2; done; sleep 3; kill -TERM $!; wait $! || true")
            found = lab.guest.shell(f"grep -aoE '\"water_speed\"[^}}]*' {FOLDER}/speed.mcap | head -1")
            expect("3.21" in found, f"{found}")
        quiet = len(daemon.read())
        flood(lab, daemon, updates)
        losses(lab, daemon, updates)
        with lab.report.check("its own position never was an input, and nothing was refused"):
            sources = [line for line in daemon.log if "position comes from address" in line]
            expect(all("address 35 " in line for line in sources), f"{sources}")
            # The flood and the lost interface take frames of the devices' messages with them.
            refused = [line for line in daemon.log if "not used" in line]
            disturbed = [line for line in refused if "more often" in line or "frames are missing" in line]
            expect(disturbed == refused, f"{refused}")
            undisturbed = daemon.log[:quiet]
            expect(not any("not used" in line for line in undisturbed), f"{undisturbed}")
    finally:
        for running in (updates, devices, daemon):
            if running:
                running.stop()
        lab.guest.shell("ip link del can0 2> /dev/null || true")


class Daemon:
    """`headingd` in the guest, its log, and its updates."""

    def __init__(self, lab):
        self.lab, self.log = lab, []
        script = f"mkdir -p {FOLDER}; ln -sf {lab.compass.path} {FOLDER}/headingd; rm -f {FOLDER}/*.json"
        lab.guest.shell(f"{script}; cat > {FOLDER}/headingd.yaml <<'END'{CONFIGURATION}END")
        self.command = lab.guest.start(
            ["sh", "-c", f"exec {FOLDER}/headingd --config {FOLDER}/headingd.yaml \"$@\" 2>&1", "headingd",
             *lab.compass.mount])

    def read(self):
        while True:
            try:
                self.log.append(self.command.lines.get_nowait())
            except queue.Empty:
                return self.log

    def wait_for(self, text, seconds=20, after=0):
        """Waits for a line of the log."""
        wait_until(lambda: any(text in line for line in self.read()[after:]) or self.command.ended, seconds,
                   f"`{text}` in the log {self.log[-8:]}")
        expect(not self.command.ended, f"headingd ended: {self.log[-8:]}")

    def updates(self):
        return InsideStream(self.lab.guest.start(
            ["env", f"HEADINGD_SOCKET={FOLDER}/socket", self.lab.compass.path, "--json", "--rate", "5"]))

    def stop(self):
        self.command.stop()


def make_interface(lab):
    lab.guest.shell("modprobe -a vcan can-raw; ip link add can0 type vcan; ip link set can0 up")


def devices_argv():
    _, fix = n2k.golden(129029, 2, GNSS)
    _, motion = n2k.golden(129026, 1, GNSS)
    _, speed = n2k.golden(128259, 0, LOG)
    plan = {
        "claims": {GNSS: n2k.name(GNSS, 145), LOG: n2k.name(LOG, 155)},
        "messages": [{"period": 1, "frames": fix}, {"period": 0.25, "frames": motion},
                     {"period": 1, "frames": speed}],
    }
    return ["python3", "-S", "-E", n2k.DEVICES, "can0", "send", json.dumps(plan)]


def sent(lab, seconds, start=lambda: None):
    """What others than the devices have sent: messages as PyPI's nmea2000 reads them."""
    dump = lab.guest.start(["python3", "-S", "-E", n2k.DEVICES, "can0", "dump"])
    # The first frame says that it listens.
    lines = [dump.lines.get(timeout=20)]
    start()
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        try:
            lines.append(dump.lines.get(timeout=left))
        except queue.Empty:
            break
    dump.stop()
    return [message for message in n2k.messages(lines) if message["source"] not in (GNSS, LOG)]


def frame(lab, identifier, data):
    lab.guest.run(["python3", "-S", "-E", n2k.DEVICES, "can0", "frame", f"{identifier:x}", data])


def output(lab, daemon):
    with lab.report.check("canboat's definitions read in the output what the chips feel"):
        def ask():
            """For the NAMEs, and for the product."""
            frame(lab, 0x18EAFFFE, "00ee00")
            frame(lab, 0x18EA0000 | RIVAL << 8 | GNSS, "14f001")

        messages = sent(lab, 2, ask)
        groups = {message["group"] for message in messages if message["source"] == RIVAL}
        # The heartbeat comes once a minute.
        expect(groups >= SENT - {126993}, f"{groups}")
        last = {message["group"]: message["fields"] for message in messages}
        near(last[127250]["heading"], POSE.heading, 2, "heading")
        expect(last[127250]["reference"] == "Magnetic", f"{last[127250]}")
        near(last[127250]["variation"], DECLINATION, 0.7, "variation")
        near(last[127257]["yaw"], POSE.heading + DECLINATION, 2.5, "yaw")
        near(last[127257]["pitch"], POSE.pitch, 1, "pitch")
        near(last[127257]["roll"], POSE.roll, 1, "roll")
        near(last[127251]["rate"], 0, 1, "rate of turn")
        expect(abs(last[129025]["latitude"] - LATITUDE) < 1e-4, f"{last[129025]}")
        expect(last[60928]["deviceFunction"] == "Ownship Attitude", f"{last[60928]}")
        count = sum(message["group"] == 127250 for message in messages)
        expect(count >= 10, f"{count} headings in 2 s")
        product = [message["fields"] for message in messages if message["group"] == 126996]
        expect(product and product[0]["modelId"] == "headingd", f"{product}")


def near(radians, degrees, limit, what):
    error = difference(math.degrees(radians), degrees)
    expect(abs(error) < limit, f"{what} is {math.degrees(radians):.2f}°, not {degrees:g}° ± {limit:g}°")


def contest(lab, daemon):
    """A node with a lower NAME takes the address, one with a higher NAME does not."""
    claim = 0x18EEFF00
    with lab.report.check("the lower NAME gets the address, the daemon the next one"):
        messages = sent(lab, 2, lambda: frame(lab, claim | RIVAL, n2k.name(1, 1, device_class=0, manufacturer=1)))
        claims = [message["source"] for message in messages if message["group"] == 60928]
        headings = {message["source"] for message in messages[-20:] if message["group"] == 127250}
        expect(RIVAL + 1 in claims and headings == {RIVAL + 1}, f"claims {claims}, headings of {headings}")
        daemon.wait_for(f"address {RIVAL + 1}")
    with lab.report.check("it keeps that against a higher NAME"):
        messages = sent(
            lab, 1, lambda: frame(lab, claim | RIVAL + 1, n2k.name(9, 255, device_class=120, manufacturer=2046)))
        claims = [message for message in messages if message["group"] == 60928]
        # Its own claim comes after the other's.
        expect(len(claims) >= 2 and claims[-1]["fields"]["deviceFunction"] == "Ownship Attitude", f"{claims}")
        headings = {message["source"] for message in messages if message["group"] == 127250}
        expect(headings == {RIVAL + 1}, f"headings of {headings}")


def fresh(updates):
    """The updates from now on."""
    while not updates.lines.empty():
        updates.lines.get()
    return updates


def flood(lab, daemon, updates):
    with lab.report.check("a flood is refused, and the heading goes on"):
        after = len(daemon.read())
        # Two emulated processors for all: the flood leaves them to the daemon.
        outcome = lab.guest.run(["nice", "-n", "19", "python3", "-S", "-E", n2k.DEVICES, "can0", "flood", "2"])
        expect(int(outcome.out) > 3000, f"only {outcome.out} frames: {outcome.err}")
        daemon.wait_for("more often than any device sends it", after=after)
        record = fresh(updates).wait(
            lambda r: claims(r) and r["fix_age"] is not None and r["fix_age"] < 2.5, 15,
            "a heading and a fix after the flood")
        expect(error_of(record, POSE.heading) < 2, f"{record}")


def losses(lab, daemon, updates):
    for what, lose, find in (
            ("goes down and up", "ip link set can0 down", "ip link set can0 up"),
            ("is removed and made again", "ip link del can0",
             "ip link add can0 type vcan; ip link set can0 up")):
        after = len(daemon.read())
        with lab.report.check(f"the interface {what}"):
            lab.guest.shell(lose)
            daemon.wait_for("NMEA 2000 cannot use can0", after=after)
            fresh(updates).wait(lambda r: "gnss_missing" in r["reasons"], 10, "gnss_missing")
            lab.guest.shell(find)
            daemon.wait_for("can0 is back", after=after)
            # The devices' sockets go with a removed interface.
            devices = lab.guest.start(devices_argv()) if "made" in what else None
            try:
                fresh(updates).wait(lambda r: not {"gnss_missing", "fix_stale", "no_fix"} & set(r["reasons"]), 15,
                                    "fixes again")
                if devices:
                    expect(any(m["group"] == 127250 for m in sent(lab, 1)), "no headings of the output")
            finally:
                if devices:
                    devices.stop()
