"""A Zenoh router without plugins, where zenohd is not installed: router.py CONFIGURATION"""

import sys
import threading

import zenoh

session = zenoh.open(zenoh.Config.from_file(sys.argv[1]))
threading.Event().wait()
