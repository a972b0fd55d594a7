#!/usr/bin/env python3
"""Holds a heading: heading_hold.py SETPOINT [magnetic|true] [ADDRESS]

SETPOINT is in degrees clockwise from north, magnetic unless `true` follows. Prints 50 lines a second for a motor
driver: SPEED, 0 to 1 of full speed, and TURNRATE, degrees a second clockwise. `0 0` is to be obeyed at once, and the
driver itself stops when no line comes for 0.1 s. docs/controller.md describes the law and its tuning.
"""

from __future__ import annotations

import math
import sys
import time

import headingd

PERIOD = 0.02  # s
GAIN = 1.2  # °/s of turn for each degree of error
DAMPING = 4.0  # °/s² of change for each °/s between the wanted and the measured turn
MOST_TURN = 45.0  # °/s
MOST_CHANGE = 90.0  # °/s²
SPEED = {headingd.Steer.OK: 1.0, headingd.Steer.DEGRADED: 0.5, headingd.Steer.COAST: 0.5}


def limited(value: float, most: float) -> float:
    """The value, not beyond ±most."""
    return max(-most, min(most, value))


def turn_rate(update: headingd.Update) -> float | None:
    """The measured turn about the vertical, °/s clockwise; the attitude says which way is up in the body."""
    if update.attitude is None or update.rotation_rate is None:
        return None
    w, x, y, z = update.attitude
    up = (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y))
    return -sum(part * rate for part, rate in zip(up, update.rotation_rate))


def hold(setpoint: float, north: str, address: str | None) -> None:
    """Prints orders until Ctrl-C."""
    turn = 0.0
    with headingd.Steering(address) as steering:
        tick = time.monotonic()
        while True:
            # Its heading is never older than the deadline, also if the daemon hangs or is gone.
            advice = steering.advice()
            heading = advice.true_heading if north == "true" else advice.heading
            rate = turn_rate(advice.update)
            if heading is None or rate is None:
                speed = turn = 0.0
            else:
                speed = SPEED[advice.steer]
                # Where the source of the heading changes, the error jumps: the turn follows by MOST_CHANGE only.
                wanted = limited(GAIN * math.remainder(setpoint - heading, 360), MOST_TURN)
                turn += PERIOD * limited(DAMPING * (wanted - rate), MOST_CHANGE)
                turn = limited(turn, MOST_TURN)
            print(f"{speed:.3f} {turn:.3f}", flush=True)
            # A loop that was held up leaves out what it missed.
            tick = max(tick + PERIOD, time.monotonic())
            time.sleep(max(0.0, tick - time.monotonic()))


def main(arguments: list[str]) -> int:
    """Reads the command line."""
    if arguments[:1] in (["--help"], ["-h"]):
        print(__doc__)
        return 0
    north, *places = arguments[1:] or ["magnetic"]
    try:
        setpoint = float(arguments[0])
        if not math.isfinite(setpoint) or north not in ("magnetic", "true") or len(places) > 1:
            raise ValueError
        hold(setpoint, north, places[0] if places else None)
    except (IndexError, ValueError):
        print(__doc__, file=sys.stderr)
        return 64
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
