"""A Zenoh router without plugins, where zenohd is not installed: router.py"""

import json
import threading

import zenoh

config = zenoh.Config()
for name, value in {
    "mode": "router", "scouting/multicast/enabled": False, "listen/endpoints": ["tcp/0.0.0.0:7447"],
}.items():
    config.insert_json5(name, json.dumps(value))
session = zenoh.open(config)
threading.Event().wait()
