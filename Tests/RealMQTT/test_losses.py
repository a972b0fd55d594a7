"""Brokers that are killed, hang or come back, and a daemon that is killed with events waiting."""

from __future__ import annotations

import signal
import time

from programs import Case, free_port, until


class Losses(Case):
    """Nothing is lost, and nothing is numbered twice."""

    def test_another_broker_within_five_seconds(self) -> None:
        """The broker is killed: states come through the second one of the list."""
        one, other = self.broker(), self.broker()
        daemon = self.daemon([one.port, other.port])
        reader = self.reader(other.port)
        until(lambda: f"goes to localhost:{one.port}" in daemon.log, "the first broker is used")
        start = time.monotonic()
        one.kill()
        until(lambda: reader.of("/state", start), "states come through the other broker", 5)
        print(f"\nthe stream is back after {time.monotonic() - start:.2f} s")

    def test_a_hung_broker_is_left(self) -> None:
        """The broker stops answering: states come through another within the keep-alive and five seconds."""
        one, other = self.broker(), self.broker()
        daemon = self.daemon([one.port, other.port], keep_alive=5)
        reader, first = self.reader(other.port), self.reader(one.port)
        until(lambda: first.of("/state")[2:], "the first broker is used")
        start = time.monotonic()
        one.kill(signal.SIGSTOP)
        until(lambda: reader.of("/state", start), "the hung broker is left", 10)
        print(f"\na hung broker was left after {time.monotonic() - start:.1f} s (keep-alive 5 s)")
        self.assertIsNone(daemon.process.poll())

    def test_events_of_killed_daemons_arrive(self) -> None:
        """Daemons are killed again and again, without a broker: it then gets every event, each number once."""
        port = free_port()
        kept = 0
        for round_number in range(6):
            daemon = self.daemon([port])
            until(lambda: len(self.queued()) >= kept + 4, lambda: f"events wait (round {round_number}): {daemon.log}")
            daemon.kill()
            kept = len(self.queued())
        waiting = self.queued()
        self.whole(waiting)
        # The last one was cut off: it was never sent.
        path = sorted((self.folder / "queue").glob("events-*"))[-1]
        path.write_bytes(path.read_bytes()[:-7])
        broker = self.broker(port)
        reader = self.reader(broker.port)
        until(lambda: reader.client.is_connected(), "the reader listens")
        self.daemon([port])
        until(lambda: len(reader.of("/event")) > kept + 3, "the events arrive")
        events = [one.values for one in reader.of("/event")]
        self.whole(events)
        self.assertEqual(events[:kept - 1], waiting[:-1])

    def test_events_while_daemon_and_broker_are_killed(self) -> None:
        """Under kills of both in turn the reader's numbers have no gap."""
        lines = f"allow_anonymous true\npersistence true\npersistence_location {self.folder}/\nautosave_interval 1"
        port = free_port()
        broker = self.broker(port, lines)
        events = []
        for round_number in range(4):
            reader = self.reader(port, "headingd/+/event")
            until(lambda: reader.client.is_connected(), "the reader listens")
            daemon = self.daemon([port])
            until(lambda: len(reader.arrivals) >= 4, lambda: f"events arrive (round {round_number}): {daemon.log}")
            if round_number % 2:
                broker.kill()
                until(lambda: "cannot go to" in daemon.log, "the daemon notices")
            daemon.kill()
            events += [one.values for one in reader.arrivals]
            if round_number % 2:
                broker = self.broker(port, lines)
        reader = self.reader(port, "headingd/+/event")
        until(lambda: reader.client.is_connected(), "the reader listens")
        self.daemon([port])
        until(lambda: any(one.values["event"] == "started" for one in reader.arrivals), "the last events arrive")
        events += [one.values for one in list(reader.arrivals)]
        self.whole(events)

    def test_a_folder_that_cannot_be_written(self) -> None:
        """The log says so, and events go on in a stream of their own."""
        (self.folder / "queue").write_text("no folder")
        broker = self.broker()
        reader = self.reader(broker.port)
        until(lambda: reader.client.is_connected(), "the reader listens")
        daemon = self.daemon([broker.port])
        until(lambda: len(reader.of("/event")) >= 3, "events arrive")
        self.assertIn("they wait in memory", daemon.log)
        self.whole([one.values for one in reader.of("/event")])

    def test_two_robots_of_one_name(self) -> None:
        """Both logs name the conflict, and they come back more and more slowly."""
        broker = self.broker()
        one = self.daemon([broker.port], name="one", queue_folder=str(self.folder / "one"))
        until(lambda: "MQTT goes to" in one.log, "the first is connected")
        other = self.daemon([broker.port], name="other", queue_folder=str(self.folder / "other"))
        until(lambda: "must differ" in one.log and "must differ" in other.log, "both say so")
        time.sleep(12)
        connections = broker.log.count("New client connected")
        print(f"\ntwo robots of one name: {connections} connections within about 14 s")
        self.assertLess(connections, 25)
