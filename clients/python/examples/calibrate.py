#!/usr/bin/env python3
"""Calibrates the daemon's magnetometer: calibrate.py [ADDRESS]

Turn the device slowly through all directions meanwhile; Ctrl-C cancels. It needs the right to control.
"""

import sys

import headingd

try:
    with headingd.Client(sys.argv[1] if len(sys.argv) > 1 else None).calibrate() as calibration:
        for progress in calibration:
            error = progress.predicted_heading_error
            found = "no calibration yet" if error is None else f"{progress.rung}, error {error.tilt20}°"
            print(f"{progress.coverage:.0%} of the directions, {found}; next: {progress.next}", flush=True)
            if progress.notice is not None:
                print(progress.notice, flush=True)
            if progress.complete:
                break
        result = calibration.finish()
        print(f"stored as revision {result.revision}: heading error {result.heading_error}°")
except headingd.HeadingError as error:
    sys.exit(str(error))
except KeyboardInterrupt:
    sys.exit("cancelled, nothing is changed")
