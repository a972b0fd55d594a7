#!/usr/bin/env python3
"""The headings of a fleet, from Zenoh: zenoh_fleet.py [ROUTER]

A robot's line turns to "old" when its last value has expired, and to "gone" when it is no longer connected. docs/zenoh.md
describes keys and payloads.
"""
# mypy: ignore-errors

import json
import sys
import time

import zenoh

robots = {}


def heard(sample):
    """Keeps a heading with the end of its validity, by this machine's monotonic clock."""
    value = json.loads(sample.payload.to_bytes())
    robots[value["robot"]] = (value, time.monotonic() + value["valid_for"])


def changed(sample):
    """Forgets a robot that is no longer connected."""
    if sample.kind == zenoh.SampleKind.DELETE:
        robots[str(sample.key_expr).split("/")[1]] = (None, 0)


def line(value, end):
    """What is known of a robot now."""
    if value is None:
        return "gone"
    if value["magnetic_heading"] is None:
        return "no heading: " + ", ".join(value["reasons"])
    if time.monotonic() > end:
        return f"old: {value['time']}"
    return f"{value['magnetic_heading']:.1f}° ± {value['heading_accuracy']} {value['steer']}"


def main(router):
    """Prints every robot once a second until Ctrl-C."""
    config = zenoh.Config()
    config.insert_json5("mode", '"client"')
    config.insert_json5("connect/endpoints", json.dumps([router]))
    with zenoh.open(config) as session:
        session.declare_subscriber("headingd/*/heading", heard)
        session.liveliness().declare_subscriber("headingd/*/alive/*", changed)
        # What was published before.
        for reply in session.get("headingd/*/heading"):
            if reply.ok:
                heard(reply.ok)
        while True:
            for name, (value, end) in sorted(robots.items()):
                print(name, line(value, end), flush=True)
            time.sleep(1)


try:
    main(sys.argv[1] if len(sys.argv) > 1 else "tcp/127.0.0.1:7447")
except KeyboardInterrupt:
    pass
except zenoh.ZError as error:
    sys.exit(f"no router: {error}")
