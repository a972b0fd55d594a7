"""The shipped udev rules, applied by the real udev: members of the group iio, and others."""
import json

from ..compass import PLACE, as_user, expect_pose
from ..report import expect
from ..world import Pose

TITLE = "udev rules and permissions"
OPENED = (  # found in the folder of the magnetometer
    "buffer/enable", "buffer/length", "buffer/watermark", "buffer0/enable",
    "scan_elements/in_magn_x_en", "scan_elements/in_timestamp_en", "buffer0/in_magn_x_en",
    "trigger/current_trigger", "current_timestamp_clock", "sampling_frequency", "in_magn_x_scale")
CLOSED = ("uevent", "power/control")
FOLDER = "$(dirname $(grep -lx lsm9ds1_magn /sys/bus/iio/devices/iio:device*/name))"
MEMBER, OTHER = "navigator", "passenger"


def run(lab):
    with lab.report.stage("chips probed, users made"):
        lab.reset()
        lab.plug_bus()
        make_users(lab)
    with lab.report.check("device nodes belong to root and group iio, mode 0660"):
        nodes = lab.guest.shell("stat -c '%n %U:%G %a' /dev/iio:device*").split("\n")
        for node in filter(None, nodes):
            expect(node.endswith(" root:iio 660"), node)
    with lab.report.check("what reading samples needs is open to the group, the rest is not"):
        modes = attribute_modes(lab, OPENED)
        for name in OPENED:
            expect(modes.get(name) == ("iio", "-rw-rw-r--"), f"{name}: {modes.get(name)}")
        for name, (group, mode) in attribute_modes(lab, CLOSED).items():
            expect(group == "root" and mode[5] == "-", f"{name}: {group} {mode}")
        outsiders = lab.guest.shell(
            f"find {FOLDER}/ -maxdepth 2 -type f -perm -o+w | head -3").strip()
        expect(not outsiders, f"open to everybody: {outsiders}")
    if lab.has_timers:
        with lab.report.check("a member makes a timer, sets its rate, streams, and removes it"):
            own_timer(lab)
    with lab.report.check("the matrix of a hwdb file reaches the device's udev properties"):
        mount_matrix_property(lab)
    if lab.compass is None:
        return
    with lab.report.check("compass runs for a member of the group iio"):
        pose = Pose(222, 10, -10)
        lab.world.place(pose)
        expect_pose(lab.compass.once_inside(user=MEMBER), pose)
    with lab.report.check("compass tells an outsider what to do"):
        outsider(lab)


def make_users(lab):
    """With homes of their own, and a way to the program, wherever the checkout lies."""
    lab.guest.shell(f"""
        for user in {MEMBER} {OTHER}; do
          getent passwd $user > /dev/null || useradd --create-home $user
        done
        usermod --append --groups iio {MEMBER}""")
    if lab.compass:
        lab.guest.shell(f"""
            path={lab.compass.path}
            while [ "$path" != / ]; do path=$(dirname "$path"); chmod o+x "$path"; done""")


def attribute_modes(lab, names):
    lines = lab.guest.shell(
        f"cd {FOLDER} && stat -c '%n %G %A' {' '.join(names)} 2> /dev/null || true").splitlines()
    return {name: (group, mode) for name, group, mode in (line.split() for line in lines)}


def own_timer(lab):
    script = """
        timer=/sys/kernel/config/iio/triggers/hrtimer/own
        mkdir $timer
        tries=0
        until [ -w "$(dirname $(grep -lx own /sys/bus/iio/devices/trigger*/name))/sampling_frequency" ]
        do tries=$((tries + 1)); [ $tries -lt 100 ]; sleep 0.1; done
        folder=$(dirname $(grep -lx own /sys/bus/iio/devices/trigger*/name))
        echo 50 > $folder/sampling_frequency
        iio_readdev -t own -b 5 -s 10 lsm9ds1_magn | wc -c"""
    done = lab.guest.run([*as_user(MEMBER), "sh", "-euc", script])
    sample = 3 * 2 + 2 + 8  # three numbers, padding, timestamp
    expect(done.status == 0 and done.out.strip() == str(10 * sample), f"{done}")
    # Who opened the buffer keeps the trigger busy; the owner lets go of it first.
    done = lab.guest.run([*as_user(MEMBER), "sh", "-euc", f"""
        cd {FOLDER}
        echo > trigger/current_trigger
        rmdir /sys/kernel/config/iio/triggers/hrtimer/own"""])
    expect(done.status == 0, f"{done}")


def mount_matrix_property(lab):
    properties = lab.guest.shell("""
        mkdir -p /etc/udev/hwdb.d
        sed -e 's/^sensor:.*/sensor:modalias:i2c:lsm9ds1_magn:dmi:*/' \
          $(ls -d "$source"/udev-rules/*.hwdb) > /etc/udev/hwdb.d/61-test.hwdb
        systemd-hwdb update
        cd """ + FOLDER + """
        udevadm trigger --settle --action=change .
        udevadm info --query=property --path=$PWD""")
    expect("ACCEL_MOUNT_MATRIX=" in properties, properties)


def outsider(lab):
    lab.world.place(Pose(10))
    done = lab.guest.run([*as_user(OTHER), lab.compass.path, "--once", "--json", *PLACE], 25)
    said = done.err.lower()
    expect("iio" in said and ("group" in said or "udev" in said),
           f"no remedy in: {done.err or done.out}")
    if done.status == 0:
        record = json.loads(done.out)
        expect(not record["simulated"], "shows the simulated hat without being asked")
