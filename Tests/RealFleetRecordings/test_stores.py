"""Folders and an S3-compatible store: radosgw if $HEADINGD_S3 names one (s3://bucket?endpoint=…), else PyPI's moto, a mock."""

from __future__ import annotations

import logging
import os
import unittest
import uuid
from pathlib import Path
from typing import Any

from headingd import fleet
from headingd.fleet import locking
from headingd.fleet.ledger import Ledger
from headingd.fleet.locking import Lock
from headingd.fleet.robots import write_robots
from headingd.fleet.schema import decoded
from headingd.fleet.stores import S3, Entry, Folder, StoreError, TooLarge
from support import FolderTest, plan


class FolderTests(FolderTest):
    def test_nested_names_and_prefixes(self) -> None:
        for name in ("b/2.csv", "a/1.csv", "a/x/3.csv", ".hidden/4.csv", "a/.5.csv"):
            self.put(name, name)
        os.symlink("/nowhere", self.source / "a/broken.csv")
        folder = Folder(self.source)
        self.assertEqual([one.name for one in folder.entries()], ["a/1.csv", "a/x/3.csv", "b/2.csv"])
        self.assertEqual([one.name for one in folder.entries("a/x")], ["a/x/3.csv"])

    def test_limits_and_errors(self) -> None:
        self.put("a.csv", "0123456789")
        folder = Folder(self.source)
        self.assertEqual(folder.read("a.csv", 10), b"0123456789")
        with self.assertRaises(TooLarge):
            folder.read("a.csv", 9)
        for name in ("gone.csv", "../a.csv", "/etc/hostname"):
            with self.assertRaises(StoreError):
                folder.read(name, 100)
        with self.assertRaisesRegex(StoreError, "there is no folder"):
            list(Folder(self.folder / "absent").entries())

    def test_a_write_is_whole(self) -> None:
        folder = Folder(self.output, create=True)
        folder.write("x/a.bin", b"one")
        folder.write("x/a.bin", b"two")
        self.assertEqual(folder.read("x/a.bin", 10), b"two")
        self.assertEqual(os.listdir(self.output / "x"), ["a.bin"])
        folder.remove("x/a.bin")
        folder.remove("x/a.bin")
        self.assertEqual(list(folder.entries()), [])


class S3Tests(FolderTest):
    server: Any = None
    base = ""

    @classmethod
    def setUpClass(cls) -> None:
        if os.environ.get("HEADINGD_S3"):
            cls.base = os.environ["HEADINGD_S3"]
            return
        try:
            from moto.server import ThreadedMotoServer
        except ImportError:
            raise unittest.SkipTest("neither $HEADINGD_S3 nor PyPI's moto") from None
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        os.environ.update(AWS_ACCESS_KEY_ID="test", AWS_SECRET_ACCESS_KEY="test")
        cls.server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
        cls.server.start()
        host, port = cls.server.get_host_and_port()
        cls.base = f"s3://fleet?endpoint=http://{host}:{port}"

    @classmethod
    def tearDownClass(cls) -> None:
        if cls.server:
            cls.server.stop()

    def setUp(self) -> None:
        super().setUp()
        bucket, _, query = self.base.partition("?")
        self.prefix = f"{bucket}/{uuid.uuid4().hex[:8]}"
        self.query = f"?{query}"
        store = self.store("in")
        try:
            store.client.create_bucket(Bucket=store.bucket)
        except store.errors:
            pass

    def store(self, name: str) -> S3:
        return S3(f"{self.prefix}/{name}{self.query}")

    def test_objects_in_pages(self) -> None:
        store = self.store("in")
        for index in range(1005):
            store.write(f"robot/{index:04d}.csv", b"x%d" % index)
        found = list(store.entries())
        self.assertEqual(len(found), 1005)
        self.assertEqual((found[7].name, found[7].size), ("robot/0007.csv", 2))
        self.assertEqual(len(list(store.entries("robot/100"))), 5)
        self.assertEqual(store.read("robot/0007.csv", 2), b"x7")
        with self.assertRaises(TooLarge):
            store.read("robot/0007.csv", 1)
        with self.assertRaises(StoreError):
            store.read("robot/none", 10)
        store.remove("robot/0007.csv")
        store.remove("robot/0007.csv")
        with self.assertRaises(StoreError):
            S3("s3://no-such-bucket-here" + self.query).reaches()

    def test_a_run_from_store_to_store(self) -> None:
        source, output = self.store("in"), self.store("out")
        for index in range(20):
            source.write(f"robot-{index % 2}/2026-11-28/{index}.csv", b"good %d" % index)
        source.write("robot-1/ends.csv", b"signal SIGSEGV")
        for expected in ((20, 1, 0), (0, 0, 21)):
            report = fleet.run(plan(source.address), output.address, fleet.Pool(2), part_rows=6)
            self.assertEqual((report.results, report.poison, report.skipped), expected)
        found = [decoded(output.read(one.name, 1 << 20)).num_rows for one in output.entries("recordings/")]
        self.assertEqual(sum(found), 20)
        self.assertEqual(decoded(output.read("robots.parquet", 1 << 20)).num_rows, 2)
        self.assertNotIn("lock.json", [one.name for one in output.entries()])

    def test_the_lock_of_a_store(self) -> None:
        output = self.store("out")
        with Lock(output):
            with self.assertRaisesRegex(fleet.Locked, "another run works on"):
                Lock(self.store("out")).__enter__()
        # A run that was killed leaves its lock, which expires.
        Lock(output).__enter__()
        self.addCleanup(setattr, locking, "EXPIRY", locking.EXPIRY)
        locking.EXPIRY = -10.0
        with Lock(self.store("out")) as lock:
            self.assertFalse(lock.is_lost.is_set())

    def test_rows_that_were_written_twice_count_once(self) -> None:
        """Two runs in spite of the lock, as a store without conditions lets them."""
        output = Folder(self.output, create=True)
        options = plan(self.source).options
        self.fill(6)
        first, second = Ledger(output, options), Ledger(output, options)
        for ledger, names in ((first, slice(0, 5)), (second, slice(2, 6))):
            for entry in list(Folder(self.source).entries())[names]:
                ledger.add(fleet.perform(plan(self.source), fleet.Task(entry.name, entry.size, entry.version)))
            ledger.flush()
        ledger = Ledger(output, options)
        self.assertEqual(ledger.done, 9)
        write_robots(output, ledger)
        robots = decoded((self.output / "robots.parquet").read_bytes()).to_pylist()
        self.assertEqual(sum(row["recordings"] for row in robots), 6)
        # Also with more recordings than may be in memory.
        write_robots(output, ledger, most_rows=2)
        self.assertEqual(decoded((self.output / "robots.parquet").read_bytes()).to_pylist(), robots)
        self.assertTrue(ledger.is_done(Entry(entry.name, entry.size, entry.version)))


if __name__ == "__main__":
    unittest.main()
