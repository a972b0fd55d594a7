"""Where recordings come from and results go to: a folder, or an S3-compatible store."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit

from ._modules import needed


class StoreError(Exception):
    """The store cannot be read or written: missing, refused, or lost on the way. Not the recording's fault."""


class SourceError(StoreError):
    """The same of the store of the recordings as a whole."""


class TooLarge(Exception):
    """An object is larger than the limit; its size is in the message."""


@dataclass(frozen=True)
class Entry:
    """An object of a store: `name` relative to its root, `size` in bytes, `version` a mark that changes with the content."""

    name: str
    size: int
    version: str


class Store(Protocol):
    """A flat space of named objects. Names have `/` between their parts. Every method raises `StoreError`."""

    #: What `opened` takes, to open it again in another process.
    address: str

    def entries(self, prefix: str = "") -> Iterator[Entry]:
        """All objects whose names begin with `prefix`, in pages, never all in memory."""

    def read(self, name: str, limit: int) -> bytes:
        """An object's bytes. `TooLarge` if they are more than `limit`; no more than that is read."""

    def write(self, name: str, data: bytes) -> None:
        """Writes a whole object at once: readers see the old one or the new one, also after a power failure."""

    def remove(self, name: str) -> None:
        """Removes an object; one that is not there is no error."""

    def reaches(self) -> None:
        """Raises `StoreError` if the store cannot be listed."""


class Folder:
    """A folder with all its subfolders. Hidden files (`.name`) and links that leave nothing to read are passed over."""

    def __init__(self, path: str | os.PathLike[str], create: bool = False) -> None:
        self._root = Path(path).absolute()
        self.address = str(self._root)
        if create:
            try:
                self._root.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(f"the folder {self._root} cannot be made: {error.strerror}") from error

    def entries(self, prefix: str = "") -> Iterator[Entry]:
        waiting = [self._root]
        while waiting:
            folder = waiting.pop()
            try:
                found = sorted(os.scandir(folder), key=lambda one: one.name)
            except FileNotFoundError:
                if folder == self._root:
                    raise StoreError(f"there is no folder {folder}") from None
                continue
            except OSError as error:
                raise StoreError(f"the folder {folder} cannot be read: {error.strerror}") from error
            folders = []
            for one in found:
                if one.name.startswith("."):
                    continue
                name = os.path.relpath(one.path, self._root)
                try:
                    if one.is_dir(follow_symlinks=False):
                        if name.startswith(prefix) or prefix.startswith(name + "/"):
                            folders.append(Path(one.path))
                    elif one.is_file() and name.startswith(prefix):
                        status = one.stat()
                        yield Entry(name, status.st_size, f"{status.st_mtime_ns:x}")
                except OSError:
                    continue
            waiting.extend(reversed(folders))

    def read(self, name: str, limit: int) -> bytes:
        try:
            with open(self._path(name), "rb") as file:
                data = file.read(limit + 1)
                if len(data) > limit:
                    raise TooLarge(f"{os.fstat(file.fileno()).st_size} bytes")
                return data
        except OSError as error:
            raise StoreError(f"{name} cannot be read: {error.strerror}") from error

    def write(self, name: str, data: bytes) -> None:
        path = self._path(name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(prefix=".part-", dir=path.parent)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fchmod(file.fileno(), 0o640)
                    os.fsync(file.fileno())
                os.replace(temporary, path)
            except BaseException:
                os.unlink(temporary)
                raise
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        except OSError as error:
            raise StoreError(f"{path} cannot be written: {error.strerror}") from error

    def remove(self, name: str) -> None:
        try:
            self._path(name).unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(f"{name} cannot be removed: {error.strerror}") from error

    def reaches(self) -> None:
        try:
            os.scandir(self._root).close()
        except OSError as error:
            raise StoreError(f"the folder {self._root} cannot be read: {error.strerror}") from error

    def path(self, name: str) -> Path:
        """Where an object is, for those who need a file of the system, such as a lock."""
        return self._path(name)

    def _path(self, name: str) -> Path:
        if name.startswith("/") or ".." in name.split("/"):
            raise StoreError(f"the name leaves the folder: {name}")
        return self._root / name


class S3:
    """A prefix of a bucket: `s3://bucket/prefix?endpoint=http://host:port&region=name`.

    Credentials are those of boto3: the environment, `~/.aws`, an instance's role. Lost connections and `SlowDown` are tried
    again five times.
    """

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        query = parse_qs(parts.query)
        unknown = set(query) - {"endpoint", "region"}
        if not parts.netloc or unknown:
            raise StoreError(f"not s3://BUCKET/PREFIX?endpoint=URL&region=NAME: {address}")
        self.address = address
        self.bucket = parts.netloc
        prefix = parts.path.strip("/")
        self.prefix = prefix + "/" if prefix else ""
        config = needed("botocore.config").Config(
            retries={"mode": "standard", "max_attempts": 6}, connect_timeout=10, read_timeout=60,
            s3={"addressing_style": "path" if "endpoint" in query else "auto"},
            request_checksum_calculation="when_required", response_checksum_validation="when_required")
        self.client: Any = needed("boto3").client(
            "s3", endpoint_url=query.get("endpoint", [None])[0], region_name=query.get("region", ["us-east-1"])[0],
            config=config)
        exceptions = needed("botocore.exceptions")
        self.errors = (exceptions.BotoCoreError, exceptions.ClientError)

    def entries(self, prefix: str = "") -> Iterator[Entry]:
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=self.prefix + prefix)
        try:
            for page in pages:
                for one in page.get("Contents", ()):
                    name = one["Key"][len(self.prefix):]
                    if name and not name.endswith("/"):
                        yield Entry(name, int(one["Size"]), one["ETag"].strip('"'))
        except self.errors as error:
            raise StoreError(f"the bucket {self.bucket} cannot be listed: {error}") from error

    def read(self, name: str, limit: int) -> bytes:
        try:
            answer = self.client.get_object(Bucket=self.bucket, Key=self.prefix + name)
            with answer["Body"] as body:
                if answer["ContentLength"] > limit:
                    raise TooLarge(f"{answer['ContentLength']} bytes")
                data = bytes(body.read())
        except self.errors as error:
            raise StoreError(f"{name} cannot be read: {error}") from error
        if len(data) != answer["ContentLength"]:
            raise StoreError(f"{name} was cut on the way: {len(data)} of {answer['ContentLength']} bytes")
        return data

    def write(self, name: str, data: bytes) -> None:
        try:
            self.client.put_object(Bucket=self.bucket, Key=self.prefix + name, Body=data)
        except self.errors as error:
            raise StoreError(f"{name} cannot be written: {error}") from error

    def remove(self, name: str) -> None:
        try:
            self.client.delete_object(Bucket=self.bucket, Key=self.prefix + name)
        except self.errors as error:
            raise StoreError(f"{name} cannot be removed: {error}") from error

    def reaches(self) -> None:
        try:
            self.client.list_objects_v2(Bucket=self.bucket, Prefix=self.prefix, MaxKeys=1)
        except self.errors as error:
            raise StoreError(f"the bucket {self.bucket} cannot be reached: {error}") from error


def opened(address: str, create: bool = False) -> Store:
    """The store of an address: `s3://…` or the path of a folder, which `create` makes if it is not there."""
    if address.startswith("s3://"):
        return S3(address)
    return Folder(address, create)
