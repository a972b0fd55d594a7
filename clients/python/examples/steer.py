#!/usr/bin/env python3
"""Holds a course in asyncio, and prints the rudder: steer.py COURSE [ADDRESS]

The loop follows the stream itself: an update comes at least every 0.25 s, or one that says stop.
"""

import asyncio
import contextlib
import sys

import headingd

GAIN = 0.8
LIMIT = 30.0


def rudder(course: float, heading: float) -> float:
    """Degrees to starboard: proportional to the shorter way to the course."""
    error = (course - heading + 180) % 360 - 180
    return max(-LIMIT, min(LIMIT, GAIN * error))


async def main(course: float, address: "str | None") -> None:
    """Steers until Ctrl-C."""
    async for update in headingd.AsyncClient(address).updates(rate=10, deadline=0.25):
        if update.steer is headingd.Steer.STOP or update.magnetic_heading is None:
            print("rudder amidships:", ", ".join(update.reasons), flush=True)
            continue
        angle = rudder(course, update.magnetic_heading)
        coast = f", {update.coast_left} s left" if update.steer is headingd.Steer.COAST else ""
        print(f"{update.magnetic_heading:5.1f}°: rudder {angle:+.1f}° ({update.steer.value}{coast})", flush=True)


if len(sys.argv) < 2:
    sys.exit(__doc__)
with contextlib.suppress(KeyboardInterrupt):
    try:
        asyncio.run(main(float(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None))
    except headingd.HeadingError as error:
        sys.exit(str(error))
