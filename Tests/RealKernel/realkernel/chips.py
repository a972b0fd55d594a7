"""Register models of I2C sensor chips, as much of them as Linux's drivers touch.

The first byte of a write sets the register pointer; reads go on from there.
"""
import math

from .world import IDENTITY, STANDARD_GRAVITY, applied, transposed


class Chip:
    """A chip on the bus. `mount` is its mount matrix: body vector = mount · chip vector."""
    name = ""
    address = 0
    bit_7_increments = False
    controls = ()  # the registers that decide how the outputs are scaled
    outputs = ()  # the registers that hold measurements

    def __init__(self, world, mount=IDENTITY):
        self.world = world
        self.from_body = transposed(mount)
        self.registers = bytearray(256)
        self.pointer = 0
        self.power_on()

    @property
    def fault(self):
        return self.world.faults.get(self.name)

    def write(self, data):
        if not data:
            return
        self.pointer = data[0] & 0x7F if self.bit_7_increments else data[0]
        for offset, value in enumerate(data[1:]):
            self.written((self.pointer + offset) & 0xFF, value)

    def read(self, count):
        if self.fault == "rail":
            self.rail()
        elif self.fault == "zero":
            self.fill(bytes(len(self.outputs)))
        elif self.fault != "stuck":
            self.measure()
        data = bytes(self.registers[(self.pointer + i) & 0xFF] for i in range(count))
        self.pointer = (self.pointer + count) & 0xFF
        return data

    def power_on(self):
        raise NotImplementedError

    def measure(self):
        raise NotImplementedError

    def written(self, register, value):
        self.registers[register] = value

    def rail(self):
        self.fill(b"\xff\x7f" * (len(self.outputs) // 2))

    def fill(self, data):
        for register, value in zip(self.outputs, data):
            self.registers[register] = value

    def put(self, register, counts, order="little"):
        value = max(-32768, min(32767, round(counts)))
        self.registers[register:register + 2] = value.to_bytes(2, order, signed=True)


class LSM9DS1Magnetometer(Chip):
    """ST LSM9DS1, magnetic part. Register map: data sheet DocID025715, section 7."""
    name, address, bit_7_increments = "lsm9ds1_magn", 0x1C, True
    outputs = range(0x28, 0x2E)
    GAUSS_PER_COUNT = (0.000146, 0.000292, 0.000438, 0.000584)  # by the FS bits, Linux's st_magn

    def power_on(self):
        self.registers[0x0F] = 0x3D
        self.registers[0x20] = 0x10
        self.registers[0x22] = 0x03

    def measure(self):
        gain = self.GAUSS_PER_COUNT[self.registers[0x21] >> 5 & 3]
        vector = applied(self.from_body, self.world.magnetic_field())
        for axis in range(3):
            self.put(0x28 + 2 * axis, vector[axis] / gain)
        self.registers[0x27] = 0x0F


class LSM9DS1Inertial(Chip):
    """ST LSM9DS1, accelerometer and gyroscope. Register map: DocID025715, section 6. Figure 1: the axes
    are left-handed, x against the magnetometer's.
    """
    name, address, bit_7_increments = "lsm9ds1_imu", 0x6B, True
    outputs = [*range(0x18, 0x1E), *range(0x28, 0x2E)]
    G_PER_COUNT = (61e-6, 732e-6, 122e-6, 244e-6)
    DEGREES_PER_COUNT = (8.75e-3, 17.5e-3, 35e-3, 70e-3)
    MOUNT = ((-1, 0, 0), (0, 1, 0), (0, 0, 1))  # with the magnetometer's axes as the body's

    def __init__(self, world, mount=MOUNT):
        super().__init__(world, mount)

    def power_on(self):
        self.registers[:] = bytes(256)
        self.registers[0x0F] = 0x68
        self.registers[0x22] = 0x04

    def written(self, register, value):
        if register == 0x22:
            if value & 0x01:
                self.power_on()
            value &= ~0x81  # SW_RESET and BOOT clear themselves
        self.registers[register] = value

    def measure(self):
        g = self.G_PER_COUNT[self.registers[0x20] >> 3 & 3] * STANDARD_GRAVITY
        rate = math.radians(self.DEGREES_PER_COUNT[self.registers[0x10] >> 3 & 3])
        acceleration = applied(self.from_body, self.world.acceleration())
        rotation = applied(self.from_body, self.world.rotation())
        for axis in range(3):
            self.put(0x18 + 2 * axis, rotation[axis] / rate)
            self.put(0x28 + 2 * axis, acceleration[axis] / g)
        self.registers[0x17] = self.registers[0x27] = 0x07


class LPS25H(Chip):
    """ST LPS25H barometer. Register map: data sheet DocID023722."""
    name, address, bit_7_increments = "lps25h", 0x5C, True
    outputs = range(0x28, 0x2D)

    def power_on(self):
        self.registers[0x0F] = 0xBD

    def measure(self):
        counts = round(self.world.air_pressure() * 10 * 4096) & 0xFFFFFF
        self.registers[0x28:0x2B] = counts.to_bytes(3, "little")
        self.put(0x2B, (self.world.temperature - 42.5) * 480)
        self.registers[0x27] = 0x03

    def rail(self):
        self.fill(b"\xff\xff\x7f\xff\x7f")


class HMC5883(Chip):
    """Honeywell HMC5883L. Linux's driver reports its scale 100 times too small."""
    name, address = "hmc5883", 0x1E
    outputs = range(0x03, 0x09)
    COUNTS_PER_GAUSS = (1370, 1090, 820, 660, 440, 390, 330, 230)

    def power_on(self):
        self.registers[0x0A:0x0D] = b"H43"
        self.registers[0:3] = b"\x10\x20\x01"

    def measure(self):
        gain = self.COUNTS_PER_GAUSS[self.registers[0x01] >> 5]
        vector = applied(self.from_body, self.world.magnetic_field())
        for register, axis in ((3, 0), (5, 2), (7, 1)):
            self.put(register, vector[axis] * gain, "big")
        self.registers[0x09] = 0x01

    def rail(self):
        self.fill(b"\xf0\x00" * 3)  # -4096, the data sheet's mark of an overflow


class LSM303DLHCMagnetometer(Chip):
    """ST LSM303DLHC, magnetic part. Register map: data sheet DocID018771, section 7.2; the identity
    0x3C that the data sheet omits is Linux's.
    """
    name, address = "lsm303dlhc_magn", 0x1E
    controls, outputs = range(0x00, 0x03), range(0x03, 0x09)
    # Counts per gauss of x and y, and of z, by the GN bits; table 75.
    COUNTS_PER_GAUSS = {
        1: (1100, 980), 2: (855, 760), 3: (670, 600), 4: (450, 400), 5: (400, 355), 6: (330, 295),
        7: (230, 205)}

    def power_on(self):
        self.registers[0x0A:0x0D] = b"H43"
        self.registers[0x0F] = 0x3C
        self.registers[0:3] = b"\x10\x20\x03"

    def measure(self):
        xy, z = self.COUNTS_PER_GAUSS[max(1, self.registers[0x01] >> 5)]
        vector = applied(self.from_body, self.world.magnetic_field())
        for register, axis, gain in ((3, 0, xy), (5, 2, z), (7, 1, xy)):
            self.put(register, vector[axis] * gain, "big")
        self.registers[0x09] = 0x01


class LSM303DLHCAccelerometer(Chip):
    """ST LSM303DLHC, accelerometer. Register map: DocID018771, section 7.1."""
    name, address, bit_7_increments = "lsm303dlhc_accel", 0x19, True
    controls, outputs = range(0x20, 0x27), range(0x28, 0x2E)
    G_PER_COUNT = (1e-3, 2e-3, 4e-3, 12e-3)  # by the FS bits; 12 bits, aligned to the left

    def power_on(self):
        self.registers[0x0F] = 0x33
        self.registers[0x20] = 0x07

    def measure(self):
        g = self.G_PER_COUNT[self.registers[0x23] >> 4 & 3] * STANDARD_GRAVITY
        vector = applied(self.from_body, self.world.acceleration())
        for axis in range(3):
            self.put(0x28 + 2 * axis, 16 * round(vector[axis] / g))
        self.registers[0x27] = 0x0F


class L3GD20(Chip):
    """ST L3GD20, gyroscope. Register map: data sheet DocID022116, section 7."""
    name, address, bit_7_increments = "l3gd20", 0x6B, True
    controls, outputs = range(0x20, 0x26), range(0x28, 0x2E)
    DEGREES_PER_COUNT = (8.75e-3, 17.5e-3, 70e-3, 70e-3)  # by the FS bits

    def power_on(self):
        self.registers[0x0F] = 0xD4
        self.registers[0x20] = 0x07

    def measure(self):
        rate = math.radians(self.DEGREES_PER_COUNT[self.registers[0x23] >> 4 & 3])
        vector = applied(self.from_body, self.world.rotation())
        for axis in range(3):
            self.put(0x28 + 2 * axis, vector[axis] / rate)
        self.registers[0x27] = 0x0F


class LIS3MDL(Chip):
    """ST LIS3MDL, magnetometer. Register map: data sheet DocID024204, section 7."""
    name, address, bit_7_increments = "lis3mdl", 0x1C, True
    outputs = range(0x28, 0x2E)
    COUNTS_PER_GAUSS = (6842, 3421, 2281, 1711)  # by the FS bits
    CONTINUOUS = 0

    def power_on(self):
        self.registers[:] = bytes(256)
        self.registers[0x0F] = 0x3D
        self.registers[0x20] = 0x10
        self.registers[0x22] = 0x03

    def written(self, register, value):
        if register == 0x21 and value & 0x04:
            self.power_on()  # SOFT_RST clears itself
        else:
            self.registers[register] = value

    def measure(self):
        if self.registers[0x22] & 3 != self.CONTINUOUS:
            self.registers[0x27] = 0
            return
        gain = self.COUNTS_PER_GAUSS[self.registers[0x21] >> 5 & 3]
        vector = applied(self.from_body, self.world.magnetic_field())
        for axis in range(3):
            self.put(0x28 + 2 * axis, vector[axis] * gain)
        self.put(0x2E, (self.world.temperature - 25) * 8)
        self.registers[0x27] = 0x0F
