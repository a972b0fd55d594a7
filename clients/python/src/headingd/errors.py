"""What can go wrong."""

from __future__ import annotations


class HeadingError(Exception):
    """Why there is no answer from a daemon."""


class NotHeadingd(HeadingError):
    """What listens there does not speak headingd's protocol, or a newer one that this package does not know."""


class Refused(HeadingError):
    """The daemon refused a request or a command; the text is its reason."""
