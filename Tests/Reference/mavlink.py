#!/usr/bin/env python3
"""Frames and attitudes of pymavlink: mavlink.py >mavlink_frames.jsonl; mavlink.py attitudes >mavlink_attitudes.jsonl"""

import json
import math
import os
import struct
import sys

os.environ["MAVLINK20"] = "1"
from pymavlink.dialects.v10 import common as first  # noqa: E402
from pymavlink.dialects.v20 import common as second  # noqa: E402
from pymavlink.rotmat import Matrix3  # noqa: E402

NAMES = [
    "HEARTBEAT", "GPS_RAW_INT", "SCALED_IMU", "RAW_IMU", "SCALED_PRESSURE", "ATTITUDE", "GLOBAL_POSITION_INT",
    "ATTITUDE_QUATERNION_COV", "VFR_HUD", "HIGHRES_IMU", "GPS_INPUT", "ODOMETRY",
]
RANGES = {"uint8_t": (1, 255), "int8_t": (-128, 127), "uint16_t": (1, 65535), "int16_t": (-32768, 32767),
          "uint32_t": (1, 2**32 - 1), "int32_t": (-(2**31), 2**31 - 1), "uint64_t": (1, 2**64 - 1)}


def single(value):
    """A number that a float of 32 bits holds."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def values(kind, pattern):
    """A value of each field, each different from its neighbours': a pattern of typical, extreme or missing values."""
    fields = {}
    for index, (name, type_) in enumerate(zip(kind.fieldnames, kind.fieldtypes)):
        length = kind.array_lengths[kind.ordered_fieldnames.index(name)]
        low, high = RANGES.get(type_, (0, 0))

        def one(place):
            if type_ == "float":
                return {"typical": single((-1.25) ** (index + place) * 3.7), "greatest": single(3.4e38),
                        "least": -single(1e-38), "zero": 0.0, "missing": math.nan}[pattern]
            return {"typical": (index + place + 3) * 37 % (high + 1), "greatest": high, "least": low, "zero": 0,
                    "missing": high}[pattern]

        fields[name] = [one(place) for place in range(length)] if length else one(0)
    return fields


def frames():
    """A line of JSON for each frame."""
    for number, name in enumerate(NAMES):
        for pattern in ("typical", "greatest", "least", "zero", "missing"):
            for dialect, signed in ((second, False), (second, True), (first, False)):
                kind = getattr(dialect, f"MAVLink_{name.lower()}_message", None)
                if kind is None or kind.id > 255 and dialect is first:
                    continue
                fields = values(kind, pattern)
                link = dialect.MAVLink(None, srcSystem=number + 1, srcComponent=200 - number)
                link.seq = 17 * number % 256
                if signed:
                    link.signing.secret_key = bytes(range(32))
                    link.signing.link_id, link.signing.timestamp, link.signing.sign_outgoing = 3, 12345678, True
                frame = kind(**fields).pack(link)
                print(json.dumps({
                    "message": name, "version": 1 if dialect is first else 2, "signed": signed, "sequence": link.seq,
                    "system": number + 1, "component": 200 - number,
                    "fields": {key: plain(value) for key, value in fields.items()}, "frame": frame.hex()}))


def plain(value):
    """JSON has no NaN."""
    if isinstance(value, list):
        return [plain(one) for one in value]
    return None if isinstance(value, float) and math.isnan(value) else value


def attitudes():
    """Rotation matrices, FRD to NED, of Euler angles in degrees."""
    for heading in (0, 0.1, 45, 90, 135, 179.9, 180.1, 225, 271.25, 315, 359.9):
        for pitch in (-80, -30, 0, 1.5, 60):
            for roll in (-179, -90, -2.5, 0, 40, 170, 180):
                yaw = math.radians(heading)
                matrix = Matrix3()
                matrix.from_euler(math.radians(roll), math.radians(pitch), yaw)
                rows = [[round(one, 9) for one in (row.x, row.y, row.z)] for row in (matrix.a, matrix.b, matrix.c)]
                print(json.dumps({"heading": heading, "pitch": pitch, "roll": roll,
                                  "yaw": math.atan2(math.sin(yaw), math.cos(yaw)), "rows": rows}))


attitudes() if sys.argv[1:] == ["attitudes"] else frames()
