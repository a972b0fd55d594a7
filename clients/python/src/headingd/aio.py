"""The same for asyncio."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from os import PathLike
from typing import Any

from . import wire
from .address import Address
from .client import ANSWER_TIMEOUT, Client
from .update import CONNECTION_LOST, CONNECTION_SILENT, Update

#: More than a kernel's buffer holds, so that the newest update is among what is read.
_CHUNK = 1 << 20


class AsyncClient:
    """A client of headingd for asyncio.

    >>> async for update in AsyncClient().updates(rate=10, deadline=0.25):
    ...     print(update.magnetic_heading, update.steer.value)
    """

    def __init__(self, address: str | PathLike[str] | Address | None = None) -> None:
        """A client of the daemon at an address, see `Address.parse`."""
        self.address = Address.parse(address)

    async def updates(
        self,
        rate: float | None = None,
        heading_filter: float | None = None,
        distance_filter: float | None = None,
        deadline: float | None = None,
    ) -> AsyncIterator[Update]:
        """The daemon's updates, without an end; as `Client.updates`."""
        wishes = wire.request(rate, heading_filter, distance_filter)
        backoff = wire.Backoff()
        is_lost = False
        while True:
            with contextlib.suppress(OSError, TimeoutError):
                async with contextlib.aclosing(self._connection(wishes, deadline)) as updates:
                    async for update in updates:
                        backoff.reset()
                        is_lost = False
                        yield update
            if not is_lost:
                is_lost = True
                yield Update.unavailable(CONNECTION_LOST)
            await asyncio.sleep(backoff.next())

    async def _connection(
        self, wishes: dict[str, Any], deadline: float | None
    ) -> AsyncIterator[Update]:
        """The updates of one connection, until it is lost."""
        async with asyncio.timeout(ANSWER_TIMEOUT):
            reader, writer = await self._open()
        try:
            conversation = wire.Conversation()
            if len(wishes) > 1:
                writer.write(wire.encode(wishes))
            clock = asyncio.get_running_loop().time
            last = clock()
            is_late = False
            while True:
                data: bytes | None = None
                with contextlib.suppress(TimeoutError):
                    limit = None if deadline is None or is_late else last + deadline
                    async with asyncio.timeout_at(limit):
                        data = await reader.read(_CHUNK)
                if data == b"":
                    return
                newest = conversation.newest(data) if data is not None else None
                if newest is not None:
                    last = clock()
                    is_late = False
                    yield newest
                elif deadline is not None and not is_late and clock() >= last + deadline:
                    is_late = True
                    yield Update.unavailable(CONNECTION_SILENT)
        finally:
            writer.close()

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self.address.path is not None:
            return await asyncio.open_unix_connection(self.address.path, limit=_CHUNK)
        return await asyncio.open_connection(
            self.address.host, self.address.port, limit=_CHUNK
        )

    async def command(self, command: str, **values: Any) -> dict[str, Any]:
        """Sends a command and returns its answer; as `Client.command`."""
        return await asyncio.to_thread(Client(self.address).command, command, **values)
