"""Writes the 30′ geoid in GeographicLib's format: geoid2geographiclib.py GRID.i16 FOLDER."""
import struct
import sys

source, folder = sys.argv[1:]
data = open(source, "rb").read()
heights = struct.unpack(f"<{len(data) // 2}h", data)
offset, scale = -108.0, 0.003
values = [round((height / 100 - offset) / scale) for height in heights]
with open(f"{folder}/egm96-30.pgm", "wb") as out:
    out.write(
        "P5\n# Description WGS84 EGM96, 30-minute grid\n# DateTime 1998-07-01 00:00:00\n"
        f"# Offset {offset}\n# Scale {scale}\n720 361\n65535\n".encode())
    out.write(struct.pack(f">{len(values)}H", *values))
