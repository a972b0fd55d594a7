#!/usr/bin/env python3
"""Waits until the daemon has found a better calibration, and accepts it: calibrate.py [ADDRESS]

Turn the board slowly through all directions meanwhile. Accepting needs the right to control.
"""

import sys
import time

import headingd

client = headingd.Client(sys.argv[1] if len(sys.argv) > 1 else None)
try:
    before = client.calibration()
    print("now:", "none" if not before.calibrated else f"heading error {before.heading_error}° predicted", flush=True)
    if client.status().continuous_calibration == "off":
        sys.exit("the daemon looks for none: set `calibration.continuous` in its configuration to propose")
    shown = 0.0
    for event in client.events(("updates", "notices"), rate=5):
        if isinstance(event, headingd.Notice):
            print(event.message, flush=True)
        if time.monotonic() < shown + 1:
            continue
        shown = time.monotonic()
        proposal = client.status().proposed_calibration
        if proposal is not None:
            break
        if isinstance(event, headingd.Update) and event.error_terms is not None:
            print(f"turn it: error of the calibration {event.error_terms.calibration}°", flush=True)
    after = client.accept_calibration()
    print(f"accepted revision {after.revision}: heading error {after.heading_error}° predicted")
except headingd.HeadingError as error:
    sys.exit(str(error))
except KeyboardInterrupt:
    pass
