"""What a fleet is told of a robot: keys and payloads, without a network. docs/zenoh.md of headingd defines them."""

from __future__ import annotations

import enum
import json
import math
import re
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from datetime import datetime, timedelta, timezone
from typing import Any

from .reading import age
from .update import LATE, Status, Steer, Update

#: The version of keys and payloads.
VERSION = 1

#: The first chunk of every key.
PREFIX = "headingd"

#: The largest age of a sample that is published, s.
DEADLINE = 0.5

#: In every payload.
_COMMON = ("time", "status", "reasons", "steer", "simulated")

#: The last chunk of each key, and the values of its payload beside the common ones.
SUBJECTS: dict[str, tuple[str, ...]] = {
    "heading": (
        "magnetic_heading", "true_heading", "heading_accuracy", "heading_accuracy_95", "true_heading_accuracy",
        "heading_axis", "heading_source", "declination", "coast_left",
    ),
    "attitude": (
        "attitude", "attitude_covariance", "pitch", "roll", "pitch_accuracy", "roll_accuracy", "rotation_rate",
        "linear_acceleration",
    ),
    "place": (
        "latitude", "longitude", "altitude", "ellipsoidal_altitude", "horizontal_accuracy", "vertical_accuracy",
        "speed", "course", "velocity", "speed_accuracy", "course_accuracy", "climb_rate", "climb_rate_accuracy",
        "sources", "fix_age", "coasting_time",
    ),
    "update": tuple(field.name for field in fields(Update) if field.name not in (*_COMMON, "missed")),
}

#: What says where the body points. Of an invalid heading it is not published, although the daemon may tell it.
_DIRECTION = (
    "magnetic_heading", "true_heading", "heading_accuracy", "heading_accuracy_95", "true_heading_accuracy",
    "error_terms", "attitude", "attitude_covariance",
)

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")


def checked(robot: str) -> str:
    """A robot's name, or `ValueError` for what is no chunk of a key."""
    if not _NAME.fullmatch(robot):
        raise ValueError(f"a robot's name has 1 to 64 of the characters A-Z a-z 0-9 _ . - and not: {robot!r}")
    return robot


def key(robot: str, subject: str) -> str:
    """The key of a robot's subject; `*` for either matches all."""
    return f"{PREFIX}/{robot}/{subject}"


@dataclass(frozen=True)
class Report:
    """An update at one moment, as it may be published then."""

    #: The robot's name.
    robot: str

    #: What may be published: nothing but its time if it is too old, and no direction if that is invalid.
    update: Update

    #: Age of the newest sample, s; `None` if it cannot be told.
    age: float | None

    #: How long the values may be used from now on, s; 0 for those that are too old.
    valid_for: float

    @classmethod
    def of(cls, robot: str, update: Update, waited: float, clock: float | None, deadline: float = DEADLINE) -> Report:
        """Judges an update.

        Args:
            robot: The robot's name.
            update: The newest update.
            waited: Time since it arrived, s.
            clock: The present boottime if that is also the daemon's clock.
            deadline: Largest age of its newest sample, s.
        """
        old = age(update, abs(waited), clock)
        left = deadline - old
        if update.steer is Steer.COAST:
            left = min(left, (update.coast_left or 0.0) - abs(waited))
        known = old if math.isfinite(old) else None
        if not left > 0:
            # The reasons of an update that is too old are those of its time, not of now.
            reasons = update.reasons if known is None else (LATE,)
            kept = Update(time=update.time, boot_time=update.boot_time, reasons=reasons, simulated=update.simulated)
            return cls(robot, kept, known, 0.0)
        if update.status is Status.INVALID:
            withheld: dict[str, Any] = dict.fromkeys(_DIRECTION)
            update = replace(update, steer=Steer.STOP, **withheld)
        return cls(robot, update, known, left)

    @property
    def expires(self) -> str | None:
        """The end of `valid_for` by the world's clock; `None` if that is not known, or the values are too old."""
        now = None if self.update.time is None else _moment(self.update.time)
        if now is None or self.age is None or self.valid_for == 0:
            return None
        end = now + timedelta(seconds=self.age + self.valid_for)
        return end.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def payload(self, subject: str) -> bytes:
        """The JSON object of a subject, in UTF-8."""
        values = {
            "version": VERSION,
            "robot": self.robot,
            "expires": self.expires,
            "valid_for": round(self.valid_for, 3),
            "age": None if self.age is None else round(self.age, 3),
            **{name: _plain(getattr(self.update, name)) for name in (*_COMMON, *SUBJECTS[subject])},
        }
        return json.dumps(values, separators=(",", ":"), allow_nan=False).encode()


def _plain(value: object) -> object:
    if isinstance(value, enum.Enum):
        return value.value
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


def _moment(text: str) -> datetime | None:
    for form in ("%Y-%m-%dT%H:%M:%S.%fZ", "%Y-%m-%dT%H:%M:%SZ"):
        try:
            return datetime.strptime(text, form).replace(tzinfo=timezone.utc)
        except ValueError:
            continue
    return None
