"""The recorded streams of clients/conformance, decoded as every client must."""

from __future__ import annotations

import dataclasses
import json
import random
import unittest
from pathlib import Path
from typing import Any

import headingd
from headingd.steering import advise
from headingd.wire import Decoder

ROOT = Path(__file__).parents[2] / "conformance"


def known(value: Any) -> Any:
    """A value as JSON, without what is unknown."""
    if dataclasses.is_dataclass(value):
        pairs = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return {name: known(item) for name, item in pairs.items() if item is not None}
    return list(value) if isinstance(value, tuple) else getattr(value, "value", value)


def decoded(pieces: list[bytes]) -> list[dict[str, Any]]:
    """The events of a stream that comes in these pieces."""
    decoder = Decoder()
    events: list[dict[str, Any]] = []
    try:
        for piece in pieces:
            lines = decoder.receive(piece)
            while True:
                is_new = decoder.server is None
                line = next(lines, None)
                if is_new and decoder.server is not None:
                    events.append({"kind": "greeting", "server": decoder.server, "protocol": 1})
                if line is None:
                    break
                is_update = isinstance(line, headingd.Update)
                events.append({"kind": "update", **known(line)} if is_update else {"kind": "message", "message": line})
    except headingd.Refused as error:
        events.append({"kind": "error", "error": "refused", "reason": str(error)})
    except headingd.NewerProtocol:
        events.append({"kind": "error", "error": "newer_protocol"})
    except headingd.NotHeadingd:
        events.append({"kind": "error", "error": "not_headingd"})
    return events


class Conformance(unittest.TestCase):
    def test_every_stream_is_decoded_as_expected_in_pieces_of_any_size(self) -> None:
        streams = sorted(ROOT.glob("*/*.stream"))
        self.assertGreater(len(streams), 20)
        dice = random.Random(1)
        for stream in streams:
            data = stream.read_bytes()
            expected = [json.loads(line) for line in stream.with_suffix(".expected").read_text("utf-8").splitlines()]
            cuts = sorted(dice.randrange(len(data) + 1) for _ in range(40))
            pieces = [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)])]
            single = [data[index : index + 1] for index in range(len(data))] if len(data) < 5000 else []
            for name, way in (("whole", [data]), ("cut", pieces), ("bytes", single)):
                if way:
                    with self.subTest(stream=str(stream.relative_to(ROOT)), way=name):
                        self.assertEqual(decoded(way), expected)

    def test_a_robot_steers_at_each_step_as_expected(self) -> None:
        update, arrival, deadline, is_local, asked = headingd.Update(), 0.0, 0.0, False, 0
        for number, line in enumerate((ROOT / "steering.txt").read_text("utf-8").splitlines(), 1):
            words = line.split(" ", 3)
            if line.startswith("case "):
                deadline, is_local = float(words[2]), words[3] == "local"
                update = headingd.Update.unavailable(headingd.CONNECTION_LOST)
            elif line.startswith("at ") and words[2] == "line":
                update, arrival = headingd.Update.of(json.loads(words[3])), float(words[1])
            elif line.startswith("at ") and words[2] == "lost":
                update = headingd.Update.unavailable(headingd.CONNECTION_LOST)
            elif line.startswith("at "):
                asked += 1
                time = float(words[1])
                advice = advise(update, time - arrival, deadline, time if is_local else None)
                steer, *numbers = words[3].split(" ")
                with self.subTest(line=number):
                    self.assertEqual(advice.steer.value, steer)
                    self.assertEqual(
                        [advice.heading, advice.coast_left], [None if one == "-" else float(one) for one in numbers]
                    )
        self.assertGreater(asked, 30)


if __name__ == "__main__":
    unittest.main()
