"""Consumers of NMEA 0183: sockets and a serial line that keep what arrives, and two packages that decode it."""

from __future__ import annotations

import math
import os
import select
import socket
import struct
import threading
import tty
from dataclasses import dataclass
from datetime import datetime, time as clock, timezone
from types import TracebackType
from typing import Any

import pynmea2
from pynmeagps import NMEAReader
from vessel import now

#: Linux's option by which a datagram comes with its time to live; Python has no name for it.
IP_RECVTTL = 12


@dataclass(frozen=True)
class Arrival:
    """Bytes that arrived together: a datagram, or what one read gave."""

    time: float
    data: bytes
    hops: int | None = None

    @property
    def lines(self) -> list[str]:
        """Its sentences."""
        return self.data.decode("ascii").split("\r\n")[:-1]


class Listener:
    """Collects what arrives at a socket or a terminal, in a thread; use it as a context manager."""

    def __init__(self, source: socket.socket | int) -> None:
        self.source = source
        self.arrivals: list[Arrival] = []
        self.is_paused = False
        self._is_running = True
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while self._is_running:
            if self.is_paused:
                threading.Event().wait(0.05)
                continue
            try:
                if not select.select([self.source], [], [], 0.1)[0]:
                    continue
                arrival = self._read()
            except (OSError, ValueError):
                return
            if not arrival.data:
                return
            self.arrivals.append(arrival)

    def _read(self) -> Arrival:
        if isinstance(self.source, int):
            return Arrival(now(), os.read(self.source, 65_536))
        if self.source.type == socket.SOCK_STREAM:
            return Arrival(now(), self.source.recv(65_536))
        data, ancillary, _, _ = self.source.recvmsg(65_536, 64)
        hops = [struct.unpack("i", value)[0] for level, kind, value in ancillary
                if level == socket.IPPROTO_IP and kind == socket.IP_TTL]
        return Arrival(now(), data, hops[0] if hops else None)

    @property
    def port(self) -> int:
        """The port of a socket."""
        assert isinstance(self.source, socket.socket)
        return int(self.source.getsockname()[1])

    def since(self, moment: float) -> list[Arrival]:
        """What has arrived after a time."""
        return [one for one in list(self.arrivals) if one.time > moment]

    def lines(self, since: float = 0) -> list[tuple[float, str]]:
        """The whole sentences that arrived after a time, with the time of their last byte. The first may be cut."""
        found: list[tuple[float, str]] = []
        rest = b""
        for one in self.since(since):
            *whole, rest = (rest + one.data).split(b"\r\n")
            found += [(one.time, line.decode("ascii", "replace")) for line in whole]
        return found

    def names(self, since: float = 0) -> dict[str, int]:
        """How many sentences of each name arrived after a time."""
        counts: dict[str, int] = {}
        for _, line in self.lines(since):
            counts[name_of(line)] = counts.get(name_of(line), 0) + 1
        return counts

    def close(self) -> None:
        """Ends it."""
        self._is_running = False
        self._thread.join(5)
        if isinstance(self.source, int):
            os.close(self.source)
        else:
            self.source.close()

    def __enter__(self) -> Listener:
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self.close()


def datagrams(address: str = "127.0.0.1", port: int = 0, group: str | None = None) -> socket.socket:
    """A socket bound to an address (a broadcast's too), or to a multicast group on the loopback interface."""
    one = socket.socket(type=socket.SOCK_DGRAM)
    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    one.setsockopt(socket.IPPROTO_IP, IP_RECVTTL, 1)
    one.bind((group or address, port))
    if group:
        membership = struct.pack("4s4sI", socket.inet_aton(group), socket.inet_aton("0.0.0.0"),
                                 socket.if_nametoindex("lo"))
        one.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)
    return one


def terminal() -> tuple[int, int, str]:
    """A serial line without hardware: the end to read, the end to keep open, and the name of the device."""
    master, line = os.openpty()
    tty.setraw(line)
    return master, line, os.ttyname(line)


def name_of(line: str) -> str:
    """The sentence's name without its talker."""
    word = line.split(",")[0]
    return "PASHR" if word == "$PASHR" else word[-3:]


def checksum_of(line: str) -> str:
    """The checksum that a sentence should have."""
    value = 0
    for byte in line[1:line.rindex("*")].encode():
        value ^= byte
    return f"{value:02X}"


def number(value: Any) -> float | None:
    """A field as a number; an empty one is not known."""
    return None if value in (None, "") else float(value)


def signed(value: Any, direction: Any) -> float | None:
    """A field with its direction, east positive."""
    size = number(value)
    return None if size is None else size * {"E": 1, "W": -1}[direction]


def seconds(value: Any) -> float | None:
    """Seconds since midnight, UTC; an empty field is not known."""
    if not isinstance(value, clock):
        return None
    return value.hour * 3600 + value.minute * 60 + value.second + value.microsecond / 1e6


def epoch(day: Any, value: clock) -> float:
    """A date and a time of the day as seconds since 1970."""
    return datetime.combine(day, value.replace(tzinfo=None), timezone.utc).timestamp()


def by_pynmea2(line: str) -> dict[str, Any]:
    """The values of a sentence as pynmea2 reads them."""
    one = pynmea2.parse(line, check=True)
    name = name_of(line)
    if name in ("HDT", "HDM"):
        return {"heading": number(one.heading)}
    if name == "ROT":
        return {"rate": number(one.rate_of_turn), "status": one.status}
    if name == "XDR":
        fields = [one.get_transducer(index) for index in range(one.num_transducers)]
        return {field.id: (float(field.value), field.type, field.units) for field in fields}
    if name == "HDG":
        return {"heading": number(one.heading), "deviation": signed(one.deviation, one.dev_dir),
                "variation": signed(one.variation, one.var_dir)}
    if name == "PASHR":
        return {"time": seconds(one.timestamp), "heading": number(one.true_heading), "roll": number(one.roll),
                "pitch": number(one.pitch), "heading_accuracy": number(one.heading_accuracy),
                "roll_accuracy": number(one.roll_accuracy), "pitch_accuracy": number(one.pitch_accuracy),
                "aiding": number(one.aiding_status), "empty": (one.heave, one.imu_status)}
    if name == "RMC":
        return {"time": seconds(one.timestamp), "epoch": epoch(one.datestamp, one.timestamp), "status": one.status,
                "latitude": one.latitude, "longitude": one.longitude, "knots": number(one.spd_over_grnd),
                "course": number(one.true_course), "variation": signed(one.mag_variation, one.mag_var_dir),
                "mode": one.mode_indicator}
    if name == "GGA":
        return {"time": seconds(one.timestamp), "latitude": one.latitude, "longitude": one.longitude,
                "quality": int(one.gps_qual), "altitude": number(one.altitude), "separation": number(one.geo_sep),
                "units": (one.altitude_units, one.geo_sep_units), "empty": (one.num_sats, one.horizontal_dil)}
    if name == "VTG":
        return {"course": number(one.true_track), "magnetic": number(one.mag_track),
                "knots": number(one.spd_over_grnd_kts), "kilometres": number(one.spd_over_grnd_kmph),
                "mode": one.faa_mode}
    return {"time": seconds(one.timestamp), "latitude": number(one.std_dev_latitude),
            "longitude": number(one.std_dev_longitude), "altitude": number(one.std_dev_altitude)}


def by_pynmeagps(line: str) -> dict[str, Any]:
    """The values of a sentence as pynmeagps reads them, with the names of the other function."""
    one = NMEAReader.parse(line.encode() + b"\r\n")
    name = name_of(line)
    if name in ("HDT", "HDM"):
        return {"heading": number(one.headingT if name == "HDT" else one.headingM)}
    if name == "THS":
        return {"heading": number(one.headt), "mode": one.mi}
    if name == "ROT":
        return {"rate": number(one.rot), "status": one.valid}
    if name == "XDR":
        return {getattr(one, f"tdrid_{index:02d}"): (getattr(one, f"data_{index:02d}"),
                                                     getattr(one, f"tdrtype_{index:02d}"),
                                                     getattr(one, f"dataunit_{index:02d}"))
                for index in range(1, 9) if hasattr(one, f"tdrid_{index:02d}")}
    if name == "HDG":
        return {"heading": number(one.headingM), "deviation": signed(one.deviation, one.deviationEW),
                "variation": signed(one.variation, one.variationEW)}
    if name == "PASHR":
        return {"time": seconds(one.utctime), "heading": number(one.trueHdg), "roll": number(one.roll),
                "pitch": number(one.pitch), "heading_accuracy": number(one.hdgAcc),
                "roll_accuracy": number(one.rollAcc), "pitch_accuracy": number(one.pitchAcc),
                "aiding": number(one.gnssQual), "empty": (number(one.reserved), number(one.imuAlign))}
    if name == "RMC":
        return {"time": seconds(one.time), "epoch": epoch(one.date, one.time), "status": one.status,
                "latitude": number(one.lat), "longitude": number(one.lon), "knots": number(one.spd),
                "course": number(one.cog), "variation": signed(one.mv, one.mvEW), "mode": one.posMode}
    if name == "GGA":
        return {"time": seconds(one.time), "latitude": number(one.lat), "longitude": number(one.lon),
                "quality": one.quality, "altitude": number(one.alt), "separation": number(one.sep),
                "units": (one.altUnit, one.sepUnit), "empty": (one.numSV, one.HDOP)}
    if name == "VTG":
        return {"course": number(one.cogt), "magnetic": number(one.cogm), "knots": number(one.sogn),
                "kilometres": number(one.sogk), "mode": one.posMode}
    return {"time": seconds(one.time), "latitude": number(one.stdLat), "longitude": number(one.stdLong),
            "altitude": number(one.stdAlt)}


def agree(one: Any, other: Any) -> bool:
    """Whether two decoded values are the same: packages round decimal degrees to different digits."""
    if isinstance(one, float) and isinstance(other, (float, int)):
        return math.isclose(one, other, abs_tol=2e-9)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(agree(a, b) for a, b in zip(one, other))
    return bool(one == other) or (one in (None, "") and other in (None, ""))
