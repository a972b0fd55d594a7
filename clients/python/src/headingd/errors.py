"""What can go wrong. Each text says what happened and what to do, and may be shown to people."""

from __future__ import annotations


class HeadingError(Exception):
    """Why there is nothing from a daemon, or from the estimators."""


class Unreachable(HeadingError):
    """No daemon listens at the address, it may not be opened, or its host does not answer."""


class Silent(HeadingError):
    """The daemon accepts the connection, but does not answer in time."""


class ConnectionLost(HeadingError):
    """The connection ended without a reason: the daemon was stopped, or the network failed."""


class Untrusted(HeadingError):
    """The certificate of the host is unknown, expired or for another name; nothing was sent to it."""


class NotHeadingd(HeadingError):
    """What listens there does not speak headingd's protocol."""


class NewerProtocol(NotHeadingd):
    """The daemon speaks a newer protocol than this package: update it."""


class Refused(HeadingError):
    """The daemon closed the connection with this reason, such as a user who may not connect."""


class NotFollowed(HeadingError):
    """The daemon does not follow a command, for this reason; the connection stays."""


class LibraryMissing(HeadingError, ImportError):
    """The shared library of the estimators is not installed, or too old; the text names the remedy."""


class LibraryError(HeadingError, ValueError):
    """The estimators refuse an input: a number that is not finite, a wrong size, a date outside the model."""

    def __init__(self, text: str, result: int = 0) -> None:
        super().__init__(text)
        #: The `enum heading_result` of the C library; 0 if the text is of this package.
        self.result = result


class InvalidInput(HeadingError, ValueError):
    """An argument has the wrong shape, unit or value; the text says what is wanted."""


class UnreadableRecording(HeadingError, ValueError):
    """A file is no recording; the text says what is wrong and what is expected."""
