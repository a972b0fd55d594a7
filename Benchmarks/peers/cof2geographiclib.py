"""Writes a .COF model in GeographicLib's format: cof2geographiclib.py FILE.COF NAME FOLDER."""
import struct
import sys

source, name, folder = sys.argv[1:]
lines = open(source).read().splitlines()
epoch = float(lines[0].split()[0])
terms = {}
for line in lines[1:]:
    if line.startswith("999"):
        break
    n, m, *values = line.split()
    terms[int(n), int(m)] = [float(value) for value in values]
degree = max(n for n, _ in terms)


def block(first, degree):
    """Cosine and sine coefficients by order, then degree; sines from order 1."""
    get = lambda n, m, k: terms.get((n, m), [0] * 4)[k]
    cosines = [get(n, m, first) for m in range(degree + 1) for n in range(m, degree + 1)]
    sines = [get(n, m, first + 1) for m in range(1, degree + 1) for n in range(m, degree + 1)]
    header = struct.pack("<ii", degree, degree)
    return header + struct.pack(f"<{len(cosines) + len(sines)}d", *cosines, *sines)


identifier = (name.upper() + "-------")[:8].encode()
with open(f"{folder}/{name}.wmm.cof", "wb") as out:
    out.write(identifier + block(0, degree) + block(2, degree))
with open(f"{folder}/{name}.wmm", "w") as out:
    out.write(
        "WMMF-2\n"
        f"Name {name}\nDescription {name}\nReleaseDate 2024-11-13\n"
        f"Radius 6371200\nNumModels 1\nEpoch {epoch}\nDeltaEpoch 5\n"
        f"MinTime {epoch}\nMaxTime {epoch + 5}\nMinHeight -1000\nMaxHeight 850000\n"
        f"Normalization schmidt\nID {identifier.decode()}\n")
