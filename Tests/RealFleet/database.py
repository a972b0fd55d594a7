"""A PostgreSQL of its own, reached by a unix socket only."""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import psycopg
from programs import Program, until

#: PostgreSQL refuses to run as root.
OWNER = "postgres"


def binary(name: str) -> str:
    """A program of Debian's newest PostgreSQL, which is in no folder of the search path."""
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))
    return found[-1] if found else shutil.which(name) or name


class Database:
    """A server with an empty database; use it as a context manager."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "postgresql"
        self.folder.mkdir()
        self._as_owner: list[str] = []
        if os.getuid() == 0:
            shutil.chown(self.folder, OWNER, OWNER)
            self._as_owner = ["setpriv", f"--reuid={OWNER}", f"--regid={OWNER}", "--clear-groups"]
        self.address = f"host={self.folder} dbname=postgres user={OWNER} connect_timeout=5"
        self._program: Program | None = None

    def __enter__(self) -> Database:
        subprocess.run([*self._as_owner, binary("initdb"), "-D", f"{self.folder}/data", "-U", OWNER, "-A", "trust", "-N"],
                       check=True, capture_output=True, timeout=120, env={"LANG": "C.UTF-8", "PATH": os.environ["PATH"]})
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Starts the server, and waits until it answers."""
        self._program = Program(
            self.folder.parent, "postgresql",
            [*self._as_owner, binary("postgres"), "-D", f"{self.folder}/data", "-k", str(self.folder), "-h", ""])
        until(self._answers, "PostgreSQL answers")

    def _answers(self) -> bool:
        assert self._program
        self._program.check()
        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(self.address):
            return True
        return False

    @property
    def process(self) -> int:
        """The identifier of the server's first process."""
        assert self._program
        return self._program.process.pid

    def stop(self, is_orderly: bool = True) -> None:
        """Ends the server, without a farewell to its clients if not in order."""
        if self._program and self._program.process.poll() is None:
            # SIGINT ends it at once and in order; SIGQUIT is an end like that of a power loss.
            self._program.process.send_signal(2 if is_orderly else 3)
            self._program.process.wait(30)

    def rows(self, query: str, *arguments: Any) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        with psycopg.connect(self.address) as connection:
            return connection.execute(query, arguments).fetchall()

    def value(self, query: str, *arguments: Any) -> Any:
        """The only value of a query."""
        return self.rows(query, *arguments)[0][0]
