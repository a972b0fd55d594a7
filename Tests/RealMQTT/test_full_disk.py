"""A disk of 64 kB below the queue, which others fill and empty again; needs root for a namespace of its own."""

from __future__ import annotations

import os
import subprocess
import time
import unittest
from pathlib import Path

from programs import HEADINGD, Case, Program, Reader, free_port, until


@unittest.skipUnless(os.geteuid() == 0, "only root may mount")
class FullDisk(Case):
    """Nothing crashes, nothing is lost, and what to do is said once."""

    def setUp(self) -> None:
        super().setUp()
        (self.folder / "queue").mkdir()
        self.holder = Program(self.folder, "holder", [
            "unshare", "--mount", "--propagation", "private", "sh", "-c",
            f"mount -t tmpfs -o size=64k small {self.folder}/queue && exec sleep 600"])
        self.addCleanup(self.holder.kill)
        until(lambda: "sleep" in Path(f"/proc/{self.holder.process.pid}/comm").read_text("ascii"), "the disk is there")

    @property
    def disk(self) -> Path:
        """The small disk, seen from outside."""
        return Path(f"/proc/{self.holder.process.pid}/root{self.folder}/queue")

    def fill(self) -> None:
        """Takes all room that is left."""
        with (self.disk / "filler").open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(1024))
            except OSError:
                pass

    def start(self, port: int, name: str) -> Program:
        """A daemon that sees the disk."""
        return self.daemon([port], name=name, inside=["nsenter", "-t", str(self.holder.process.pid), "-m"])

    def status(self, name: str) -> str:
        """What `compass status` shows."""
        program = str(Path(HEADINGD).parent / "compass")
        done = subprocess.run([program, "status", "--socket", str(self.folder / f"{name}.s")], capture_output=True,
                              text=True, timeout=20, check=False)
        return " ".join(done.stdout.split())

    def events(self, reader: Reader, stream: str) -> list[int]:
        """The numbers of a stream's events, in the order of their arrival."""
        return [one.values["sequence"] for one in reader.of("/event") if one.values["stream"] == stream]

    def test_full_disk(self) -> None:
        """Earlier events arrive, later ones too; once there is room the stream goes on, and nothing comes twice."""
        port = free_port()
        first = self.start(port, "first")
        until(lambda: sum(path.stat().st_size for path in self.disk.glob("events-*")) > 1000, lambda: first.log)
        first.kill()
        stream = (self.disk / "stream").read_text("ascii").strip()
        kept = sum(path.read_bytes().count(b"\n") for path in self.disk.glob("events-*"))
        self.fill()
        broker = self.broker(port)
        reader = self.reader(port, "headingd/+/event")
        until(lambda: reader.client.is_connected(), "the reader listens")
        second = self.start(port, "second")
        until(lambda: len(self.events(reader, stream)) >= kept and len(reader.of("/event")) >= kept + 3,
              lambda: f"old and new events arrive: {second.log}")
        self.assertEqual(self.events(reader, stream), list(range(1, len(self.events(reader, stream)) + 1)))
        until(lambda: "the disk is full" in self.status("second"), lambda: f"the status says so: {second.log}")
        # Twice the time between two attempts.
        time.sleep(21)
        self.assertIsNone(second.process.poll())
        self.assertEqual(second.log.count("the disk is full"), 1, second.log)
        self.assertIn("make room", second.log)
        other = {one.values["stream"] for one in reader.of("/event")} - {stream}
        self.assertEqual(len(other), 1)
        self.whole([one.values for one in reader.of("/event") if one.values["stream"] in other])
        (self.disk / "filler").unlink()
        start = time.monotonic()
        until(lambda: "are kept in" in second.log, lambda: f"there is room again: {second.log}", 15)
        print(f"\nthe disk is used again {time.monotonic() - start:.1f} s after there is room")
        self.assertNotIn("the disk is full", self.status("second"))
        second.stop()
        last = max(self.events(reader, stream))
        third = self.start(port, "third")
        until(lambda: max(self.events(reader, stream)) >= last + 3, lambda: f"the stream goes on: {third.log}")
        third.stop()
        self.assertEqual(third.process.returncode, 0)
        numbers = self.events(reader, stream)
        self.assertEqual(numbers, list(range(1, len(numbers) + 1)), "none is missing, and none came twice")
        self.assertIsNone(broker.process.poll())
