"""What the daemon reads of a vessel: a receiver's NMEA 0183 for gpsd, and sensors by a feed."""

from __future__ import annotations

import contextlib
import json
import math
import random
import socket
import threading
import time
from datetime import datetime, timedelta, timezone

from programs import sentence
from vessel import KNOT, RATE, Truth, Vector, Vessel, now


class Receiver(threading.Thread):
    """A receiver of 5 Hz with errors of its own, which sends RMC, GGA, GSA and GST as datagrams."""

    PERIOD = 0.2

    def __init__(self, vessel: Vessel, port: int, height_after: float = 0.0) -> None:
        """Sends to a port; the first seconds may have a position only, as after a cold start."""
        super().__init__(daemon=True)
        self.vessel, self.port = vessel, port
        self.high_from = now() + height_after
        self.is_on, self.is_running = True, True
        self.random = random.Random(7)
        self.drift = [self.random.gauss(0, 0.6) for _ in range(3)]

    def run(self) -> None:
        """Sends until it is told to end."""
        with socket.socket(type=socket.SOCK_DGRAM) as datagrams:
            count = math.ceil((now() + self.vessel.utc) / self.PERIOD)
            while self.is_running:
                moment = count * self.PERIOD - self.vessel.utc
                time.sleep(max(0.0, moment - now()))
                count += 1
                if self.is_on and now() - moment < 1:
                    with contextlib.suppress(OSError):
                        datagrams.sendto(self.report(self.vessel.truth(moment)), ("127.0.0.1", self.port))

    def report(self, truth: Truth) -> bytes:
        """The datagram of one epoch: position errors are a Gauss-Markov process of 60 s and white noise."""
        keep = math.exp(-self.PERIOD / 60)
        self.drift = [keep * one + self.random.gauss(0, 0.6 * math.sqrt(1 - keep**2)) for one in self.drift]
        east, north, up = (one + self.random.gauss(0, 0.3) for one in self.drift)
        latitude = truth.latitude + math.degrees(north / 6_371_000)
        longitude = truth.longitude + math.degrees(east / 6_371_000 / math.cos(math.radians(latitude)))
        v_east, v_north = truth.east + self.random.gauss(0, 0.05), truth.north + self.random.gauss(0, 0.05)
        utc = datetime.fromtimestamp(0, timezone.utc) + timedelta(seconds=round(truth.time + self.vessel.utc, 2))
        hours = utc.strftime("%H%M%S.") + f"{utc.microsecond // 10_000:02d}"
        place = f"{minutes(latitude, 2)},{'N' if latitude >= 0 else 'S'}," \
                f"{minutes(longitude, 3)},{'E' if longitude >= 0 else 'W'}"
        course = math.degrees(math.atan2(v_east, v_north)) % 360
        rmc = f"GPRMC,{hours},A,{place},{math.hypot(v_east, v_north) / KNOT:.3f},{course:.2f},{utc:%d%m%y},,,A"
        if truth.time < self.high_from:
            return sentence(rmc)
        return b"".join(sentence(one) for one in (
            rmc,
            f"GPGGA,{hours},{place},1,12,0.8,{truth.altitude + up:.2f},M,{self.vessel.geoid:.1f},M,,",
            "GPGSA,A,3,01,02,03,04,05,06,07,08,09,10,11,12,1.4,0.8,1.1",
            f"GPGST,{hours},,,,,0.7,0.7,0.9"))


def minutes(angle: float, digits: int) -> str:
    """Degrees and decimal minutes as NMEA 0183 writes them."""
    whole, rest = divmod(round(abs(angle) * 60, 6), 60)
    return f"{int(whole):0{digits}d}{rest:09.6f}"


class Sensors(threading.Thread):
    """The vessel's sensors as the sender of a feed, by its clock; `silent` names those that do not deliver."""

    def __init__(self, vessel: Vessel, path: str) -> None:
        super().__init__(daemon=True)
        self.vessel, self.path = vessel, path
        self.silent: frozenset[str] = frozenset()
        self.is_running = True

    @staticmethod
    def declaration() -> bytes:
        """Device and sensors."""
        axes = "x=right,y=forward,z=up"
        return json.dumps({"feed": 1, "device": "vessel", "clock": {"unit": "us", "bits": 64}, "sensors": [
            {"name": "magn", "quantity": "magnetic_field", "unit": "microtesla", "axes": axes, "range": 400,
             "rate": RATE},
            {"name": "accel", "quantity": "acceleration", "unit": "m/s2", "axes": axes, "range": 39, "rate": RATE},
            {"name": "gyro", "quantity": "angular_rate", "unit": "deg/s", "axes": axes, "range": 500,
             "rate": RATE}]}).encode() + b"\n"

    def run(self) -> None:
        """Advances the vessel in steps of its rate, and sends; connects again after a loss."""
        stream: socket.socket | None = None
        moment = now()
        while self.is_running:
            moment += 1 / RATE
            time.sleep(max(0.0, moment - now()))
            values: dict[str, Vector | int] = {**self.vessel.advance(moment)}
            for name in self.silent:
                values.pop(name)
            try:
                if stream is None:
                    stream = socket.socket(socket.AF_UNIX)
                    stream.connect(self.path)
                    stream.sendall(self.declaration())
                if values:
                    stream.sendall(json.dumps({"t": round(moment * 1e6), **values}).encode() + b"\n")
            except OSError:
                if stream:
                    stream.close()
                stream = None
        if stream:
            stream.close()
