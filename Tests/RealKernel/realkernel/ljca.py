"""Intel's La Jolla Cove adapter: SPI behind USB, for Linux's usb-ljca and spi-ljca, whose protocol
this is. One chip select with one chip.

A message of several transfers comes as one packet for each; the adapter is not told where it ends.
"""
from .usbredir import BULK_TYPE, FULL_SPEED, Device

MANAGEMENT, SPI = 1, 5
RESET, GPIOS, I2C_BUSES, SPI_BUSES = 2, 4, 5, 8
SET_UP, READ, WRITE = 1, 2, 3
MODE_3 = 3


class LJCA(Device):
    vendor, identifier, interface_class, product = 0x8086, 0x0B63, 0xFF, "LJCA"
    speed, endpoint_type = FULL_SPEED, BULK_TYPE
    endpoints = {0x81: 0, 0x01: 0}

    def __init__(self, chip):
        self.chip = chip
        self.attached()

    def attached(self):
        self.chip.power_on()
        self.mode = None
        self.first = 0  # the byte that began the present message

    def configuration(self):
        return bytes([9, 4, 0, 0, 2, self.interface_class, 0, 0, 0])

    def control(self, request_type, request, value, index, length, data):
        return None

    def sent(self, endpoint, data):
        kind, command, _, length = data[:4]
        answer = self.answer(kind, command, data[4:4 + length])
        return [bytes([kind, command, 1, len(answer)]) + answer]

    def answer(self, kind, command, data):
        if kind == MANAGEMENT:
            # One SPI controller with one chip select, nothing else.
            return {RESET: data, GPIOS: b"\0\0", I2C_BUSES: b"\0",
                    SPI_BUSES: b"\1\0\1\0"}.get(command, b"")
        if kind == SPI and command == SET_UP:
            self.mode = data[2]
        elif kind == SPI and command == WRITE:
            self.write(data[2:])
            return data[:2]
        elif kind == SPI and command == READ:
            count = int.from_bytes(data[2:4], "little")
            return bytes([data[0], count]) + self.read(count)
        return b""

    def write(self, data):
        """ST's chips: bit 7 of the first byte means a read, bit 6 the next registers too."""
        self.first = data[0]
        if self.mode == MODE_3:
            self.chip.write(bytes([self.first & 0x3F]) + (b"" if self.reads else data[1:]))

    def read(self, count):
        if self.mode != MODE_3 or not self.reads:
            return b"\xff" * count
        return self.chip.read(count) if self.first & 0x40 else self.chip.read(1) * count

    @property
    def reads(self):
        return self.first & 0x80
