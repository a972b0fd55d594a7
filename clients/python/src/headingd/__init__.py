"""Client of headingd, the heading service for Linux sensors.

>>> import headingd
>>> for update in headingd.Client().updates(rate=5):
...     print(update.magnetic_heading, "±", update.heading_accuracy, update.reasons)
"""

from .address import Address
from .aio import AsyncClient, AsyncGuidedCalibration
from .calibrating import GuidedCalibration
from .client import Client
from .clock import now
from .commands import Commands
from .errors import (
    ConnectionLost,
    HeadingError,
    NewerProtocol,
    NotFollowed,
    NotHeadingd,
    Refused,
    Silent,
    Unreachable,
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

__version__ = "0.1.0"

__all__ = [
    "CONNECTION_LOST", "CONNECTION_SILENT", "LATE", "MALFORMED_VALUE", "Address", "Advice",
    "AngleStatistics", "AsyncClient",
    "AsyncGuidedCalibration", "Calibration", "CalibrationProgress", "Client", "Commands", "ConnectionLost",
    "DaemonStatus", "ErrorTerms", "GuidedCalibration", "HeadingError", "NewerProtocol", "NotFollowed", "NotHeadingd",
    "Notice", "PredictedError", "Refused", "Sample", "Security", "SensorState", "Silent", "Status", "Steer",
    "Steering", "Unreachable", "Untrusted", "Update", "Waves", "now",
]
