"""Client of headingd, the heading service for Linux sensors, and its estimators over NumPy arrays.

>>> import headingd
>>> for update in headingd.Client().updates(rate=5):
...     print(update.magnetic_heading, "±", update.heading_accuracy, update.reasons)

>>> batch = headingd.Orientation().update_batch(gyr, acc, mag, dt=0.01)
>>> batch.heading, batch.bound_95

The client needs no other package. What computes comes on first use: it needs NumPy and the shared library, which a
wheel contains.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .address import Address
from .aio import AsyncClient, AsyncGuidedCalibration
from .calibrating import GuidedCalibration
from .client import Client
from .clock import now
from .commands import Commands
from .errors import (
    ConnectionLost,
    HeadingError,
    InvalidInput,
    LibraryError,
    LibraryMissing,
    NewerProtocol,
    NotFollowed,
    NotHeadingd,
    Refused,
    Silent,
    Unreachable,
    UnreadableRecording,
    Untrusted,
)
from .messages import (
    Calibration,
    CalibrationProgress,
    DaemonStatus,
    Notice,
    PredictedError,
    Sample,
    SensorState,
)
from .security import Security
from .steering import Advice, Steering
from .update import (
    CONNECTION_LOST,
    CONNECTION_SILENT,
    LATE,
    MALFORMED_VALUE,
    AngleStatistics,
    ErrorTerms,
    Status,
    Steer,
    Update,
    Waves,
)

if TYPE_CHECKING:
    from . import calibration as calibration
    from . import geodesy as geodesy
    from . import geomagnetism as geomagnetism
    from . import orientation as orientation
    from . import recording as recording
    from . import replaying as replaying
    from . import vqf as vqf
    from .calibration import MagnetometerCalibration as MagnetometerCalibration
    from .calibration import fit as fit
    from .geomagnetism import declination as declination
    from .orientation import Estimate as Estimate
    from .orientation import Orientation as Orientation
    from .orientation import OrientationBatch as OrientationBatch
    from .orientation import smooth as smooth
    from .recording import Recording as Recording
    from .recording import read_recording as read_recording
    from .replaying import Solutions as Solutions
    from .replaying import replay as replay

__version__ = "0.1.0"

__all__ = [
    "CONNECTION_LOST", "CONNECTION_SILENT", "LATE", "MALFORMED_VALUE", "Address", "Advice",
    "AngleStatistics", "AsyncClient",
    "AsyncGuidedCalibration", "Calibration", "CalibrationProgress", "Client", "Commands", "ConnectionLost",
    "DaemonStatus", "ErrorTerms", "GuidedCalibration", "HeadingError", "InvalidInput", "LibraryError",
    "LibraryMissing", "NewerProtocol", "NotFollowed", "NotHeadingd",
    "Notice", "PredictedError", "Refused", "Sample", "Security", "SensorState", "Silent", "Status", "Steer",
    "Steering", "Unreachable", "UnreadableRecording", "Untrusted", "Update", "Waves", "now",
]

# What needs NumPy and the shared library, by module; not in __all__, so that `import *` needs neither.
_LAZY = {
    "Estimate": "orientation", "MagnetometerCalibration": "calibration", "Orientation": "orientation",
    "OrientationBatch": "orientation",
    "Recording": "recording", "declination": "geomagnetism", "fit": "calibration", "read_recording": "recording",
    "Solutions": "replaying", "replay": "replaying", "smooth": "orientation",
}
_MODULES = ("calibration", "geodesy", "geomagnetism", "orientation", "recording", "replaying", "vqf")


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        value = getattr(importlib.import_module(f".{_LAZY[name]}", __name__), name)
    elif name in _MODULES:
        value = importlib.import_module(f".{name}", __name__)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY, *_MODULES})
