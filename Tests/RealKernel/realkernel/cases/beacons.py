"""iBeacon through the real bluetoothd, on a virtual controller of the kernel."""
import json
import os
import queue
import time

from ..guest import wait_until
from ..machine import HERE, SOURCE
from ..report import expect

TITLE = "beacons through bluetoothd on a virtual controller"
FOLDER = "/run/beacons"
UUID = "fda50693-a4e2-4fb1-afcf-c6eb07647825"
# A grant is for the resolved path of a program.
LOCATOR = os.path.realpath(os.environ.get("LOCATOR_PROGRAM") or os.path.join(SOURCE, ".build/release/Locator"))
DAEMON = "/usr/libexec/bluetooth/bluetoothd"
UNAVAILABLE = 16


def run(lab):
    if not os.access(LOCATOR, os.X_OK):
        lab.report.skip(TITLE, "no program: `swift build -c release --static-swift-stdlib --product Locator`")
        return
    if not os.access(DAEMON, os.X_OK):
        lab.report.skip(TITLE, "no bluez")
        return
    machine = Bluetooth(lab)
    try:
        with lab.report.stage("the kernel's Bluetooth, a system bus"):
            machine.prepare()
        missing(lab, machine)
        ranging(lab, machine)
        losses(lab, machine)
        monitoring(lab, machine)
    finally:
        machine.stop()


class Bluetooth:
    """What stands in for the machine's init system: bus, bluetoothd, controller, program."""

    def __init__(self, lab):
        self.lab, self.guest = lab, lab.guest
        self.running = {}

    def prepare(self):
        record = {"grant": "always", "reduced_accuracy": False, "asked_for_always": True}
        settings = json.dumps({"programs": {LOCATOR: record}})
        self.guest.shell(f"""
            modprobe hci_vhci
            mkdir -p {FOLDER}/config/headingd /run/dbus
            echo '{settings}' > {FOLDER}/config/headingd/authorization.json
            dbus-daemon --system --fork --nopidfile""")
        self.plan()

    def plan(self, *beacons):
        """What is on the air: (minor, distance in m, noise in dB)."""
        plan = {"beacons": [{"minor": one[0], "distance": one[1], "noise": one[2]} for one in beacons]}
        self.guest.shell(f"echo '{json.dumps(plan)}' > {FOLDER}/new; mv {FOLDER}/new {FOLDER}/plan")

    def start(self, name, *argv):
        self.running[name] = self.guest.start(list(argv))
        return self.running[name]

    def end(self, name):
        if name in self.running:
            self.running.pop(name).stop()

    def start_daemon(self, *options):
        self.start("bluetoothd", DAEMON, "-n", *options)

    def start_controller(self):
        self.start("controller", "python3", "-S", "-E", f"{HERE}/guest/beacons.py", f"{FOLDER}/plan")

    def power(self, is_on):
        """Switches the adapter, once it is there."""
        word = "true" if is_on else "false"
        wait_until(
            lambda: self.guest.run(
                ["busctl", "set-property", "org.bluez", "/org/bluez/hci0", "org.bluez.Adapter1", "Powered", "b",
                 word]).status == 0, 20, f"an adapter that is switched {word}")

    def listen(self, *parts):
        variables = [f"XDG_CONFIG_HOME={FOLDER}/config", f"XDG_STATE_HOME={FOLDER}/state",
                     "HEADINGD_SOCKET=/nonexistent"]
        return self.start("program", "env", *variables, LOCATOR, "beacons", UUID, *parts)

    def stop(self):
        for name in ("program", "controller", "bluetoothd"):
            self.end(name)
        self.guest.shell("pkill -x dbus-daemon || true")


def line(command, condition, seconds, what):
    """The next line of a program that satisfies a condition."""
    end = time.monotonic() + seconds
    seen = []
    while True:
        try:
            text = command.lines.get(timeout=max(0.0, end - time.monotonic()))
        except queue.Empty:
            expect(False, f"not within {seconds} s: {what}; last {seen[-3:]}; {command.err[-300:]}")
        seen.append(text)
        if condition(text):
            return text


def ranged(text):
    """The beacons of a line: class, distance, strength by their numbers, in order."""
    rows = [one.split() for one in text.removeprefix("ranged ").split("; ") if one]
    return {row[0]: (row[1], float(row[2]), int(row[3])) for row in rows}


def missing(lab, machine):
    with lab.report.check("without bluetoothd, an adapter and power: said, and waited for"):
        program = machine.listen("available", "range")
        line(program, "available false".__eq__, 20, "no Bluetooth")
        line(program, f"failed {UNAVAILABLE}".__eq__, 20, "a failure")
        machine.start_daemon()
        machine.start_controller()
        machine.power(False)
        machine.plan((1, 1, 0))
        machine.power(True)
        line(program, lambda one: "1/1 near" in one, 30, "the beacon")


def ranging(lab, machine):
    program = machine.running["program"]
    with lab.report.check("distances of two beacons within 40 %, each second, the nearest first"):
        machine.plan((1, 6, 2), (2, 1.5, 2))
        time.sleep(3)
        while not program.lines.empty():
            program.lines.get()
        for _ in range(10):
            found = ranged(line(program, lambda one: one.startswith("ranged"), 5, "a report"))
            expect(list(found) == ["1/2", "1/1"], f"{found}")
            expect(0.6 < found["1/2"][1] / 1.5 < 1.4 and 0.6 < found["1/1"][1] / 6 < 1.4, f"{found}")
            expect(found["1/2"][0] == "near" and found["1/1"][0] == "far", f"{found}")
    with lab.report.check("a beacon that comes nearer is followed, one that ends is dropped"):
        machine.plan((1, 0.2, 1))
        line(program, lambda one: "1/1 immediate" in one, 5, "an immediate beacon")
        line(program, lambda one: "1/2 unknown -1.00 0" in one, 8, "an unknown distance")
        line(program, lambda one: one.startswith("ranged") and "1/2" not in one, 12, "no second beacon")


def losses(lab, machine):
    program = machine.running["program"]
    for what, lose, find in (
            ("is switched off and on", lambda: machine.power(False), lambda: machine.power(True)),
            ("is unplugged and plugged in", lambda: machine.end("controller"),
             lambda: (machine.start_controller(), machine.power(True)))):
        with lab.report.check(f"the adapter {what}"):
            lose()
            line(program, f"failed {UNAVAILABLE}".__eq__, 20, "a failure")
            find()
            line(program, lambda one: "1/1" in one, 30, "the beacon again")
    # After a crash the kernel goes on with the old discovery and reports nothing to a new bluetoothd.
    with lab.report.check("bluetoothd ends and is started again"):
        machine.end("bluetoothd")
        line(program, f"failed {UNAVAILABLE}".__eq__, 20, "a failure")
        machine.start_daemon()
        machine.power(True)
        line(program, lambda one: "1/1" in one, 30, "the beacon again")
    with lab.report.check("the scan ends with the program"):
        scans = machine.running["controller"].lines
        while not scans.empty():
            scans.get()
        machine.end("program")
        line(machine.running["controller"], "scan off".__eq__, 20, "the end of the scan")


def monitoring(lab, machine):
    for title, options, kind in (
            ("by a discovery", (), "scan active"), ("by a passive monitor", ("--experimental",), "scan passive")):
        with lab.report.check(f"a region and a condition, {title}"):
            machine.end("bluetoothd")
            machine.guest.shell(f"rm -rf {FOLDER}/state")
            machine.plan()
            machine.start_daemon(*options)
            machine.power(True)
            controller = machine.running["controller"]
            while not controller.lines.empty():
                controller.lines.get()
            program = machine.listen("region", "condition")
            line(controller, kind.__eq__, 20, kind)
            line(program, "region outside".__eq__, 30, "no beacon")
            machine.plan((5, 2, 2))
            line(program, "region entered".__eq__, 6, "an entry")
            # Longer than the time of silence after which it is left.
            time.sleep(35)
            expect("region exited" not in list(program.lines.queue), "an exit beside a beacon")
            machine.plan()
            start = time.monotonic()
            line(program, "region exited".__eq__, 60, "an exit")
            lab.report.say(f"the exit came after {time.monotonic() - start:.0f} s")
            machine.end("program")
