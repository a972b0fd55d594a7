"""Cuts the countries' areas into small cells."""

import struct

UNITS = 1000  # per degree: 111 m of latitude
FULL_TURN = 360 * UNITS


def records(dbf):
    """Yields the records of a dBASE table as dictionaries."""
    count, header, size = struct.unpack("<IHH", dbf[4:12])
    fields, offset = [], 32
    while dbf[offset] != 13:
        fields.append((dbf[offset:offset + 11].split(b"\0")[0].decode(), dbf[offset + 16]))
        offset += 32
    for i in range(count):
        row, values = dbf[header + i * size + 1:header + (i + 1) * size], {}
        for name, length in fields:
            values[name] = row[:length].decode("utf-8", "replace").strip("\0 ")
            row = row[length:]
        yield values


def shapes(shp):
    """Yields the rings of each polygon of a shapefile in units, without repeated points."""
    offset = 100
    while offset < len(shp):
        length = struct.unpack(">I", shp[offset + 4:offset + 8])[0] * 2
        body = shp[offset + 8:offset + 8 + length]
        offset += 8 + length
        parts, points = struct.unpack("<II", body[36:44])
        starts = list(struct.unpack(f"<{parts}I", body[44:44 + 4 * parts])) + [points]
        values = struct.unpack(f"<{points * 2}d", body[44 + 4 * parts:44 + 4 * parts + 16 * points])
        rings = []
        for begin, end in zip(starts, starts[1:]):
            ring = []
            for i in range(begin, end):
                point = (round(values[2 * i] * UNITS), round(values[2 * i + 1] * UNITS))
                if not ring or ring[-1] != point:
                    ring.append(point)
            if len(ring) > 1 and ring[0] == ring[-1]:
                ring.pop()
            if len(ring) > 2:
                rings.append(ring)
        yield rings


def area(ring):
    """Returns twice the area of a ring; negative for a clockwise one, which is an outer one."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1]))


def contains(ring, point):
    """Whether a point is within a ring."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def crossing(a, b, axis, line):
    """Returns where a segment crosses a line; the same for both directions of the segment."""
    if b < a:
        a, b = b, a
    other = 1 - axis
    numerator = (b[other] - a[other]) * (line - a[axis])
    value = a[other] + (2 * numerator + (b[axis] - a[axis])) // (2 * (b[axis] - a[axis]))
    return (line, value) if axis == 0 else (value, line)


def clipped(ring, axis, line, below):
    """Returns the part of a ring on one side of a line."""
    result = []
    for a, b in zip(ring[-1:] + ring[:-1], ring):
        a_in = a[axis] <= line if below else a[axis] >= line
        b_in = b[axis] <= line if below else b[axis] >= line
        if a_in != b_in and a[axis] != line and b[axis] != line:
            result.append(crossing(a, b, axis, line))
        if b_in:
            result.append(b)
    # A point twice, or three on the line of the cut, add nothing.
    cleaned = []
    for point in result:
        while cleaned and cleaned[-1] == point:
            cleaned.pop()
        cleaned.append(point)
    while len(cleaned) > 1 and cleaned[0] == cleaned[-1]:
        cleaned.pop()
    return cleaned if len(cleaned) > 2 and area(cleaned) != 0 else []


def cells(countries, limit=160, smallest=UNITS // 50):
    """Yields (box, [(country, rings)]) of cells; rings are `None` where one country fills the cell."""
    def split(box, content):
        content = [(c, rings) for c, rings in content if rings]
        if not content:
            return
        west, south, east, north = box
        if len(content) == 1:
            country, rings = content[0]
            if abs(sum(area(ring) for ring in rings)) == 2 * (east - west) * (north - south):
                yield box, [(country, None)]
                return
        count = sum(len(ring) for _, rings in content for ring in rings)
        if count <= limit or max(east - west, north - south) <= smallest:
            yield box, content
            return
        axis = 0 if east - west > north - south else 1
        line = (west + east) // 2 if axis == 0 else (south + north) // 2
        for below in (True, False):
            part = [
                (country, [r for r in (clipped(r, axis, line, below) for r in rings) if r])
                for country, rings in content]
            if axis == 0:
                child = (west, south, line, north) if below else (line, south, east, north)
            else:
                child = (west, south, east, line) if below else (west, line, east, north)
            yield from split(child, part)
    yield from split((-180 * UNITS, -90 * UNITS, 180 * UNITS, 90 * UNITS), countries)


def varint(value):
    """Encodes a non-negative number, seven bits a byte, the least significant first."""
    result = bytearray()
    while value > 127:
        result.append(value & 127 | 128)
        value >>= 7
    result.append(value)
    return bytes(result)


def signed(value):
    """Encodes a number with its sign in the lowest bit."""
    return varint(value << 1 if value >= 0 else (-value << 1) - 1)


def encoded(box, content):
    """Encodes the content of a cell; see `BorderCell.swift`."""
    result = bytearray()
    for country, rings in content:
        result += varint(country) + varint(0 if rings is None else len(rings))
        for ring in rings or []:
            result += varint(len(ring))
            x, y = box[0], box[1]
            for point in ring:
                result += signed(point[0] - x) + signed(point[1] - y)
                x, y = point
    return bytes(result)
