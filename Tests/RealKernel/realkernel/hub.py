"""A USB HID sensor hub (magnetometer, accelerometer, gyroscope, barometer) for hid-sensor-*.

Usages and report layout: HID Usage Tables 1.12, chapter 22 (sensors page 0x20).
"""
import math
import struct
import time
from dataclasses import dataclass
from typing import Callable

from .usbredir import Device
from .world import STANDARD_GRAVITY

# Items of a HID report descriptor: tag with type, without the size bits.
USAGE_PAGE, USAGE, REPORT_ID = 0x04, 0x08, 0x84
LOGICAL_MINIMUM, LOGICAL_MAXIMUM, UNIT_EXPONENT = 0x14, 0x24, 0x54
REPORT_SIZE, REPORT_COUNT = 0x74, 0x94
INPUT, FEATURE, COLLECTION, END_COLLECTION = 0x80, 0xB0, 0xA0, b"\xc0"
REPORTING_STATE, POWER_STATE, SENSOR_STATE, SENSOR_EVENT = 0x0316, 0x0319, 0x0201, 0x0202
REPORT_INTERVAL = 0x030E
REPORT_ALL_EVENTS, FULL_POWER = 2, 2  # places in the lists below, as Linux writes them


@dataclass(frozen=True)
class Sensor:
    """One sensor of the hub: its usages, its number format, and how it measures the world."""
    name: str
    usage: int
    fields: tuple
    sensitivity: int
    bits: int
    exponent: int
    counts: Callable  # world -> numbers in units of 10^exponent


def _magnetometer(world):  # 10^-1 milligauss
    return [gauss * 1e4 for gauss in world.magnetic_field()]


def _accelerometer(world):  # 10^-3 g
    return [a / STANDARD_GRAVITY * 1e3 for a in world.acceleration()]


def _gyroscope(world):  # 10^-2 degrees a second
    return [math.degrees(rate) * 1e2 for rate in world.rotation()]


def _barometer(world):  # 10^-6 bar
    return [world.air_pressure() * 1e4]


SENSORS = {
    1: Sensor("magn_3d", 0x83, (0x485, 0x486, 0x487), 0x1484, 16, -1, _magnetometer),
    2: Sensor("accel_3d", 0x73, (0x453, 0x454, 0x455), 0x1452, 16, -3, _accelerometer),
    3: Sensor("gyro_3d", 0x76, (0x457, 0x458, 0x459), 0x1456, 16, -2, _gyroscope),
    4: Sensor("press", 0x31, (0x431,), 0x1430, 32, -6, _barometer),
}


def _item(tag, value, size):
    code = {1: 1, 2: 2, 4: 3}[size]
    return bytes([tag | code]) + (value & (1 << 8 * size) - 1).to_bytes(size, "little")


def _choice(usage, first, count, kind):
    """A field that selects one of `count` usages from `first` on."""
    text = _item(USAGE, usage, 2) + _item(LOGICAL_MINIMUM, 0, 1)
    text += _item(LOGICAL_MAXIMUM, count - 1, 1)
    text += _item(REPORT_SIZE, 8, 1) + _item(REPORT_COUNT, 1, 1) + _item(COLLECTION, 2, 1)
    for i in range(count):
        text += _item(USAGE, first + i, 2)
    return text + _item(kind, 0, 1) + END_COLLECTION


def _number(usage, minimum, maximum, bits, exponent, kind):
    text = _item(USAGE, usage, 2)
    text += _item(LOGICAL_MINIMUM, minimum, 4) + _item(LOGICAL_MAXIMUM, maximum, 4)
    text += _item(REPORT_SIZE, bits, 1) + _item(REPORT_COUNT, 1, 1)
    return text + _item(UNIT_EXPONENT, exponent & 15, 1) + _item(kind, 2, 1)


def _describe(report, sensor):
    limit = (1 << sensor.bits - 1) - 1
    text = _item(USAGE, sensor.usage, 1) + _item(COLLECTION, 0, 1) + _item(REPORT_ID, report, 1)
    text += _choice(REPORTING_STATE, 0x0840, 6, FEATURE)
    text += _choice(POWER_STATE, 0x0850, 6, FEATURE)
    text += _choice(SENSOR_STATE, 0x0800, 7, FEATURE)
    text += _number(REPORT_INTERVAL, 0, 0x7FFFFFFF, 32, 0, FEATURE)
    text += _number(sensor.sensitivity, 0, 0xFFFF, 16, sensor.exponent, FEATURE)
    text += _choice(SENSOR_STATE, 0x0800, 7, INPUT)
    text += _choice(SENSOR_EVENT, 0x0810, 6, INPUT)
    for usage in sensor.fields:
        text += _number(usage, -limit, limit, sensor.bits, sensor.exponent, INPUT)
    return text + END_COLLECTION


DESCRIPTOR = (
    _item(USAGE_PAGE, 0x20, 1) + _item(USAGE, 1, 1) + _item(COLLECTION, 1, 1)
    + b"".join(_describe(report, sensor) for report, sensor in SENSORS.items()) + END_COLLECTION)


@dataclass
class Settings:
    """What the driver has written into a sensor's feature report."""
    reporting: int = 0
    power: int = 0
    interval: int = 100  # ms
    sensitivity: int = 0
    due: float = 0.0
    last: bytes = b""

    @property
    def streams(self):
        wanted = self.reporting == REPORT_ALL_EVENTS and self.power == FULL_POWER
        return wanted and self.interval > 0


class SensorHub(Device):
    vendor, identifier, interface_class, product = 0x1209, 0x0001, 3, "HID sensor hub"
    endpoints = {0x81: 4}
    GET_REPORT, SET_REPORT = 1, 9
    IDLE_OR_PROTOCOL = (0x0A, 0x0B)
    INPUT_REPORT, FEATURE_REPORT = 1, 3

    def __init__(self, world):
        self.world = world
        self.attached()

    def attached(self):
        self.settings = {report: Settings() for report in SENSORS}

    def hid(self):
        return struct.pack("<BBHBBBH", 9, 0x21, 0x0111, 0, 1, 0x22, len(DESCRIPTOR))

    def configuration(self):
        return struct.pack("<BBBBBBBBB", 9, 4, 0, 0, 1, 3, 0, 0, 0) + self.hid()

    def control(self, request_type, request, value, index, length, data):
        kind, report = value >> 8, value & 0xFF
        if request_type == 0x81 and request == 6:
            return {0x21: self.hid(), 0x22: DESCRIPTOR}.get(kind)
        if request_type == 0x21 and request in self.IDLE_OR_PROTOCOL:
            return b""
        if report not in SENSORS:
            return None
        settings = self.settings[report]
        if request_type == 0xA1 and request == self.GET_REPORT:
            if kind == self.FEATURE_REPORT:
                head = bytes([report, settings.reporting, settings.power, 2])
                return head + struct.pack("<IH", settings.interval, settings.sensitivity)
            silent = self.fault(report) == "nak"
            return None if silent else self.measurement(report)
        if request_type == 0x21 and request == self.SET_REPORT and len(data) >= 10:
            settings.reporting, settings.power = data[1], data[2]
            settings.interval, settings.sensitivity = struct.unpack_from("<IH", data, 4)
            settings.due = time.monotonic()
            return b""
        return None

    def fault(self, report):
        return self.world.faults.get(SENSORS[report].name)

    def measurement(self, report):
        sensor, settings, fault = SENSORS[report], self.settings[report], self.fault(report)
        if fault == "stuck" and settings.last:
            return settings.last
        limit = (1 << sensor.bits - 1) - 1
        values = [max(-limit, min(limit, round(value))) for value in sensor.counts(self.world)]
        if fault in ("rail", "zero"):
            values = [limit if fault == "rail" else 0] * len(values)
        settings.last = bytes([report, 2, 3]) + b"".join(
            value.to_bytes(sensor.bits // 8, "little", signed=True) for value in values)
        return settings.last

    def due(self):
        now = time.monotonic()
        packets, wait = [], None
        for report, settings in self.settings.items():
            if not settings.streams or self.fault(report) == "nak":
                continue
            if now >= settings.due:
                packets.append(self.measurement(report))
                settings.due = max(settings.due + settings.interval / 1000, now)
            left = max(0.0005, settings.due - now)
            wait = left if wait is None else min(wait, left)
        return packets, 0.1 if wait is None else wait
