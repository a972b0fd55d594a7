"""Arithmetic and functions of the microcontroller compared with those of this machine's C library.

math.py prepare COUNT    numbers.bin
math.py compare CPU      results.bin: + - * / and the square root must be equal, the functions within two units of the last place
"""
import ctypes
import math
import random
import struct
import sys

OUTPUTS = "+ - * / atan2 fmod pow hypot sqrt sin cos tan asin acos exp log".split()
EXACT = set("+ - * / fmod sqrt".split())


def prepare(count):
    numbers = random.Random(1)
    with open("numbers.bin", "wb") as file:
        for _ in range(count):
            scale = numbers.choice((1e-6, 1e-3, 1.0, 3.0, 100.0))
            row = (numbers.gauss(0, scale), numbers.gauss(0, scale) or 1.0, numbers.random() * numbers.choice((1.0, 1e-3)))
            file.write(struct.pack("<3d", *row))


def operations():
    library = ctypes.CDLL("libm.so.6")

    def function(name, count):
        found = getattr(library, name)
        found.restype, found.argtypes = ctypes.c_double, [ctypes.c_double] * count
        return found

    binary = [lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, lambda a, b: a / b]
    binary += [function(name, 2) for name in OUTPUTS[4:8]]
    return binary, [function(name, 1) for name in OUTPUTS[8:]]


def compare(cpu):
    binary, unary = operations()
    different, worst, count = dict.fromkeys(OUTPUTS, 0), dict.fromkeys(OUTPUTS, 0.0), 0
    with open("numbers.bin", "rb") as numbers, open("results.bin", "rb") as results:
        numbers, results = numbers.read(), results.read()
    for row, result in zip(struct.iter_unpack("<3d", numbers), struct.iter_unpack(f"<{len(OUTPUTS)}d", results), strict=True):
        count += 1
        expected = [operation(row[0], row[1]) for operation in binary]
        expected += [operation(row[2] if index == 0 or index > 3 else row[0]) for index, operation in enumerate(unary)]
        for name, value, other in zip(OUTPUTS, result, expected):
            if value == other or (math.isnan(value) and math.isnan(other)):
                continue
            different[name] += 1
            worst[name] = max(worst[name], abs(value - other) / math.ulp(other) if math.isfinite(value) else math.inf)
    print(f"{cpu}: {count} numbers; not equal to this machine's, at most units of the last place: " + ", ".join(
        f"{name} {different[name]} ({worst[name]:.0f})" for name in OUTPUTS if different[name]))
    wrong = [name for name in OUTPUTS if worst[name] > (0 if name in EXACT else 2)]
    if not count or wrong:
        sys.exit(f"{cpu}: rounds differently than allowed: {' '.join(wrong)}")


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        prepare(int(sys.argv[2]))
    else:
        compare(sys.argv[2])
