#!/usr/bin/env python3
"""Stores the events of a fleet in PostgreSQL, each exactly once, from a quorum queue of RabbitMQ.

  fleet_store.py --broker rabbit1 --broker rabbit2 --user fleet --password-file FILE --database 'dbname=fleet'

Needs pika and psycopg: pip install pika 'psycopg[binary]'. Any number of them may run at once. docs/fleet.md describes it.

A message is acknowledged after the commit of the transaction that stores it. Whatever fails between the two delivers it
again, and the primary key (robot, stream, sequence) then finds it stored. What is no event is set aside with the reason.
"""
# mypy: ignore-errors

import argparse
import contextlib
import hashlib
import json
import pathlib
import signal
import ssl
import sys
import time
from collections import OrderedDict
from datetime import datetime

import pika
import psycopg

SCHEMA = """
CREATE SCHEMA IF NOT EXISTS fleet;

CREATE TABLE IF NOT EXISTS fleet.event (
  robot text, stream text, sequence bigint CHECK (sequence > 0),
  time timestamptz,                     -- by the robot's clock; null while that is not known to be right
  stored timestamptz NOT NULL DEFAULT now(),
  event text NOT NULL, status text, steer text, simulated boolean,
  dropped_from bigint, dropped_to bigint,
  payload jsonb NOT NULL,
  PRIMARY KEY (robot, stream, sequence));

-- Sequences of a stream are 1, 2, 3 and so on: it is complete if as many are stored as the newest says.
CREATE TABLE IF NOT EXISTS fleet.stream (
  robot text, stream text, newest bigint NOT NULL, stored bigint NOT NULL, PRIMARY KEY (robot, stream));

CREATE TABLE IF NOT EXISTS fleet.set_aside (
  digest bytea PRIMARY KEY,             -- SHA-256 of key and body: what is delivered again is here once
  stored timestamptz NOT NULL DEFAULT now(), key text NOT NULL, body bytea NOT NULL, reason text NOT NULL);

-- What is missing; told: the robot has said that its queue was full.
CREATE OR REPLACE VIEW fleet.gap AS
  SELECT robot, stream, first, last, EXISTS (
      SELECT FROM fleet.event AS told WHERE told.robot = hole.robot AND told.stream = hole.stream
        AND told.event = 'dropped' AND told.dropped_from <= first AND told.dropped_to >= last) AS told
  FROM (
    SELECT robot, stream, sequence - 1 AS last,
      lag(sequence, 1, 0::bigint) OVER (PARTITION BY robot, stream ORDER BY sequence) + 1 AS first
    FROM fleet.event JOIN (SELECT robot, stream FROM fleet.stream WHERE stored < newest) AS open USING (robot, stream)
  ) AS hole
  WHERE first <= last;
"""

COLUMNS = {
    "robot": "text", "stream": "text", "sequence": "bigint", "time": "timestamptz", "event": "text", "status": "text",
    "steer": "text", "simulated": "boolean", "dropped_from": "bigint", "dropped_to": "bigint", "payload": "text",
}

ROWS = f"unnest({', '.join(f'%({name})s::{kind}[]' for name, kind in COLUMNS.items())}) AS row({', '.join(COLUMNS)})"

STORE = f"""
WITH new AS (
  INSERT INTO fleet.event ({', '.join(COLUMNS)})
  SELECT {', '.join(name for name in COLUMNS if name != 'payload')}, payload::jsonb FROM {ROWS}
  ON CONFLICT DO NOTHING RETURNING robot, stream, sequence)
INSERT INTO fleet.stream AS known SELECT robot, stream, max(sequence), count(*) FROM new GROUP BY 1, 2 ORDER BY 1, 2
ON CONFLICT (robot, stream) DO UPDATE
  SET newest = greatest(known.newest, excluded.newest), stored = known.stored + excluded.stored
RETURNING robot, stream, newest - stored
"""

# Another event under a key that is taken, such as that of a robot that was cloned with its queue.
DIFFERENT = f"""
SELECT row.robot, row.stream, row.sequence, row.payload FROM {ROWS} JOIN fleet.event USING (robot, stream, sequence)
WHERE event.payload <> row.payload::jsonb
"""

SET_ASIDE = """
INSERT INTO fleet.set_aside (digest, key, body, reason) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING
"""

#: No event is longer, bytes.
LONGEST = 65_536


class NoEvent(ValueError):
    """Why a message is none."""


def checked(value, kind, name, required=False):
    """A value of some type, or None."""
    if value is None and not required:
        return None
    if not isinstance(value, kind) or (kind is int and (isinstance(value, bool) or not 0 < value < 2**63)):
        raise NoEvent(f"{name} is missing or of another type")
    if kind is str and (len(value) > 1000 or not value.isprintable()):
        raise NoEvent(f"{name} is too long or contains control characters")
    return value


def refuse_constant(name):
    """JSON has no such number."""
    raise NoEvent(f"{name} is no JSON")


def parsed(key, body, prefix):
    """The row of an event, whose robot must be the one that its key names."""
    if len(body) > LONGEST:
        raise NoEvent(f"{len(body)} bytes are too long")
    try:
        text = body.decode("utf-8")
        value = json.loads(text, parse_constant=refuse_constant)
    except (ValueError, RecursionError) as error:
        raise NoEvent(f"no JSON: {error}") from None
    if not isinstance(value, dict):
        raise NoEvent("no JSON object")
    if value.get("version") != 1:
        raise NoEvent("version is not 1")
    row = {name: checked(value.get(name), str, name, True) for name in ("robot", "stream", "event")}
    # MQTT's / is a dot in AMQP, and so is a dot of the robot's name: only the payload tells where the name ends.
    if key != f"{prefix}.{row['robot']}.event":
        raise NoEvent("the topic is another robot's")
    row["sequence"] = checked(value.get("sequence"), int, "sequence", True)
    for name in ("status", "steer"):
        row[name] = checked(value.get(name), str, name)
    row["simulated"] = checked(value.get("simulated"), bool, "simulated")
    moment = checked(value.get("time"), str, "time")
    try:
        row["time"] = datetime.fromisoformat(moment.replace("Z", "+00:00")) if moment else None
    except ValueError:
        raise NoEvent("time is no time") from None
    for end in ("from", "to"):
        is_dropped = row["event"] == "dropped"
        row["dropped_" + end] = checked(value.get(end), int, end, True) if is_dropped else None
    row["payload"] = text
    return row


class Store:
    """The tables of a fleet."""

    def __init__(self, address, prefix):
        self.address, self.prefix = address, prefix.replace("/", ".")
        self.connection = None
        # The streams that were missing something when they were last written.
        self.missing = OrderedDict()

    def connect(self):
        """Connects, and creates what is missing."""
        self.connection = psycopg.connect(self.address, autocommit=True)
        # One of us that hangs in a transaction would otherwise keep the others out of the rows that it has changed.
        self.connection.execute("SET idle_in_transaction_session_timeout = '10s'")
        self.connection.execute("SET lock_timeout = '30s'")
        with self.connection.transaction():
            # Two that start at once would both create.
            self.connection.execute("SELECT pg_advisory_xact_lock(hashtext('fleet schema'))")
            self.connection.execute(SCHEMA)

    def close(self):
        """Disconnects; what is not committed is delivered again."""
        if self.connection:
            self.connection.close()

    def write(self, messages):
        """Stores pairs of a routing key and a body in one transaction."""
        rows, aside = [], []
        for key, body in messages:
            try:
                rows.append(parsed(key, body, self.prefix))
            except NoEvent as error:
                aside.append((key, body, str(error)))
        # In the same order everywhere: two of us would otherwise wait for each other.
        rows.sort(key=lambda row: (row["robot"], row["stream"], row["sequence"]))
        with self.connection.transaction():
            try:
                with self.connection.transaction():
                    self._insert(rows, aside)
            except psycopg.DataError:
                # One of them is JSON that PostgreSQL does not take.
                for row in rows:
                    self._insert_alone(row, aside)
            for key, body, reason in aside:
                digest = hashlib.sha256(key.encode() + b"\0" + body).digest()
                self.connection.execute(SET_ASIDE, (digest, key.replace("\0", "?"), body[:LONGEST], reason))
                say(f"set aside: {key!r}: {reason}")

    def _insert_alone(self, row, aside):
        try:
            with self.connection.transaction():
                self._insert([row], aside)
        except psycopg.DataError as error:
            reason = f"PostgreSQL refuses it: {error.diag.message_primary}"
            aside.append((self._key(row["robot"]), row["payload"].encode(), reason))

    def _insert(self, rows, aside):
        if not rows:
            return
        columns = {name: [row[name] for row in rows] for name in COLUMNS}
        for robot, stream, missing in self.connection.execute(STORE, columns).fetchall():
            self._tell(robot, stream, missing)
        for robot, stream, sequence, payload in self.connection.execute(DIFFERENT, columns).fetchall():
            reason = f"another event {sequence} of stream {stream} is stored"
            aside.append((self._key(robot), payload.encode(), reason))

    def _key(self, robot):
        return f"{self.prefix}.{robot}.event"

    def _tell(self, robot, stream, missing):
        before = self.missing.pop((robot, stream), 0)
        if missing:
            self.missing[robot, stream] = missing
            if len(self.missing) > 100_000:
                self.missing.popitem(last=False)
        if missing != before:
            say(f"{robot!r}: {missing} events of stream {stream!r} are missing")


def say(text):
    """Tells something; texts of others are quoted."""
    print(text, file=sys.stderr, flush=True)


def consume(options, broker, store, is_ended):
    """Stores what a broker delivers, until it or the database fails."""
    host, _, port = broker.partition(":")
    context = ssl.create_default_context(cafile=options.ca) if options.ca else None
    password = pathlib.Path(options.password_file).read_text("utf-8").strip() if options.password_file else "guest"
    connection = pika.BlockingConnection(pika.ConnectionParameters(
        host, int(port or (5671 if context else 5672)), options.vhost, pika.PlainCredentials(options.user, password),
        heartbeat=10, socket_timeout=5, stack_timeout=10, blocked_connection_timeout=30,
        ssl_options=pika.SSLOptions(context, host) if context else None))
    with contextlib.closing(connection):
        channel = connection.channel()
        # A majority of the cluster's nodes has a message before its sender hears of it.
        channel.queue_declare(options.queue, durable=True, arguments={"x-queue-type": "quorum"})
        # A name with a dot is two words, so this is # and not *.
        channel.queue_bind(options.queue, "amq.topic", f"{store.prefix}.#.event")
        # No more than this is ever in memory.
        channel.basic_qos(prefetch_count=2 * options.batch)
        say(f"stores the events of {options.queue} at {broker}")
        batch, newest, begun = [], None, 0.0
        for method, _, body in channel.consume(options.queue, inactivity_timeout=options.delay):
            if method:
                begun = begun if batch else time.monotonic()
                batch.append((method.routing_key, body))
                newest = method.delivery_tag
            is_due = len(batch) >= options.batch or not method or time.monotonic() - begun > options.delay
            if batch and (is_due or is_ended()):
                store.write(batch)
                channel.basic_ack(newest, multiple=True)
                batch = []
            if is_ended():
                return


def main():
    """Goes from one broker to the next until it is ended."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--broker", action="append", metavar="HOST[:PORT]", help="may be repeated; default localhost")
    parser.add_argument("--user", default="guest")
    parser.add_argument("--password-file", help="a file with the password")
    parser.add_argument("--vhost", default="/")
    parser.add_argument("--ca", help="TLS, with a broker that this certificate (PEM) has signed")
    parser.add_argument("--prefix", default="headingd", help="of the robots' topics")
    parser.add_argument("--queue", default="fleet-events")
    parser.add_argument("--database", default="", help="as psql takes it: 'host=… dbname=…' or postgresql://…")
    parser.add_argument("--batch", type=int, default=500, help="events in one transaction at most")
    parser.add_argument("--delay", type=float, default=0.2, help="s, after which one is committed in any case")
    options = parser.parse_args()
    brokers = options.broker or ["localhost"]
    ended = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.append(True))
    store = Store(options.database, options.prefix)
    attempt = 0
    while not ended:
        broker = brokers[attempt % len(brokers)]
        attempt += 1
        try:
            with contextlib.closing(store):
                store.connect()
                consume(options, broker, store, lambda: ended)
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            say(f"the database is not there: {error}")
        except (pika.exceptions.AMQPError, OSError) as error:
            say(f"{broker} is not there: {error!r}")
        if not ended:
            time.sleep(1 if attempt % len(brokers) == 0 else 0.1)


if __name__ == "__main__":
    main()
