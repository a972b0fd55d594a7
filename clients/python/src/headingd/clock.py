"""The clock by which ages are judged."""

from __future__ import annotations

import time

_BOOTTIME = getattr(time, "CLOCK_BOOTTIME", None)


def now() -> float:
    """Seconds on the kernel's boottime clock, that of `Update.boot_time`; it also counts while the machine sleeps."""
    return time.monotonic() if _BOOTTIME is None else time.clock_gettime(_BOOTTIME)
