"""The device's side of QEMU's USB redirection: a Python object is the USB device.

Protocol: usbredir 0.7, https://www.spice-space.org/usbredir.html. Plugging in is connecting to
QEMU's socket, unplugging is closing it.
"""
import socket
import struct
import threading
import time

HELLO, DEVICE_CONNECT, INTERFACE_INFO, ENDPOINT_INFO = 0, 1, 4, 5
SET_CONFIGURATION, GET_CONFIGURATION, CONFIGURATION_STATUS = 6, 7, 8
SET_SETTING, GET_SETTING, SETTING_STATUS = 9, 10, 11
START_INTERRUPTS, STOP_INTERRUPTS, INTERRUPTS_STATUS = 15, 16, 17
CANCEL = 21
CONTROL, BULK, INTERRUPT = 100, 101, 103
# Device version, packet sizes, 64-bit ids, 32-bit bulk lengths; QEMU's xHCI wants the last three.
IDS_64_BIT = 1 << 5
CAPABILITIES = 1 << 1 | 1 << 4 | IDS_64_BIT | 1 << 6
SUCCESS, CANCELLED, STALL = 0, 1, 4
FULL_SPEED, HIGH_SPEED = 1, 2
BULK_TYPE, INTERRUPT_TYPE, INVALID_TYPE = 2, 3, 255


class Device:
    """What a USB device has to say; subclasses are the adapters and the sensor hub."""
    vendor, identifier, interface_class, product = 0, 0, 0, ""
    speed = HIGH_SPEED
    endpoints = {}  # address -> bInterval; of 64 bytes
    endpoint_type = INTERRUPT_TYPE

    def configuration(self):
        raise NotImplementedError

    def control(self, request_type, request, value, index, length, data):
        """Answers a control transfer: bytes, or None to stall."""
        raise NotImplementedError

    def sent(self, endpoint, data):
        """Takes an OUT packet, gives the IN packets that answer it."""
        return []

    def due(self):
        """IN packets that are due now, and the seconds until the next (None: none to come)."""
        return [], None

    def attached(self):
        """Called when the device is plugged in."""


class Port:
    """A USB port of the machine, with a device that can be plugged in and out."""

    def __init__(self, path, device):
        self.path, self.device = path, device
        self._link = None

    def plug(self):
        if self._link is None:
            self.device.attached()
            self._link = _Link(self.path, self.device)

    def unplug(self):
        if self._link is not None:
            self._link.close()
            self._link = None


class _Link:
    """One stay of the device in the port: a socket, and the thread that serves it."""

    def __init__(self, path, device):
        self.device = device
        self.configuration = 0
        self.streaming = set()
        self.awaited = []  # bulk transfers that wait for a packet: their serial numbers and headers
        self.packets = []  # and packets that wait for a transfer
        self.wide = False
        self.serial = 0
        self.buffer = b""
        self.socket = _connected(path)
        hello = b"headingd tests".ljust(64, b"\0") + struct.pack("<I", CAPABILITIES)
        self.socket.sendall(struct.pack("<III", HELLO, len(hello), 0) + hello)
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.thread.join()
        self.socket.close()

    def _serve(self):
        try:
            while True:
                packets, wait = self.device.due() if self.streaming else ([], None)
                for packet in packets:
                    self._interrupt(0x81, packet)
                self.socket.settimeout(wait)
                try:
                    data = self.socket.recv(65536)
                except TimeoutError:
                    continue
                except BlockingIOError:
                    continue
                if not data:
                    return
                self.buffer += data
                self._take()
        except OSError:
            return  # unplugged, or the machine has gone

    def _take(self):
        while True:
            head = 16 if self.wide else 12
            if len(self.buffer) < head:
                return
            kind, length = struct.unpack_from("<II", self.buffer)
            if len(self.buffer) < head + length:
                return
            serial = int.from_bytes(self.buffer[8:head], "little")
            body = self.buffer[head:head + length]
            self.buffer = self.buffer[head + length:]
            self._handle(kind, serial, body)

    def _send(self, kind, body, serial=0):
        self.socket.settimeout(None)
        layout = "<IIQ" if self.wide else "<III"
        self.socket.sendall(struct.pack(layout, kind, len(body), serial) + body)

    def _handle(self, kind, serial, body):
        if kind == HELLO:
            theirs = struct.unpack_from("<I", body, 64)[0] if len(body) >= 68 else 0
            self.wide = bool(theirs & IDS_64_BIT)
            self._announce()
        elif kind == SET_CONFIGURATION:
            self.configuration = body[0]
            self._send(CONFIGURATION_STATUS, bytes([SUCCESS, self.configuration]), serial)
        elif kind == GET_CONFIGURATION:
            self._send(CONFIGURATION_STATUS, bytes([SUCCESS, self.configuration]), serial)
        elif kind == SET_SETTING:
            self._send(SETTING_STATUS, bytes([SUCCESS, body[0], body[1]]), serial)
        elif kind == GET_SETTING:
            self._send(SETTING_STATUS, bytes([SUCCESS, body[0], 0]), serial)
        elif kind == START_INTERRUPTS:
            self.streaming.add(body[0])
            self._send(INTERRUPTS_STATUS, bytes([SUCCESS, body[0]]), serial)
        elif kind == STOP_INTERRUPTS:
            self.streaming.discard(body[0])
            self._send(INTERRUPTS_STATUS, bytes([SUCCESS, body[0]]), serial)
        elif kind == CONTROL:
            self._control(serial, body)
        elif kind == INTERRUPT:
            self._send(INTERRUPT, struct.pack("<BBH", body[0], SUCCESS, len(body) - 4), serial)
            for packet in self.device.sent(body[0], body[4:]):
                self._interrupt(0x81, packet)
        elif kind == BULK:
            self._bulk(serial, body)
        elif kind == CANCEL:
            for waiting in self.awaited:
                if waiting[0] == serial:
                    self.awaited.remove(waiting)
                    self._finish(*waiting, CANCELLED, b"")
                    break

    def _bulk(self, serial, body):
        endpoint, _, length, stream, high = struct.unpack_from("<BBHIH", body)
        if endpoint & 0x80:
            self.awaited.append((serial, endpoint, stream))
        else:
            self._send(BULK, struct.pack("<BBHIH", endpoint, SUCCESS, length, stream, high), serial)
            self.packets += self.device.sent(endpoint, body[10:])
        while self.awaited and self.packets:
            self._finish(*self.awaited.pop(0), SUCCESS, self.packets.pop(0))

    def _finish(self, serial, endpoint, stream, status, data):
        head = struct.pack("<BBHIH", endpoint, status, len(data), stream, 0)
        self._send(BULK, head + data, serial)

    def _announce(self):
        device = self.device
        kinds, intervals, interfaces, sizes = [INVALID_TYPE] * 32, [0] * 32, [0] * 32, [0] * 32
        kinds[0] = kinds[16] = 0
        sizes[0] = sizes[16] = 64
        for address, interval in device.endpoints.items():
            slot = (address & 0x80) >> 3 | address & 15
            kinds[slot], intervals[slot], sizes[slot] = device.endpoint_type, interval, 64
        self._send(
            ENDPOINT_INFO,
            bytes(kinds) + bytes(intervals) + bytes(interfaces) + struct.pack("<32H", *sizes))
        classes = bytes([device.interface_class]) + bytes(31)
        self._send(INTERFACE_INFO, struct.pack("<I", 1) + bytes(32) + classes + bytes(64))
        self._send(DEVICE_CONNECT, struct.pack(
            "<BBBBHHH", device.speed, 0, 0, 0, device.vendor, device.identifier, 0x0100))

    def _control(self, serial, body):
        endpoint, request, kind, _, value, index, length = struct.unpack_from("<BBBBHHH", body)
        data = body[10:]
        if kind == 0x80 and request == 6:
            answer = self._descriptor(value >> 8, value & 0xFF)
        elif kind == 0x80 and request == 0:
            answer = b"\0\0"  # its status: powered by the bus; else it is reset after each suspension
        else:
            answer = self.device.control(kind, request, value, index, length, data)
        status = STALL if answer is None else SUCCESS
        answer = (answer or b"")[:length] if kind & 0x80 else b""
        size = len(answer) if kind & 0x80 else 0 if status else len(data)
        self._send(CONTROL, struct.pack(
            "<BBBBHHH", endpoint, request, kind, status, value, index, size) + answer, serial)

    def _descriptor(self, kind, index):
        device = self.device
        if kind == 1:
            return struct.pack(
                "<BBHBBBBHHHBBBB", 18, 1, 0x0200, 0, 0, 0, 64, device.vendor, device.identifier,
                0x0100, 1, 2, 0, 1)
        if kind == 2:
            interface = device.configuration()
            endpoints = b"".join(
                struct.pack("<BBBBHB", 7, 5, address, device.endpoint_type, 64, interval)
                for address, interval in device.endpoints.items())
            length = 9 + len(interface) + len(endpoints)
            return struct.pack("<BBHBBBBB", 9, 2, length, 1, 1, 0, 0x80, 50) + interface + endpoints
        if kind == 3 and index == 0:
            return b"\x04\x03\x09\x04"
        if kind == 3 and index in (1, 2):
            text = ("", "headingd tests", device.product)[index].encode("utf-16-le")
            return bytes([2 + len(text), 3]) + text
        return None

    def _interrupt(self, endpoint, data):
        if endpoint in self.streaming:
            self.serial += 1
            body = struct.pack("<BBH", endpoint, SUCCESS, len(data)) + data
            self._send(INTERRUPT, body, self.serial)


def _connected(path, seconds=20):
    end = time.monotonic() + seconds
    while True:
        link = socket.socket(socket.AF_UNIX)
        try:
            link.connect(path)
            return link
        except OSError:
            link.close()
            if time.monotonic() > end:
                raise
            time.sleep(0.02)
