"""`compass doctor` on a board with chips that no driver has: what it finds, and what it prints, typed."""
import json

from ..report import expect

TITLE = "the doctor on a board"
TREE = "/sys/firmware/devicetree/base"
BUSES = "/sys/bus/i2c/devices"


def run(lab):
    if lab.compass is None:
        return
    with lab.report.stage("a board's device tree, chips without drivers on its bus"):
        lab.reset()
        lab.plug_bus(chips=(), expected=set())
        # The adapter under the name and number that the bus of pins 3 and 5 has.
        lab.guest.shell(f"""
            modprobe i2c-dev
            name=$(basename $(dirname $(grep -ls '^i2c-tiny-usb' {BUSES}/i2c-*/name)))
            folder=$(readlink -f {BUSES}/$name)
            mount -t tmpfs board {BUSES}
            ln -s $folder {BUSES}/i2c-1
            [ -e /dev/i2c-1 ] || ln -s /dev/$name /dev/i2c-1
            mount -t tmpfs board /sys/firmware
            mkdir -p {TREE}
            printf 'Raspberry Pi 4 Model B Rev 1.4\\0' > {TREE}/model""")
    with lab.report.check("it reads the identities of chips through the kernel's bus"):
        found = [finding for finding in examine(lab) if "answers at" in finding["observation"]]
        expect(any("0x1c" in finding["observation"] for finding in found), f"{found}")
    with lab.report.check("what it prints, typed, makes an IIO device of each chip"):
        for finding in found:
            commands = [line for line in finding["remedy"].splitlines()
                        if line.startswith(("sudo ", "echo "))]
            expect(commands, f"{finding}")
            lab.guest.shell("\n".join(commands).replace("sudo ", ""))
        expect(len(lab.names()) >= len(found), f"{lab.names()} of {found}")
    lab.guest.shell(f"umount /sys/firmware {BUSES}")


def examine(lab):
    done = lab.guest.run([lab.compass.path, "doctor", "--json", "--gpsd", "none"], 60)
    expect(done.status in (0, 69), f"{done}")
    return json.loads(done.out)["findings"]
