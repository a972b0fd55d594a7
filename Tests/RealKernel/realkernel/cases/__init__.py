"""The cases, in the order they run. A case is a module with `TITLE` and `run(lab)`."""
from . import beacons, bridge, bus, can, declared, doctor, faults, hub, lines, mixed, permissions, unplugging

ALL = {
    "bus": bus,
    "permissions": permissions,
    "faults": faults,
    "declared": declared,
    "unplugging": unplugging,
    "hub": hub,
    "doctor": doctor,
    "bridge": bridge,
    "lines": lines,
    "mixed": mixed,
    "can": can,
    "beacons": beacons,
}
