"""Work that stands in for the analysis in tests of everything around it: the bytes say what to do."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

from headingd.fleet import Options, Poison


def work(name: str, data: bytes, options: Options) -> dict[str, Any]:
    """Columns of a file with `KEY ARGUMENT` in its first line."""
    print("what a library prints is no answer")
    key, _, argument = data.decode("utf-8").partition("\n")[0].partition(" ")
    if key == "signal":
        os.kill(os.getpid(), signal.Signals[argument])
    if key == "exit":
        os._exit(int(argument))
    if key == "hang":
        time.sleep(3600)
    if key == "memory":
        return {"rows": len(bytearray(8 << 30))}
    if key == "poison":
        raise Poison("no_rows", argument)
    if key == "exception":
        raise KeyError("odd\x1b[31m" + "x" * 5000)
    if key == "import":
        raise ImportError("libheading.so.0 is missing")
    if key == "once":
        # Ends its process the first time only.
        mark = Path(argument)
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    if key == "slow":
        time.sleep(float(argument))
    return {"rows": len(data), "robot": name.split("/")[0], "date": 1_790_000_000.0, "fit_accepted": False}
