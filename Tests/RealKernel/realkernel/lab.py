"""The laboratory: one guest, one world, and the sensors that can be plugged into it."""
from . import firmware
from .adapters import MCP2221, TinyUSB
from .chips import HMC5883, LIS3MDL, LPS25H, LSM9DS1Inertial, LSM9DS1Magnetometer
from .compass import Compass
from .guest import wait_until
from .hub import SENSORS, SensorHub
from .ljca import LJCA
from .machine import Machine
from .report import expect
from .world import Pose, World

ST_DEVICES = {"lsm9ds1_magn", "lsm9ds1-imu_accel", "lsm9ds1-imu_gyro", "lps25h"}
HUB_DEVICES = {sensor.name for sensor in SENSORS.values()}
TRIGGER_FOLDER = "/sys/kernel/config/iio/triggers/hrtimer"
TRIGGERS = ("timer0", "timer1")  # Debian's kernels let one trigger feed two devices


class Lab:
    def __init__(self, kernel, folder, compass, report):
        self.world = World()
        self.report = report
        self.machine = Machine(kernel, folder, [
            ("mcp2221", MCP2221([
                LSM9DS1Magnetometer(self.world, firmware.MAGNETOMETER_MOUNT),
                LSM9DS1Inertial(self.world, firmware.INERTIAL_MOUNT),
                LPS25H(self.world)])),
            ("i2c-tiny-usb", TinyUSB([
                LSM9DS1Magnetometer(self.world), LSM9DS1Inertial(self.world),
                LPS25H(self.world), HMC5883(self.world)])),
            ("hub", SensorHub(self.world)),
            ("ljca", LJCA(LIS3MDL(self.world))),
        ])
        self.guest = self.machine.guest
        self.compass = Compass(compass, self.guest, self.machine.uri) if compass else None
        # Debian's 6.1 has no hrtimer triggers, its hid-mcp2221 knows no firmware, and it has no
        # driver of the LJCA.
        self.has_timers = self.has_declared_chips = self.has_spi = not kernel.is_line("6.1")
        self._iiod = None

    def boot(self):
        self.machine.start()
        wait_until(lambda: self.guest.answers() or not self.machine.runs(), 60, "the guest is up")
        expect(self.machine.runs(), f"QEMU ended; its console is in {self.machine.console}")

    def stop(self):
        self.machine.stop()

    def names(self):
        """The names of the guest's IIO devices."""
        script = "cat /sys/bus/iio/devices/iio:device*/name 2> /dev/null || true"
        return set(self.guest.shell(script).split())

    def wait_for_devices(self, names, seconds=60):
        wait_until(lambda: self.names() == names, seconds, f"IIO devices {sorted(names)}")
        self.guest.shell(f"udevadm settle --timeout={seconds}", seconds + 5)

    def reset(self):
        """Everything unplugged, the world at rest, no server, no timers."""
        self.stop_iiod()
        self.unplug_all()
        if self.compass:
            self.compass.mount = []
        self.world.faults.clear()
        self.world.place(Pose(0))
        self.remove_timers()

    def unplug_all(self):
        for port in self.machine.ports.values():
            port.unplug()
        self.wait_for_devices(set())

    def plug_bus(self, chips=(("lsm9ds1_magn", 0x1C), ("lsm9ds1-imu", 0x6B), ("lps25h", 0x5C)),
                 expected=ST_DEVICES):
        """The USB adapter whose chips the system must be told of, as on a hat without firmware."""
        self.machine.ports["i2c-tiny-usb"].plug()
        bus = wait_until(
            lambda: self.guest.shell(
                "grep -ls '^i2c-tiny-usb' /sys/bus/i2c/devices/i2c-*/name || true").strip(),
            20, "the i2c-tiny-usb adapter").removesuffix("/name")
        for name, address in chips:
            self.guest.shell(f"echo {name} {address:#x} > {bus}/new_device")
        if self.compass:
            axes = "x=left,y=forward,z=up"
            self.compass.mount = ["--mount", f"accelerometer={axes} gyroscope={axes}"]
        self.wait_for_devices(expected)

    def plug_declared_chips(self):
        """The USB adapter whose chips the firmware declares, with mount matrices."""
        self.machine.ports["mcp2221"].plug()
        self.wait_for_devices(ST_DEVICES)

    def plug_hub(self):
        self.machine.ports["hub"].plug()
        self.wait_for_devices(HUB_DEVICES)

    def plug_spi(self):
        """The USB adapter with an SPI chip select, which firmware declares; its device file."""
        self.machine.ports["ljca"].plug()
        return wait_until(
            lambda: self.guest.shell("ls /dev/spidev* 2> /dev/null || true").strip(), 20,
            "a chip select of spidev")

    def make_timers(self):
        if self.has_timers:
            made = " ".join(f"{TRIGGER_FOLDER}/{name}" for name in TRIGGERS)
            self.guest.shell(f"modprobe iio-trig-hrtimer; mkdir -p {made}; udevadm settle")

    def remove_timers(self):
        """Whoever made them. None may be in use: 6.12 crashes when a device that samples by a
        removed timer is unplugged, and a program that was killed leaves its buffer on.
        """
        self.guest.shell(f"""
            for enable in /sys/bus/iio/devices/iio:device*/buffer/enable; do
              [ ! -e $enable ] || echo 0 > $enable
            done
            for timer in {TRIGGER_FOLDER}/*; do
              [ ! -d $timer ] || rmdir $timer
            done""")

    @property
    def serves(self):
        """Whether iiod runs."""
        return self._iiod is not None

    def start_iiod(self):
        """iiod describes the devices that are there when it starts."""
        self._iiod = self.guest.start(["iiod"])
        port = ":" + format(30431, "04X") + " "
        wait_until(
            lambda: self.guest.run(
                ["sh", "-c", f"cat /proc/net/tcp /proc/net/tcp6 | grep -q '{port}.* 0A '"]
            ).status == 0,
            15, "iiod listens")

    def stop_iiod(self):
        if self._iiod:
            self._iiod.stop()
            self._iiod = None

    def set_rates(self, rates):
        """Sampling frequencies by device name, as a program would set them."""
        for name, rate in rates.items():
            self.guest.shell(
                f"for d in /sys/bus/iio/devices/iio:device*; do "
                f"[ $(cat $d/name) != {name} ] || echo {rate} > $d/sampling_frequency; done")
