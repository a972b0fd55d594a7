#!/usr/bin/env python3
"""A control loop of 50 Hz that turns to a heading and stops without one: robot.py TARGET [ADDRESS]

Steering reads the daemon in the background. The loop asks at its own pace, and never gets an old heading.
"""

import sys
import time

import headingd

PERIOD = 0.02


def drive(turn: float) -> None:
    """Stands in for the motors: -1 is full left, 1 full right."""
    print(f"\rturn {turn:+.2f} ", end="", flush=True)


def stop(why: str) -> None:
    """Stands in for the motors."""
    print(f"\rstop: {why} ", end="", flush=True)


def main(target: float, address: "str | None") -> None:
    """Drives until Ctrl-C."""
    with headingd.Steering(address) as steering:
        following = headingd.now()
        while True:
            advice = steering.advice()
            if advice.heading is None:
                stop(steering.problem or ", ".join(advice.update.reasons) or "the heading is too old")
            else:
                error = (target - advice.heading + 180) % 360 - 180
                speed = 0.5 if advice.steer is headingd.Steer.DEGRADED else 1.0
                drive(speed * max(-1.0, min(1.0, error / 45)))
            following = max(following + PERIOD, headingd.now())
            time.sleep(max(0.0, following - headingd.now()))


if len(sys.argv) < 2:
    sys.exit(__doc__)
try:
    main(float(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None)
except KeyboardInterrupt:
    pass
