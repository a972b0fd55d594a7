"""Each kind of destination with a real receiver: datagrams, streams, serial lines, and gpsd as a consumer."""

from __future__ import annotations

import os
import socket
import tempfile
import time
import unittest
from pathlib import Path

from comparison import SENTENCES
from consumers import Listener, by_pynmeagps, checksum_of, datagrams, name_of, terminal
from rig import COMPASS, DATA, Field, Gpsd, Rig, Vessel, free_port, now, until
from vessel import KNOT, wrapped

HEADINGS = ["HDT", "HDM", "ROT", "XDR"]
GROUP = "239.192.0.1"

#: Bytes a second of a line of 4800 baud with 8N1.
SLOW = 480


class Outputs(unittest.TestCase):
    """One daemon with a destination of each kind; the vessel is under way."""

    rig: Rig
    plain: Listener
    named: Listener
    rated: Listener
    multicast: Listener
    broadcast: Listener
    gpsd: dict[str, Gpsd]
    stream: int
    other: int
    serial: int
    slow: int

    @classmethod
    def setUpClass(cls) -> None:
        folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)
        cls.plain = cls.enterClassContext(Listener(datagrams()))
        cls.named = cls.enterClassContext(Listener(datagrams()))
        cls.rated = cls.enterClassContext(Listener(datagrams()))
        cls.multicast = cls.enterClassContext(Listener(datagrams(port=free_port(), group=GROUP)))
        cls.broadcast = cls.enterClassContext(Listener(datagrams("127.255.255.255", free_port())))
        cls.stream, cls.other = free_port(socket.SOCK_STREAM), free_port(socket.SOCK_STREAM)
        cls.serial, one, fast = terminal()
        cls.slow, other, slow = terminal()
        for end in (cls.serial, one, cls.slow, other):
            cls.addClassCleanup(os.close, end)
        cls.gpsd = {name: Gpsd(folder, name) for name in ("default", "motion", "example", "inertial")}
        for consumer in cls.gpsd.values():
            cls.addClassCleanup(consumer.stop)
        port = {name: one.source for name, one in cls.gpsd.items()}
        every = ", ".join(SENTENCES)
        cls.rig = cls.enterClassContext(Rig(Vessel(
            47.6, -122.35, Field.at(COMPASS, 47.6, -122.35), geoid=-22.0), f"""  nmea:
    - to: udp:127.0.0.1:{cls.plain.port}
    - {{to: 'udp:127.0.0.1:{cls.named.port}', talker: II, sentences: [{every}]}}
    - {{to: 'udp:127.0.0.1:{cls.rated.port}', rate: 5, sentences: [HDT, ROT, RMC, GGA], rates: {{RMC: 1, ROT: 20}}}}
    - {{to: 'udp:{GROUP}:{cls.multicast.port}', interface: lo}}
    - to: udp:127.255.255.255:{cls.broadcast.port}
    - {{to: 'tcp:{cls.stream}', rate: 100, sentences: [{every}]}}
    - to: tcp:127.0.0.2:{cls.other}
    - {{to: 'serial:{fast}:38400', rate: 2, sentences: [HDT, HDM, ROT]}}
    - {{to: 'serial:{slow}:4800', sentences: [HDT, HDM, ROT, XDR, PASHR]}}
    - to: udp:127.0.0.1:{port['default']}
    - {{to: 'udp:127.0.0.1:{port['motion']}', sentences: [HDT, RMC, VTG], rates: {{RMC: 1, VTG: 1}}}}
    # The line of docs/nmea.md.
    - to: udp:127.0.0.1:{port['example']}
      sentences: [HDT, HDM, ROT, XDR, RMC, VTG]
      rates: {{RMC: 1, VTG: 1}}
    - {{to: 'udp:127.0.0.1:{port['inertial']}', talker: HE}}
""", f"data: {{folder: {DATA}}}"))
        cls.rig.vessel.steer(heading=250, speed=5)
        cls.rig.ready()

    def fresh(self, listener: Listener, count: int = 20) -> list[tuple[float, str]]:
        """The next whole sentences of an output; each has the right checksum."""
        begin = now()
        found = until(lambda: some if len(some := listener.lines(begin)[1:]) >= count else None, f"{count} sentences")
        for _, line in found:
            self.assertEqual(line[line.rindex("*") + 1:], checksum_of(line), line)
        return found

    def rates(self, listener: Listener, span: float = 3.0) -> dict[str, float]:
        """Sentences of each name a second."""
        begin = now()
        until(lambda: now() > begin + span, "time", span + 5)
        return {name: count / span for name, count in listener.names(begin).items()}

    def truth_holds(self, lines: list[tuple[float, str]]) -> None:
        """Compares the true headings of a steady course."""
        values = [by_pynmeagps(line)["heading"] for _, line in lines if name_of(line) == "HDT"]
        self.assertTrue(values)
        for value in values:
            self.assertLess(abs(wrapped(value - self.rig.truth().heading)), 0.5)

    def test_the_defaults(self) -> None:
        begin = now()
        until(lambda: len(self.plain.since(begin)) > 20, "datagrams")
        for arrival in self.plain.since(begin):
            self.assertEqual([line[:6] for line in arrival.lines], [f"$HC{name}" for name in HEADINGS])
        for name, rate in self.rates(self.plain).items():
            self.assertAlmostEqual(rate, 10, delta=1.5, msg=name)

    def test_talker(self) -> None:
        begin = now()
        until(lambda: len(self.named.since(begin)) > 2, "datagrams")
        names = [line.split(",")[0] for line in self.named.since(begin)[-1].lines]
        self.assertEqual(names, ["$PASHR" if name == "PASHR" else f"$II{name}" for name in SENTENCES])

    def test_rates_replace_rate(self) -> None:
        rates = self.rates(self.rated, 5)
        for name, rate in {"HDT": 5, "GGA": 5, "RMC": 1, "ROT": 20}.items():
            self.assertAlmostEqual(rates[name], rate, delta=max(0.25, rate * 0.15), msg=str(rates))

    def test_multicast_and_broadcast(self) -> None:
        for listener in (self.multicast, self.broadcast):
            self.truth_holds(self.fresh(listener))
        self.assertEqual({one.hops for one in self.multicast.arrivals}, {1}, "it stays in the local network")

    def test_streams(self) -> None:
        for address in (("127.0.0.1", self.stream), ("127.0.0.2", self.other)):
            with Listener(socket.create_connection(address, 5)) as listener:
                self.truth_holds(self.fresh(listener))
        with self.assertRaises(OSError):
            socket.create_connection(("127.0.0.2", self.stream), 5).close()

    def test_serial_line(self) -> None:
        listener = Listener(os.dup(self.serial))
        try:
            # What the line kept while nobody read it is not compared.
            begin = now()
            until(lambda: len(listener.lines(begin)) > 3 and now() > begin + 2, "sentences")
            self.truth_holds(self.fresh(listener, 9))
            self.assertEqual({name: round(rate) for name, rate in self.rates(listener).items()},
                             {"HDT": 2, "HDM": 2, "ROT": 2})
        finally:
            listener.close()

    def test_slow_serial_line_drops_and_does_not_delay(self) -> None:
        # docs/nmea.md: a line slower than `rate` drops groups; it does not delay them. The line of 4800 baud is read at
        # its pace, after what it kept before: a terminal without hardware is as fast as its reader.
        os.set_blocking(self.slow, False)
        begin = now()
        while now() < begin + 1:
            try:
                os.read(self.slow, 65_536)
            except BlockingIOError:
                time.sleep(0.001)
        data, begin, ages, total = b"", now(), [], 0
        while now() < begin + 7:
            threshold = (now() - begin) * SLOW
            if total < threshold:
                try:
                    piece = os.read(self.slow, 48)
                except BlockingIOError:
                    piece = b""
                data, total = data + piece, total + len(piece)
                *lines, data = data.split(b"\r\n")
                for line in lines:
                    if line.startswith(b"$PASHR"):
                        self.assertEqual(line[-2:].decode(), checksum_of(line.decode()))
                        arrival = now()
                        ages.append(arrival - self.rig.boottime(by_pynmeagps(line.decode())["time"], arrival))
            time.sleep(0.01)
        print(f"\n4800 baud: ages of values when they arrive, s: first {ages[0]:.2f}, last {ages[-1]:.2f}")
        self.assertLess(max(ages), 1.5, "values arrive late on a slow line")

    def test_a_reader_that_never_reads_and_one_that_sends_garbage(self) -> None:
        with socket.create_connection(("127.0.0.1", self.stream), 5) as idle, \
                Listener(socket.create_connection(("127.0.0.1", self.stream), 5)) as reader, \
                Listener(socket.create_connection(("127.0.0.1", self.stream), 5)) as talker:
            idle.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            begin = now()
            assert isinstance(talker.source, socket.socket)
            talker.source.settimeout(0.05)
            while now() < begin + 4:
                try:
                    talker.source.send(os.urandom(4096) + b"\r\n$GPGGA,,,\r\n?WATCH={}\n")
                except TimeoutError:
                    pass
                time.sleep(0.005)
            for listener in (reader, talker):
                times = [moment for moment, line in listener.lines(begin) if name_of(line) == "HDT"]
                self.assertGreater(len(times), 4 * 100 * 0.8)
                self.assertLess(max(other - one for one, other in zip(times, times[1:])), 0.5)
            times = [one.time for one in self.plain.since(begin)]
            self.assertLess(max(other - one for one, other in zip(times, times[1:])), 0.5)
            self.assertEqual(self.rig.daemon.process.poll(), None)

    def test_a_reader_that_stalls_catches_up(self) -> None:
        # What the sockets have kept comes first (docs/nmea.md); then the present.
        with Listener(socket.create_connection(("127.0.0.1", self.stream), 5)) as listener:
            self.fresh(listener)
            listener.is_paused = True
            begin = now()
            until(lambda: now() > begin + 5, "time")
            listener.is_paused = False
            resumed = now()

            def ages() -> list[float]:
                return [moment - self.rig.boottime(by_pynmeagps(line)["time"], moment)
                        for moment, line in listener.lines(resumed)[1:] if name_of(line) == "PASHR"]
            until(lambda: ages() and ages()[-1] < 0.5, "a value of the present", 3)
            print(f"\nTCP: oldest values after a pause of 5 s: {max(ages()):.2f} s")

    def test_a_consumer_that_is_killed_and_comes_back(self) -> None:
        listener = Listener(socket.create_connection(("127.0.0.1", self.stream), 5))
        self.fresh(listener)
        listener.close()
        with Listener(socket.create_connection(("127.0.0.1", self.stream), 5)) as listener:
            self.fresh(listener)
        one = self.gpsd["default"]
        one.process.kill()
        one.process.wait(5)
        begin = now()
        until(lambda: len(self.plain.since(begin)) > 5, "the other outputs continue")
        again = Gpsd(one.log_path.parent, "again", one.source)
        try:
            until(lambda: again.of("ATT"), "the restarted gpsd has attitudes")
        finally:
            again.stop()

    def test_gpsd_reads_headings(self) -> None:
        begin = now()
        for report in until(lambda: some if len(some := self.gpsd["motion"].of("ATT", begin)) > 9 else None, "ATT"):
            self.assertLess(abs(wrapped(report["heading"] - self.rig.truth().heading)), 0.5)
        self.assertEqual(self.gpsd["inertial"].of("ATT"), [], "gpsd 3.22 ignores HE")

    def gpsd_position(self, name: str) -> None:
        """Compares a gpsd's positions with the truth."""
        one, begin = self.gpsd[name], now()
        reports = until(lambda: some if len(some := one.of("TPV", begin)) > 2 else None, "three TPV")
        with self.subTest("JSON"):
            self.assertEqual(one.malformed[:1], [], f"{len(one.malformed)} lines of gpsd are not JSON")
        for report in reports:
            self.assertGreaterEqual(report["mode"], 2, report)
            truth = self.rig.truth(report["arrival"])
            self.assertLess(truth.distance(report["lat"], report["lon"]), 3 + 0.5 * truth.speed, report)
            self.assertAlmostEqual(report["speed"], truth.speed, delta=0.4 * KNOT)
            self.assertLess(abs(wrapped(report["track"] - truth.course)), 2)

    def test_gpsd_reads_positions(self) -> None:
        self.gpsd_position("motion")

    def test_gpsd_reads_the_example_of_the_documentation(self) -> None:
        self.gpsd_position("example")


if __name__ == "__main__":
    unittest.main()
