"""Shared subscriptions on a real mosquitto: several readers share the events, each of which comes to one."""

from __future__ import annotations

import contextlib
import shutil
import time
import unittest

from fleet import Folder, Program, accepts, report, robots, until
from observer import Observer

PORT = 18830

MOSQUITTO = shutil.which("mosquitto") or "/usr/sbin/mosquitto"


class Mosquitto(Program):
    """A broker of its own for everyone."""

    def __init__(self, folder, port: int = PORT, more: str = "") -> None:  # type: ignore[no-untyped-def]
        file = folder / f"mosquitto-{port}.conf"
        file.write_text(f"listener {port} 0.0.0.0\nallow_anonymous true\npersistence false\nuser root\n"
                        f"max_queued_messages 100000\nset_tcp_nodelay true\n{more}")
        super().__init__(folder, f"mosquitto-{port}", [MOSQUITTO, "-c", str(file)])
        until(lambda: self.check() or accepts("127.0.0.1", port), "mosquitto answers")


class SharedTests(unittest.TestCase):
    """Readers in one group."""

    def test_each_event_comes_to_one(self) -> None:
        """Two readers have all events, and no event twice."""
        with Folder() as folder, contextlib.ExitStack() as stack:
            broker = Mosquitto(folder)
            stack.callback(broker.stop)
            topic = "$share/archive/headingd/+/event"
            readers = [stack.enter_context(Observer("127.0.0.1", PORT, topic, quality=1, name=f"reader-{one}", keeps=True))
                       for one in range(2)]
            load = robots(folder, [PORT], "share", user="", count=20, rate=0, events=20, seconds=6)
            sent = report(load, 60)
            total = sum(one["events"] for one in sent.values())
            until(lambda: sum(one.total for one in readers) >= total, "all events have come")
            time.sleep(0.3)
            seen = [{payload for _, payload in one.messages} for one in readers]
            self.assertEqual(sum(len(one.messages) for one in readers), total)
            self.assertFalse(seen[0] & seen[1])
            self.assertEqual(len(seen[0] | seen[1]), total)
            self.assertTrue(all(len(one) > total // 5 for one in seen), [len(one) for one in seen])
            print(f"shared subscription: {total} events, {len(seen[0])} and {len(seen[1])}", flush=True)
