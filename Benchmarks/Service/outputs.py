"""Latency and processor time of each output of the running daemon at 50 Hz: outputs.py PROGRAMS NEWEST RUNS SECONDS

PROGRAMS is the folder of headingd and compass, NEWEST the built newest.c; needs eclipse-zenoh and pymavlink, and the
Python client in PYTHONPATH. Three measures:

- from the sample: the consumer's boottime clock when it has decoded a message, less the time of the newest sample that
  the message rests on, which the simulated sensors stamp with the same clock
- from the update: the same, less `latency` of that update of the wire, which the daemon took until the update was made
- processor time: the scheduler's (schedstat)

A second reader follows the daemon's stream and gives the update of a message: by the sample's time, or, where a message
has none (NMEA, ROS in milliseconds), by its heading, which turns by 60°/s. Processor time is measured before it is
connected. Each figure is the median of the runs.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

HZ = 50
RATE = 60
HERE = Path(__file__).parent
SETTLING = 3.0


def now():
    """The boottime clock, s."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


# --- Consumers: processes of their own, which print a line "ARRIVAL time|heading VALUE" for each message.

def tell(lines):
    """Prints messages; what is not read at the end is lost."""
    for arrival, kind, value in lines:
        sys.stdout.write(f"{arrival:.6f} {kind} {value:.6f}\n")
        sys.stdout.flush()


def python_client(path):
    import headingd
    for update in headingd.Client(path).updates(rate=HZ):
        if update.boot_time is not None:
            yield now(), "time", update.boot_time


def nmea(descriptor):
    for data in iter(lambda: descriptor.recv(65536), b""):
        arrival = now()
        for heading in re.findall(rb"\$HCTHS,([0-9.]+),", data):
            yield arrival, "true_heading", float(heading)


def nmea_udp(port):
    with socket.socket(type=socket.SOCK_DGRAM) as receiver:
        receiver.bind(("127.0.0.1", int(port)))
        yield from nmea(receiver)


def nmea_tcp(port):
    with socket.create_connection(("127.0.0.1", int(port))) as receiver:
        yield from nmea(receiver)


def mavlink(port):
    os.environ["MAVLINK20"] = "1"
    from pymavlink.dialects.v20 import common
    link = common.MAVLink(None)
    with socket.socket(type=socket.SOCK_DGRAM) as receiver:
        receiver.bind(("127.0.0.1", int(port)))
        while True:
            data = receiver.recv(65536)
            for message in link.parse_buffer(data) or ():
                if message.get_type() == "ATTITUDE_QUATERNION_COV":
                    yield now(), "time", message.time_usec / 1e6


def lines(_):
    """Of compass --json in the standard input."""
    for line in sys.stdin:
        message = json.loads(line)
        if "class" not in message and message["boot_time"] is not None:
            yield now(), "time", message["boot_time"]


ORIENTATION = re.compile(r"orientation:\n  x: (\S+)\n  y: (\S+)\n  z: (\S+)\n  w: (\S+)\n")


def documents(_):
    """Of compass --format ros-yaml in the standard input."""
    text = ""
    for data in iter(lambda: os.read(0, 65536), b""):
        arrival = now()
        text += data.decode()
        found = list(ORIENTATION.finditer(text))
        for one in found:
            x, y, z, w = map(float, one.groups())
            yaw = math.degrees(math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)))
            yield arrival, "magnetic_heading", (90 - yaw) % 360
        if found:
            text = text[found[-1].end():]


def zenoh_reader(endpoint):
    import queue
    import zenoh
    with zenoh.open(zenoh_config(zenoh, "client", "connect", endpoint)) as session:
        samples = queue.SimpleQueue()

        def heard(sample):
            value = json.loads(sample.payload.to_bytes())
            samples.put((now(), "time", value["boot_time"] or math.nan))

        session.declare_subscriber("headingd/*/update", heard)
        while True:
            yield samples.get()


def zenoh_config(zenoh, mode, key, endpoint):
    config = zenoh.Config()
    for name, value in {"mode": mode, "scouting/multicast/enabled": False, f"{key}/endpoints": [endpoint]}.items():
        config.insert_json5(name, json.dumps(value))
    return config


def zenoh_router(endpoint):
    import zenoh
    with zenoh.open(zenoh_config(zenoh, "router", "listen", endpoint)):
        print("0 time 0", flush=True)
        signal.pause()
    yield


CONSUMERS = {one.__name__: one for one in (
    python_client, nmea_udp, nmea_tcp, mavlink, lines, documents, zenoh_reader, zenoh_router)}


# --- The measurement.

class Consumer:
    """A consumer, read in a thread, with the processes before it."""

    def __init__(self, stack, commands, environment=None):
        self.values = []
        self.processes = []
        source = None
        for command in commands:
            process = subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            stack.callback(process.wait)
            stack.callback(process.kill)
            self.processes.append(process)
            source = process.stdout
        self.thread = threading.Thread(target=self.read, args=(source,), daemon=True)
        self.thread.start()

    def read(self, stream):
        for line in stream:
            words = line.decode().split()
            # The C client prints no kind.
            self.values.append((float(words[0]), words[1] if len(words) == 3 else "time", float(words[-1])))


def me(*words):
    return [sys.executable, __file__, "consume", *words]


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def processor(process):
    """Processor time of all threads, s."""
    total = 0
    for task in Path(f"/proc/{process.pid}/task").iterdir():
        with contextlib.suppress(OSError):
            total += int((task / "schedstat").read_text().split()[0])
    return total / 1e9


class Reference:
    """The daemon's own stream."""

    def __init__(self, path):
        self.updates = []
        threading.Thread(target=self.read, args=(path,), daemon=True).start()

    def read(self, path):
        import headingd
        with contextlib.suppress(headingd.HeadingError):
            for one in headingd.Client(path).events(reconnect=False):
                if isinstance(one, headingd.Update) and one.true_heading is not None:
                    self.updates.append(one)

    def update(self, arrival, kind, value):
        """The update behind a message."""
        def off(one):
            if kind == "time":
                return abs(one.boot_time - value)
            return abs((getattr(one, kind) - value + 180) % 360 - 180)

        best = min((one for one in self.updates if arrival - 0.5 < one.boot_time <= arrival), key=off, default=None)
        # MAVLink has whole microseconds, NMEA one decimal.
        return best if best and off(best) < (2e-6 if kind == "time" else 0.06) else None


class Kind:
    """An output and how it is consumed."""

    def __init__(self, name, configuration="", chain=lambda path, port: [], extra=None):
        self.name, self.configuration, self.chain, self.extra = name, configuration, chain, extra


def kinds(programs, newest):
    compass = f"{programs}/compass"
    return [
        Kind("none"),
        Kind("JSON, C client", "", lambda path, port: [[newest, path, str(HZ)]]),
        Kind("JSON, Python client", "", lambda path, port: [me("python_client", path)]),
        Kind("JSON, Swift client (compass --json)", "",
             lambda path, port: [[compass, "--socket", path, "--json", "--rate", str(HZ)], me("lines", "-")]),
        Kind("NMEA, UDP", "nmea: [{{to: 'udp:127.0.0.1:{port}', rate: 50}}]",
             lambda path, port: [me("nmea_udp", str(port))]),
        Kind("NMEA, TCP", "nmea: [{{to: 'tcp:{port}', rate: 50}}]", lambda path, port: [me("nmea_tcp", str(port))]),
        Kind("MAVLink, UDP", "mavlink: [{{to: 'udp:127.0.0.1:{port}', rate: 50}}]",
             lambda path, port: [me("mavlink", str(port))]),
        Kind("ROS YAML (compass)", "",
             lambda path, port: [[compass, "--socket", path, "--format", "ros-yaml", "--rate", str(HZ)],
                                 me("documents", "-")]),
        Kind("Zenoh", "", lambda path, port: [me("zenoh_reader", f"tcp/127.0.0.1:{port}")],
             lambda path, port: [me("zenoh_router", f"tcp/127.0.0.1:{port}"),
                                 [sys.executable, "-m", "headingd.zenoh", "--robot", "r", "--daemon", path, "--rate",
                                  str(HZ), "--connect", f"tcp/127.0.0.1:{port}"]]),
    ]


def wait(condition, what, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"outputs: {what}")
        time.sleep(0.02)


def measure(kind, programs, seconds):
    """Shares of a core, percent, of daemon, helpers and consumer; times in ms from the sample and from the update."""
    import headingd
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        path, port = f"{folder}/s", free_port()
        outputs = kind.configuration.format(port=port)
        Path(f"{folder}/c.yaml").write_text(f"log: {{level: error}}\n{f'outputs: {{{outputs}}}' if outputs else ''}\n")
        daemon = subprocess.Popen(
            [f"{programs}/headingd", "--config", f"{folder}/c.yaml", "--socket", path, "--gpsd", "none", "--simulate",
             "--scenario", f"turning:pitch=5,roll=3,rate={RATE},iron=none"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        stack.callback(daemon.wait)
        stack.callback(daemon.kill)
        wait(lambda: os.path.exists(path), "headingd does not start")
        for update in headingd.Client(path).updates():
            if update.true_heading is not None:
                break
        helpers = []
        for command in kind.extra(path, port) if kind.extra else ():
            helpers.append(Consumer(stack, [command]))
            # The router says when it listens; the publisher tries until it does.
            wait(lambda: helpers[0].values, "the router does not start")
        chain = kind.chain(path, port)
        consumer = Consumer(stack, chain) if chain else None
        if consumer:
            wait(lambda: consumer.values, f"{kind.name}: nothing comes")
        time.sleep(SETTLING)
        counted = [process for one in helpers[1:] for process in one.processes] + \
            (consumer.processes[:-1] if consumer else [])
        reader = consumer.processes[-1:] if consumer else []
        start = now()
        before = [[processor(one) for one in group] for group in ([daemon], counted, reader)]
        time.sleep(seconds)
        span = now() - start
        after = [[processor(one) for one in group] for group in ([daemon], counted, reader)]
        shares = [100 * (sum(b) - sum(a)) / span for a, b in zip(before, after)]
        if not consumer:
            return shares, []
        reference = Reference(path)
        wait(lambda: reference.updates, "no reference")
        time.sleep(0.5)
        start = now()
        time.sleep(seconds)
        end = now()
        # Updates that were on their way.
        time.sleep(0.5)
        messages = [one for one in list(consumer.values) if start < one[0] <= end]
        pairs = [(one[0], update) for one in messages if (update := reference.update(*one))]
        if len(pairs) < 0.9 * len(messages) or len(pairs) < 0.7 * HZ * seconds:
            sys.exit(f"outputs: {kind.name}: {len(pairs)} of {len(messages)} messages have an update")
        sampled = sorted(1000 * (arrival - update.boot_time) for arrival, update in pairs)
        made = sorted(1000 * (arrival - update.boot_time - update.latency) for arrival, update in pairs)
        return shares, [sampled, made]


def main(programs, newest, runs, seconds):
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before; {runs} runs of {seconds} s, medians; "
          "ms and % of a core", flush=True)
    results = {}
    every = kinds(programs, newest)
    # Round by round, so that other load of the machine meets all alike.
    for _ in range(runs):
        for kind in every:
            shares, times = measure(kind, programs, seconds)
            results.setdefault(kind.name, []).append((shares, times))
    print("| output | from the sample: p50 | p99 | from the update: p50 | p99 | headingd | above none | helper | "
          "consumer |\n" + 9 * "| --- " + "|")
    median = statistics.median
    base = median(shares[0] for shares, _ in results["none"])
    for name, of_runs in results.items():
        shares = [median(one[index] for one, _ in of_runs) for index in range(3)]
        cells = [
            f"{median(times[which][int(len(times[which]) * part)] for _, times in of_runs):.2f}" if of_runs[0][1] else ""
            for which in (0, 1) for part in (0.5, 0.99)]
        row = [name, *cells, f"{shares[0]:.2f}", f"{shares[0] - base:.2f}" if name != "none" else "",
               f"{shares[1]:.2f}" if shares[1] else "", f"{shares[2]:.2f}" if shares[2] else ""]
        print("| " + " | ".join(row) + " |", flush=True)
    print(f"load {os.getloadavg()[0]:.1f} after")


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "consume":
        with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
            tell(CONSUMERS[sys.argv[2]](sys.argv[3]))
    elif len(sys.argv) == 5:
        main(sys.argv[1], os.path.abspath(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]))
    else:
        sys.exit(__doc__)
