"""One run at a time on an output."""

from __future__ import annotations

import fcntl
import json
import os
import socket
import threading
import time
import uuid
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import IO

from .stores import S3, Folder, Store, StoreError

#: A run of a store says so often that it is there, s; one that was silent for longer than `EXPIRY` has ended.
HEARTBEAT = 20.0
EXPIRY = 90.0


class Locked(Exception):
    """Another run has the output."""


class Lock:
    """Holds an output while it is entered; `Locked` if another run does.

    In a folder it is a lock of the system, which ends with the process, however that ends. In an S3-compatible store it
    is an object, made with a condition and renewed: after a killed run the next one is refused for up to 90 s. A
    store that ignores conditions may let two runs in that begin within the same moment: their results are then the same rows twice,
    which readers of this package count once, by `hash`.
    """

    def __init__(self, output: Store) -> None:
        self._output = output
        self._file: IO[str] | None = None
        self._owner = f"{socket.gethostname()} {os.getpid()} {uuid.uuid4().hex[:12]}"
        self._is_over = threading.Event()
        self._thread: threading.Thread | None = None
        #: Set when another run has taken the lock: this one must stop.
        self.is_lost = threading.Event()

    def __enter__(self) -> Lock:
        if isinstance(self._output, Folder):
            self._lock_file(self._output)
        elif isinstance(self._output, S3):
            self._lock_object(self._output)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None,
    ) -> None:
        if self._file:
            self._file.close()
        if self._thread:
            self._is_over.set()
            self._thread.join()
            if not self.is_lost.is_set():
                self._output.remove("lock.json")

    def _lock_file(self, output: Folder) -> None:
        path = output.path("lock")
        try:
            self._file = open(path, "a+", encoding="utf-8")
        except OSError as error:
            raise StoreError(f"{path} cannot be made: {error.strerror}") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.seek(0)
            owner = self._file.read(200).strip()
            self._file.close()
            raise Locked(f"another run works on {output.address}: {owner}") from None
        self._file.truncate(0)
        self._file.write(self._owner + "\n")
        self._file.flush()

    def _lock_object(self, store: S3) -> None:
        etag = self._put(store, {"IfNoneMatch": "*"})
        if etag is None:
            owner, age, other = self._holder(store)
            if age >= EXPIRY:
                etag = self._replace(store, other)
            if etag is None:
                raise Locked(f"another run works on {store.address}: {owner}, {age:.0f} s ago; if it was killed, wait {EXPIRY:g} s")
        self._thread = threading.Thread(target=self._renew, args=(store, etag), daemon=True)
        self._thread.start()

    def _holder(self, store: S3) -> tuple[str, float, str]:
        """Who has the lock, since when it was not renewed, s, and its mark."""
        try:
            answer = store.client.get_object(Bucket=store.bucket, Key=store.prefix + "lock.json")
            content = json.loads(answer["Body"].read(1000))
            # Both times are the store's.
            now = parsedate_to_datetime(answer["ResponseMetadata"]["HTTPHeaders"]["date"])
            return str(content["owner"]), (now - answer["LastModified"]).total_seconds(), answer["ETag"]
        except (*store.errors, ValueError, KeyError, TypeError) as error:
            raise StoreError(f"the lock of {store.address} cannot be read: {error}") from error

    def _replace(self, store: S3, mark: str) -> str | None:
        """Writes the lock in place of the one with a mark; `None` if it is another one's. radosgw 16 wants marks without quotes."""
        return self._put(store, {"IfMatch": mark}) or self._put(store, {"IfMatch": mark.strip('"')})

    def _put(self, store: S3, condition: dict[str, str]) -> str | None:
        """Writes the lock; its mark, or `None` if the condition was not met."""
        body = json.dumps({"owner": self._owner, "time": time.time()}).encode()
        try:
            answer = store.client.put_object(
                Bucket=store.bucket, Key=store.prefix + "lock.json", Body=body, **condition)
            return str(answer["ETag"])
        except store.errors as error:
            code = getattr(error, "response", {}).get("Error", {}).get("Code", "")
            if code in ("PreconditionFailed", "ConditionalRequestConflict", "412", "409"):
                return None
            raise StoreError(f"the lock of {store.address} cannot be written: {error}") from error

    def _renew(self, store: S3, etag: str) -> None:
        while not self._is_over.wait(HEARTBEAT):
            try:
                renewed = self._replace(store, etag)
            except StoreError:
                continue
            if renewed is None:
                self.is_lost.set()
                return
            etag = renewed
