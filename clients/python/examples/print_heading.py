#!/usr/bin/env python3
"""Prints the heading with its accuracy, or why there is none: print_heading.py [ADDRESS]"""

import sys

import headingd

client = headingd.Client(sys.argv[1] if len(sys.argv) > 1 else None)
try:
    print(client.check(), "at", client.address)
    for update in client.updates(rate=2):
        mark = "SIMULATED " if update.simulated else ""
        if update.magnetic_heading is None:
            print(f"{mark}no heading: {', '.join(update.why('magnetic_heading'))}", flush=True)
        else:
            true = "unknown" if update.true_heading is None else f"{update.true_heading:.1f}°"
            accuracy = "unknown" if update.heading_accuracy is None else f"{update.heading_accuracy:.1f}°"
            print(f"{mark}{update.magnetic_heading:5.1f}° ± {accuracy}, true {true}, {update.steer.value}", flush=True)
except headingd.HeadingError as error:
    sys.exit(str(error))
except KeyboardInterrupt:
    pass
