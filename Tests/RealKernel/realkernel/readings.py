"""What the stock tools of libiio (`iio_info`, `iio_readdev`) read: a check of the emulation that
does without the program under test.
"""
import re
from dataclasses import dataclass, field

from .world import IDENTITY, applied, pose_from

CHANNEL = re.compile(r"^\t\t\t(\w+):  \(input(?:, index: (\d+), format: (\S+))?\)")
ATTRIBUTE = re.compile(r"attr +\d+: (\S+)(?: \(\S+\))? value: (.*)")
DEVICE = re.compile(r"^\t(\S+): (\S+)(?: \(label: (\S+)\))?")
FORMAT = re.compile(r"(le|be):([sSuU])(\d+)/(\d+)>>(\d+)")


@dataclass
class Channel:
    index: int = -1
    format: str = ""
    attributes: dict = field(default_factory=dict)

    def number(self, name, default):
        return float(self.attributes.get(name, default))

    def physical(self, raw):
        return (raw + self.number("offset", 0)) * self.number("scale", 1)


@dataclass
class SensorDevice:
    identifier: str
    label: str
    attributes: dict = field(default_factory=dict)
    channels: dict = field(default_factory=dict)

    def mount(self):
        text = self.attributes.get("mount_matrix")
        if text is None:
            return IDENTITY
        return tuple(tuple(float(x) for x in row.split(",")) for row in text.split(";"))

    def vector(self, kind):
        """The attributes' values of x, y and z, in the body frame."""
        axes = (self.channels[f"{kind}_{axis}"] for axis in "xyz")
        return applied(self.mount(), [axis.physical(axis.number("raw", 0)) for axis in axes])

    def decoded(self, data, names):
        """Samples of a buffer (from `iio_readdev DEVICE NAMES...`): lists of physical values."""
        channels = sorted((self.channels[name] for name in names), key=lambda c: c.index)
        layout, offset = [], 0
        for channel in channels:
            order, sign, bits, storage, shift = FORMAT.match(channel.format).groups()
            size = int(storage) // 8
            offset += -offset % size
            layout.append((offset, size, order, sign in "sS", int(bits), int(shift)))
            offset += size
        widest = max(size for _, size, *_ in layout)
        stride = offset + -offset % widest
        samples = []
        for start in range(0, len(data) - stride + 1, stride):
            sample = []
            for channel, (at, size, order, signed, bits, shift) in zip(channels, layout):
                raw = data[start + at:start + at + size]
                value = int.from_bytes(raw, "little" if order == "le" else "big") >> shift
                value &= (1 << bits) - 1
                if signed and value >> bits - 1:
                    value -= 1 << bits
                sample.append(channel.physical(value))
            samples.append(sample)
        return samples


def devices(info):
    """The devices by name, from the text that iio_info prints."""
    found, device, channel = {}, None, None
    # The context's own attributes, which look like devices, come before.
    for line in re.split(r"IIO context has \d+ devices:", info)[-1].splitlines():
        if match := CHANNEL.match(line):
            name, index, form = match.groups()
            channel = Channel(int(index) if index else -1, form or "")
            device.channels[name] = channel
        elif match := DEVICE.match(line):
            identifier, name, label = match.groups()
            device, channel = SensorDevice(identifier, label or ""), None
            found[name] = device
        elif "specific attributes found" in line and "channel" not in line:
            channel = None
        elif device is not None and (match := ATTRIBUTE.search(line)):
            target = channel.attributes if channel else device.attributes
            target[match.group(1)] = match.group(2)
    return found


def pose(found, magnetometer, accelerometer):
    """The pose by the attributes of two devices."""
    return pose_from(
        found[magnetometer].vector("magn"), found[accelerometer].vector("accel"))
