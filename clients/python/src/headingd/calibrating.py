"""A guided calibration of the magnetometer in the running daemon."""

from __future__ import annotations

import time
from collections.abc import Iterator
from types import TracebackType

from . import wire
from .errors import ConnectionLost, HeadingError, NotFollowed, Silent
from .messages import Calibration, CalibrationProgress, calibration, calibration_progress
from .security import meaning
from .stream import ANSWER_TIMEOUT, Stream
from .text import plain
from .update import Update
from .wire import Decoder, Message


class GuidedCalibration:
    """A guided calibration, see `Client.calibrate`; for one thread.

    Iterating gives the progress about once a second, without an end. Leaving the `with` before `finish` ends it,
    and nothing is changed.
    """

    def __init__(self, stream: Stream, address: str, target: float | None, heading: float | None) -> None:
        self._stream = stream
        self._address = address
        self._decoder = Decoder()
        self._lines: list[Message] = []
        order: Message = {"class": "command", "command": "start_calibration"}
        order.update((key, value) for key, value in (("target", target), ("heading", heading)) if value is not None)
        # Updates would only be in the way.
        self._send(wire.encode(wire.request(contents=())) + wire.encode(order))
        self._newest: CalibrationProgress | None = calibration_progress(
            self._line("calibration_progress", "start_calibration")
        )

    def __enter__(self) -> GuidedCalibration:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __iter__(self) -> Iterator[CalibrationProgress]:
        return self

    def __next__(self) -> CalibrationProgress:
        """The next progress.

        Raises:
            NotFollowed: the daemon has ended the calibration, for this reason.
            Silent: nothing comes for ten seconds.
            HeadingError: the connection is lost.
        """
        newest, self._newest = self._newest, None
        if newest is None:
            line = self._line("calibration_progress", "start_calibration")
            # A loop that is slower than the daemon gets the newest.
            waiting = [line, *(one for one in self._lines if one["class"] == "calibration_progress")]
            self._lines = [one for one in self._lines if one["class"] != "calibration_progress"]
            newest = calibration_progress(waiting[-1])
        return newest

    def finish(self, *, force: bool = False) -> Calibration:
        """Stores the result and applies it; returns the calibration then in force.

        Args:
            force: Whether it replaces a stored calibration that claims a smaller error.

        Raises:
            NotFollowed: it is not used, for this reason; the calibration goes on.
        """
        self._send(wire.encode({"class": "command", "command": "finish_calibration", "force": force}))
        return calibration(self._line("calibration", "finish_calibration"))

    def cancel(self) -> None:
        """Ends it; nothing is changed."""
        self._send(wire.encode({"class": "command", "command": "cancel_calibration"}))
        self._line("calibration", "cancel_calibration")

    def close(self) -> None:
        """Closes the connection, which ends a calibration that is not finished."""
        self._stream.close()

    def interrupt(self) -> None:
        """Ends the connection, from any thread."""
        self._stream.interrupt()

    def _send(self, data: bytes) -> None:
        try:
            self._stream.send(data)
        except OSError as error:
            raise self._lost(error) from error

    def _line(self, kind: str, command: str) -> Message:
        """The next line of a class, unless the command fails; the progress before it is kept for the iteration."""
        until = time.monotonic() + ANSWER_TIMEOUT
        while True:
            while self._lines:
                line = self._lines.pop(0)
                if line["class"] == "failure" and line.get("command") in (command, "start_calibration"):
                    raise NotFollowed(f"headingd refused the command {command}: {plain(line.get('reason'))}")
                if line["class"] == kind:
                    return line
                if line["class"] == "calibration_progress":
                    self._newest = calibration_progress(line)
            try:
                data = self._stream.read(until)
            except OSError as error:
                raise self._lost(error) from error
            if data is None or time.monotonic() > until:
                raise Silent(f"headingd at {self._address} sends no progress of the calibration: look at its log")
            if not data:
                raise ConnectionLost(f"headingd at {self._address} closed the connection; the calibration has ended")
            self._lines += [one for one in self._decoder.receive(data) if not isinstance(one, Update)]

    def _lost(self, error: OSError) -> HeadingError:
        text = f"the connection to headingd at {self._address} failed: {error}"
        return meaning(self._address, error) or ConnectionLost(text)
