"""The commands of the protocol."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod

from . import messages, wire
from .errors import ConnectionLost, NotFollowed, NotHeadingd, Silent
from .security import meaning
from .stream import ANSWER_TIMEOUT, Stream
from .text import plain
from .update import Update
from .wire import Decoder, Message

#: Classes of lines that answer no command, but for the first progress of a calibration.
_UNASKED = ("request", "notice", "sample", "recording", "question", "calibration_progress", "rest_progress")


class Orders(ABC):
    """The commands, as docs/protocol.md of headingd defines them.

    Each raises `NotFollowed` if the daemon does not follow it, `Silent` without an answer within ten seconds, or
    another `HeadingError`.
    """

    @abstractmethod
    def command(self, command: str, **values: object) -> Message:
        """Sends a command with its values, and returns the answer as it is."""

    def status(self) -> messages.DaemonStatus:
        """The state of the daemon and its sensors."""
        return messages.daemon_status(self.command("status"))

    def calibration(self) -> messages.Calibration:
        """The calibration in force."""
        return messages.calibration(self.command("calibration"))

    def profiles(self) -> list[str]:
        """The names of the stored calibration profiles."""
        names = self.command("profiles").get("profiles")
        return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []

    def use_profile(self, name: str) -> messages.Calibration:
        """Applies a stored calibration profile; needs the right to control."""
        return messages.calibration(self.command("use_profile", profile=name))

    def accept_calibration(self) -> messages.Calibration:
        """Applies and stores the better calibration that the daemon found; needs the right to control.

        Whether there is one is in `DaemonStatus.proposed_calibration`.
        """
        return messages.calibration(self.command("accept_calibration"))

    def rollback_calibration(self) -> messages.Calibration:
        """Restores the calibration before; needs the right to control."""
        return messages.calibration(self.command("rollback_calibration"))

    def load(self, value: float) -> None:
        """Reports the vehicle's present current or throttle, always in the same unit; needs the right to control.

        A value expires after a second: send it about ten times a second, over one connection (`Client.commands`).

        Raises:
            ValueError: it is not finite.
        """
        if not math.isfinite(value):
            raise ValueError(f"the load is not finite: {value}")
        self.command("load", value=value)


class Commands(Orders):
    """A connection for commands, see `Client.commands`; for one thread."""

    def __init__(self, stream: Stream, address: str) -> None:
        self._stream = stream
        self._address = address
        self._decoder = Decoder()
        # Updates would only be in the way.
        self._unsent = wire.encode(wire.request(contents=()))

    def command(self, command: str, **values: object) -> Message:
        """Sends a command with its values, and returns the answer as it is.

        After an error other than `NotFollowed` and `ValueError` the connection is closed.
        """
        line = wire.encode({"class": "command", "command": command, **values})
        try:
            self._stream.send(self._unsent + line)
            self._unsent = b""
            answer = self._answer(command)
        except BaseException as error:
            # Its answer would be taken for that of the next command.
            self._stream.interrupt()
            if isinstance(error, OSError):
                problem = meaning(self._address, error)
                text = f"the connection to headingd at {self._address} failed: {error}"
                raise problem or ConnectionLost(text) from error
            raise
        if answer["class"] == "failure":
            raise NotFollowed(f"headingd refused the command {command}: {plain(answer.get('reason'))}")
        if not isinstance(answer["class"], str):
            raise NotHeadingd("the answer has no class")
        return answer

    def _answer(self, command: str) -> Message:
        until = time.monotonic() + ANSWER_TIMEOUT
        while True:
            data = self._stream.read(until)
            if data is None or time.monotonic() > until:
                raise Silent(f"headingd at {self._address} does not answer the command {command}: look at its log")
            if not data:
                raise ConnectionLost(f"headingd at {self._address} closed the connection without an answer")
            for message in self._decoder.receive(data):
                if isinstance(message, Update):
                    continue
                is_started = message["class"] in ("calibration_progress", "rest_progress") and command == "start_calibration"
                if is_started or message["class"] not in _UNASKED:
                    return message
