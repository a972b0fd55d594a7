#!/usr/bin/env python3
"""Plays the chips of the kernel's `i2c-stub`, inside the guest: CHIPS.py BUS POSE NAME...

The stub keeps what is written. So the registers that a driver has set are read, and what the chip
then measures at the pose (a file: heading, pitch and roll) is written into its output registers.
A line tells of each chip whose control registers have changed.
"""
import ctypes
import fcntl
import os
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from realkernel import chips  # noqa: E402  (the path is set above)
from realkernel.world import Pose, World  # noqa: E402

I2C_SLAVE_FORCE, I2C_SMBUS, I2C_BLOCK, LONGEST = 0x0706, 0x0720, 8, 32
PERIOD = 0.03  # s


class Request(ctypes.Structure):
    """`struct i2c_smbus_ioctl_data`"""
    _fields_ = [("is_read", ctypes.c_uint8), ("register", ctypes.c_uint8),
                ("size", ctypes.c_uint32), ("data", ctypes.c_void_p)]


class Registers:
    """A chip's registers in the stub, whoever drives it."""

    def __init__(self, bus, address):
        self.file = os.open(bus, os.O_RDWR)
        fcntl.ioctl(self.file, I2C_SLAVE_FORCE, address)

    def read(self, registers):
        return self._transfer(1, registers[0], bytes(len(registers)))

    def write(self, first, data):
        for start in range(0, len(data), LONGEST):
            self._transfer(0, first + start, data[start:start + LONGEST])

    def _transfer(self, is_read, register, data):
        block = ctypes.create_string_buffer(bytes([len(data)]) + data, LONGEST + 2)
        fcntl.ioctl(self.file, I2C_SMBUS,
                    Request(is_read, register, I2C_BLOCK, ctypes.addressof(block)))
        return block.raw[1:1 + len(data)]


class Player:
    def __init__(self, bus, chip):
        self.chip, self.registers = chip, Registers(bus, chip.address)
        chip.measure()
        self._write(0, chip.registers[:0x80])

    def play(self):
        where = slice(self.chip.controls.start, self.chip.controls.stop)
        controls = self.registers.read(self.chip.controls)
        if controls != self.chip.registers[where]:
            self.chip.registers[where] = controls
            print(self.chip.name, controls.hex(), flush=True)
        self.chip.measure()
        outputs = self.chip.outputs
        self._write(outputs.start, self.chip.registers[outputs.start:outputs.stop])

    def _write(self, first, data):
        self.registers.write(first, bytes(data))
        if self.chip.bit_7_increments:
            self.registers.write(first | 0x80, bytes(data))


def main():
    bus, path, *names = sys.argv[1:]
    world = World()
    kinds = {kind.name: kind for kind in chips.Chip.__subclasses__()}
    players = [Player(bus, kinds[name](world)) for name in names]
    print("ready", flush=True)
    last = None
    while True:
        with open(path) as file:
            text = file.read()
        if text != last and text.endswith("\n"):
            world.place(Pose(*map(float, text.split())))
            last = text
        for player in players:
            player.play()
        time.sleep(PERIOD)


main()
