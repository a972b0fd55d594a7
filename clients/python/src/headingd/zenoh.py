"""Publishes a robot's heading through Zenoh: `python -m headingd.zenoh`. docs/zenoh.md of headingd describes it."""

from __future__ import annotations

import argparse
import importlib
import json
import re
import signal
import socket
import sys
import time
from types import FrameType
from typing import Any, NoReturn

from . import reports
from .address import Address
from .client import Client
from .clock import now
from .errors import HeadingError
from .text import plain
from .update import CONNECTION_LOST, Update
from .wire import Backoff

#: The router of this machine.
ROUTER = "tcp/127.0.0.1:7447"

#: Without a file: no scouting, a lost router tried again within a second, a robot out of reach noticed within two.
DEFAULTS = {
    "scouting/multicast/enabled": False,
    "connect/retry": {"period_init_ms": 200, "period_max_ms": 1000, "period_increase_factor": 2},
    "transport/link/tx/lease": 2000,
}

_EXAMPLES = """\
keys: headingd/ROBOT/heading, …/attitude, …/place, …/update; a token headingd/ROBOT/alive/ID while this runs

examples:
  python -m headingd.zenoh                                      through this machine's router
  python -m headingd.zenoh --robot rover-7 --connect tcp/fleet.example:7447
  python -m headingd.zenoh --robot rover-7 --mode router --listen tcp/0.0.0.0:7447
                                                                without another router, open to the network
  python -m headingd.zenoh --config zenoh.json5                 TLS, users, interfaces: a file of Zenoh
  headingd --simulate --socket /tmp/s & python -m headingd.zenoh --daemon /tmp/s

It ends with Ctrl-C or SIGTERM. Status 64: wrong arguments; 69: headingd refuses; 78: wrong configuration of Zenoh.
"""


def say(text: str) -> None:
    """Tells people what happens."""
    print("headingd.zenoh:", plain(text), file=sys.stderr, flush=True)


def cause(error: Exception) -> str:
    """An error of Zenoh without the places in its source."""
    return re.sub(r"\s+at /\S+?\.rs:\d+\.?", "", str(error)).strip()


class Publisher:
    """Publishes a robot's updates in a session, and answers those who ask for the newest."""

    def __init__(self, zenoh: Any, session: Any, robot: str, deadline: float, *, is_local: bool) -> None:
        """Declares the keys.

        Args:
            zenoh: The module.
            session: An open session of it.
            robot: The robot's name.
            deadline: The largest age of a sample that is published, s.
            is_local: Whether the daemon is on this machine.
        """
        self._robot = robot
        self._deadline = deadline
        self._is_local = is_local
        # Replaced as a whole: Zenoh asks from threads of its own.
        self._newest = (Update.unavailable(CONNECTION_LOST), now())
        self._keys = {subject: zenoh.KeyExpr(reports.key(robot, subject)) for subject in reports.SUBJECTS}
        self._json = zenoh.Encoding.APPLICATION_JSON
        self._publishers = {
            # A reader that is slow, or gone, delays nobody.
            subject: session.declare_publisher(
                key, encoding=self._json, congestion_control=zenoh.CongestionControl.DROP, express=True)
            for subject, key in self._keys.items()
        }
        self._queryable = session.declare_queryable(reports.key(robot, "*"), self._answer)
        own = str(session.zid())
        self._token = session.liveliness().declare_token(reports.key(robot, f"alive/{own}"))

        def seen(sample: Any) -> None:
            other = str(sample.key_expr).rpartition("/")[2]
            if other != own and sample.kind == zenoh.SampleKind.PUT:
                say(f"another publisher, {other}, has the name {robot} too: readers cannot tell them apart; "
                    "give each robot its own by --robot")

        self._others = session.liveliness().declare_subscriber(reports.key(robot, "alive/*"), seen, history=True)

    def publish(self, update: Update) -> reports.Report:
        """Publishes an update, and returns what of it."""
        self._newest = (update, now())
        report = self._report()
        for subject, publisher in self._publishers.items():
            publisher.put(report.payload(subject))
        return report

    def _report(self) -> reports.Report:
        update, arrival = self._newest
        present = now()
        clock = present if self._is_local else None
        return reports.Report.of(self._robot, update, present - arrival, clock, self._deadline)

    def _answer(self, query: Any) -> None:
        """The newest values, by their age at this moment."""
        report = self._report()
        for subject, key in self._keys.items():
            if query.key_expr.intersects(key):
                query.reply(key, report.payload(subject), encoding=self._json)


def configuration(zenoh: Any, options: argparse.Namespace) -> Any:
    """Zenoh's configuration; an argument replaces what the file says.

    Raises:
        SystemExit: it cannot be read, or is wrong.
    """
    values: dict[str, object] = {} if options.config else {**DEFAULTS, "mode": "client"}
    if options.mode:
        values["mode"] = options.mode
    if options.listen or not options.config:
        values["listen/endpoints"] = options.listen
    if options.connect or not options.config:
        values["connect/endpoints"] = options.connect or ([ROUTER] if values["mode"] == "client" else [])
    try:
        config = zenoh.Config.from_file(options.config) if options.config else zenoh.Config()
        for name, value in values.items():
            config.insert_json5(name, json.dumps(value))
    except zenoh.ZError as error:
        say(f"the configuration of Zenoh is wrong: {options.config or 'arguments'}: {cause(error)}")
        sys.exit(78)
    return config


def opened(zenoh: Any, config: Any) -> Any:
    """An open session; it is tried until there is one."""
    backoff = Backoff()
    told = ""
    while True:
        try:
            return zenoh.open(config)
        except zenoh.ZError as error:
            if cause(error) != told:
                told = cause(error)
                say(f"{told} Is the router running? Trying again")
            time.sleep(min(1.0, backoff.next()))


class Parser(argparse.ArgumentParser):
    """A parser with the exit status of sysexits.h."""

    def error(self, message: str) -> NoReturn:
        """Says what is wrong with the arguments, and ends."""
        self.exit(64, f"headingd.zenoh: {message}\n{self.format_usage()}")


class Teller:
    """Says what has changed since it was told last."""

    def __init__(self) -> None:
        self._told: dict[str, str] = {}

    def tell(self, what: str, text: str) -> None:
        """Says a text that differs from the last one about the same."""
        if self._told.get(what) != text:
            self._told[what] = text
            say(text)


def follow(client: Client, session: Any, publisher: Publisher, options: argparse.Namespace) -> None:
    """Publishes the daemon's updates, without an end."""
    teller = Teller()
    for update in client.updates(rate=options.rate, deadline=options.deadline):
        # Before publishing: a listener of this log then knows that what follows is sent.
        is_linked = bool(list(session.info.routers_zid()) or list(session.info.peers_zid()))
        teller.tell("link", "Zenoh is connected" if is_linked else "Zenoh has no connection: trying again")
        report = publisher.publish(update)
        if report.update.magnetic_heading is None:
            teller.tell("heading", f"no heading: {', '.join(report.update.reasons) or report.update.status.value}")
        else:
            teller.tell("heading", "the heading is known" + (" (SIMULATED)" if update.simulated else ""))


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    """The command line, checked."""
    parser = Parser(
        prog="python -m headingd.zenoh", description="Publishes a robot's heading, attitude and place through Zenoh.",
        epilog=_EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("--robot", default=socket.gethostname().partition(".")[0], metavar="NAME",
                        help="the robot's name in the keys (default: this machine's, %(default)s)")
    parser.add_argument("--daemon", metavar="ADDRESS",
                        help="where headingd is: PATH, HOST or HOST:PORT (default: this machine's)")
    parser.add_argument("--connect", action="append", default=[], metavar="ENDPOINT",
                        help=f"a router, such as tcp/HOST:7447; may be repeated (default: {ROUTER})")
    parser.add_argument("--listen", action="append", default=[], metavar="ENDPOINT",
                        help="where others may connect, in mode peer or router; may be repeated (default: nowhere)")
    parser.add_argument("--mode", choices=("client", "peer", "router"), help="Zenoh's mode (default: client)")
    parser.add_argument("--config", metavar="FILE",
                        help="Zenoh's own configuration, JSON5; arguments replace what it says")
    parser.add_argument("--rate", type=float, default=10.0, metavar="HZ",
                        help="updates per second at most; 0 for every one (default: 10)")
    parser.add_argument("--deadline", type=float, default=reports.DEADLINE, metavar="S",
                        help=f"age at which a value is no longer published (default: {reports.DEADLINE})")
    options = parser.parse_args(words)
    try:
        reports.checked(options.robot)
        Address.parse(options.daemon)
        if not 0 <= options.rate <= 10_000:
            raise ValueError(f"--rate is not between 0 and 10000: {options.rate}")
        if not 0 < options.deadline <= 3600:
            raise ValueError(f"--deadline is not between 0 and 3600 s: {options.deadline}")
        if options.rate and options.deadline < 2 / options.rate:
            raise ValueError("a value would expire before the next one: --deadline is at least twice 1 / --rate")
    except ValueError as error:
        parser.error(str(error))
    return options


def stop(*_: int | FrameType | None) -> None:
    """Ends the program as Ctrl-C does, once."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise KeyboardInterrupt


def main(words: list[str] | None = None) -> int:
    """The program; returns its status."""
    options = arguments(words)
    try:
        zenoh: Any = importlib.import_module("zenoh")
    except ImportError:
        say("Zenoh's library is missing: pip install eclipse-zenoh")
        return 69
    signal.signal(signal.SIGTERM, stop)
    zenoh.try_init_log_from_env()
    client = Client(options.daemon)
    config = configuration(zenoh, options)
    try:
        with opened(zenoh, config) as session:
            publisher = Publisher(
                zenoh, session, options.robot, options.deadline, is_local=client.address.is_local)
            say(f"publishing {reports.key(options.robot, '*')} of headingd at {client.address}")
            follow(client, session, publisher, options)
    except KeyboardInterrupt:
        return 0
    except HeadingError as error:
        say(str(error))
        return 69
    return 0


if __name__ == "__main__":
    sys.exit(main())
