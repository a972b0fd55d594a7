"""USB-to-I2C adapters with modelled chips behind them, for Linux's own adapter drivers."""
import struct

from .usbredir import Device

I2C_AND_SMBUS = 0x0EFF0009  # I2C_FUNC_I2C, I2C_FUNC_PROTOCOL_MANGLING and all SMBus emulation


class Adapter(Device):
    """The bus: finds the addressed chip; a chip with the fault `nak` does not answer."""

    def __init__(self, chips):
        self.chips = {chip.address: chip for chip in chips}

    def attached(self):
        for chip in self.chips.values():
            chip.power_on()

    def chip(self, address):
        chip = self.chips.get(address)
        return None if chip is None or chip.fault == "nak" else chip


class TinyUSB(Adapter):
    """The `i2c-tiny-usb` adapter: one control transfer is one I2C message."""
    vendor, identifier, interface_class, product = 0x0403, 0xC631, 0xFF, "i2c-tiny-usb"
    FUNCTIONS, SET_DELAY, STATUS = 1, 2, 3
    TRANSFERS = range(4, 8)  # 4 plus the bits "begin" and "end"
    ACKNOWLEDGED, REFUSED = 1, 2
    status = 0

    def configuration(self):
        return struct.pack("<BBBBBBBBB", 9, 4, 0, 0, 0, 0xFF, 0, 0, 0)

    def control(self, request_type, request, value, index, length, data):
        reading = request_type & 0x80
        if request == self.FUNCTIONS:
            return struct.pack("<I", I2C_AND_SMBUS)
        if request == self.SET_DELAY:
            return b""
        if request == self.STATUS:
            return bytes([self.status])
        if request not in self.TRANSFERS:
            return None
        chip = self.chip(index)
        self.status = self.ACKNOWLEDGED if chip else self.REFUSED
        if reading:
            return chip.read(length) if chip else bytes(length)
        if chip:
            chip.write(data)
        return b""


class MCP2221(Adapter):
    """Microchip's MCP2221 bridge (a HID device; data sheet DS20005565).

    Linux ties its bus to the USB device's firmware node, so ACPI can declare the chips behind it
    and they come and go with the plug.
    """
    vendor, identifier, interface_class, product = 0x04D8, 0x00DD, 3, "MCP2221"
    endpoints = {0x81: 1, 0x01: 1}
    REPORT = bytes.fromhex("0600ff0901a1010902150026ff00750895408102"
                           "0903150026ff00750895409102c0")
    STATUS, READ_DATA = 0x10, 0x40
    WRITES, READS = (0x90, 0x92, 0x94), (0x91, 0x93)
    CANCEL, SET_SPEED = 0x10, 0x20
    REFUSED, ERROR, PARTIAL, COMPLETE = 0x40, 0x25, 0x54, 0x55
    refused = False
    pending = b""

    def hid(self):
        return struct.pack("<BBHBBBH", 9, 0x21, 0x0111, 0, 1, 0x22, len(self.REPORT))

    def configuration(self):
        return struct.pack("<BBBBBBBBB", 9, 4, 0, 0, 2, 3, 0, 0, 0) + self.hid()

    def control(self, request_type, request, value, index, length, data):
        if request_type == 0x81 and request == 6:
            return {0x21: self.hid(), 0x22: self.REPORT}.get(value >> 8)
        return b"" if request_type == 0x21 else None

    def sent(self, endpoint, data):
        data = data.ljust(64, b"\0")  # the driver sends only as much as it says
        command = data[0]
        answer = bytearray(64)
        answer[0] = command
        if command == self.STATUS:
            if data[2] == self.CANCEL:
                self.refused = False
            if data[3] == self.SET_SPEED:
                answer[3] = self.SET_SPEED
            if self.refused:
                answer[20] = self.REFUSED
        elif command in self.WRITES + self.READS:
            count = data[1] | data[2] << 8
            chip = self.chip(data[3] >> 1)
            self.refused = chip is None
            self.pending = b""
            if chip and command in self.WRITES:
                chip.write(data[4:4 + count])
            elif chip:
                self.pending = chip.read(count)
        elif command == self.READ_DATA:
            if self.refused:
                answer[2] = self.ERROR
            else:
                part, self.pending = self.pending[:60], self.pending[60:]
                answer[2] = self.PARTIAL if self.pending else self.COMPLETE
                answer[3] = len(part)
                answer[4:4 + len(part)] = part
        return [bytes(answer)]
