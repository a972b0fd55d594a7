"""Client of headingd, the heading service for Linux sensors.

>>> import headingd
>>> for update in headingd.Client().updates(rate=5):
...     print(update.magnetic_heading, "±", update.heading_accuracy, update.reasons)
"""

from .address import Address
from .aio import AsyncClient
from .client import Client
from .errors import HeadingError, NotHeadingd, Refused
from .steering import Advice, Steering
from .update import (
    CONNECTION_LOST,
    CONNECTION_SILENT,
    ErrorTerms,
    Status,
    Steer,
    Update,
)

__version__ = "0.2.0"

__all__ = [
    "CONNECTION_LOST", "CONNECTION_SILENT", "Address", "Advice", "AsyncClient", "Client", "ErrorTerms",
    "HeadingError", "NotHeadingd", "Refused", "Status", "Steer", "Steering", "Update",
]
