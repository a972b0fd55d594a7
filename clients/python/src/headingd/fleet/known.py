"""Which objects and which contents a run knows, in 40 bytes for each."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import numpy.typing as npt

#: Newer ones wait in sets until there are so many.
_MOST_NEW = 1 << 15

_Keys = npt.NDArray[np.uint64]


def _halves(content: str) -> tuple[int, int]:
    return int(content[:16], 16), int(content[16:32], 16)


class Known:
    """Objects by name, size and version (64 bits of a hash), and contents by SHA-256 (128 bits of it)."""

    def __init__(self) -> None:
        self._marks: _Keys = np.empty(0, np.uint64)
        self._firsts: _Keys = np.empty(0, np.uint64)
        self._seconds: _Keys = np.empty(0, np.uint64)
        self._sizes: npt.NDArray[np.int64] = np.empty(0, np.int64)
        #: Of contents, in the order of their sizes.
        self._order: npt.NDArray[np.int64] = np.empty(0, np.int64)
        self._new_marks: set[int] = set()
        self._new_contents: dict[tuple[int, int], int] = {}

    @staticmethod
    def _mark(name: str, size: int, version: str) -> int:
        text = f"{name}\0{size}\0{version}".encode("utf-8", "surrogateescape")
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")

    def add(self, name: str, size: int, version: str, content: str) -> None:
        """Notes an object, and its content unless that is empty."""
        self._new_marks.add(self._mark(name, size, version))
        if content:
            self._new_contents[_halves(content)] = size
        if len(self._new_marks) >= _MOST_NEW:
            self._merge()

    def has_object(self, name: str, size: int, version: str) -> bool:
        """Whether exactly this object is known."""
        mark = self._mark(name, size, version)
        if mark in self._new_marks:
            return True
        place = int(np.searchsorted(self._marks, np.uint64(mark)))
        return place < len(self._marks) and int(self._marks[place]) == mark

    def has_content(self, content: str) -> bool:
        """Whether an object with this SHA-256 is known."""
        first, second = _halves(content)
        if (first, second) in self._new_contents:
            return True
        low, high = np.searchsorted(self._firsts, np.uint64(first)), np.searchsorted(self._firsts, np.uint64(first), "right")
        return bool(np.any(self._seconds[low:high] == np.uint64(second)))

    def of_size(self, size: int, most: int) -> tuple[str, ...]:
        """Known contents of a size, at most so many: the first 32 digits of their SHA-256."""
        found = [key for key, one in self._new_contents.items() if one == size] if len(self._new_contents) < 2048 else []
        ordered = self._sizes
        low, high = np.searchsorted(ordered, size), np.searchsorted(ordered, size, "right")
        for index in self._order[low:min(high, low + most)]:
            found.append((int(self._firsts[index]), int(self._seconds[index])))
        return tuple(f"{first:016x}{second:016x}" for first, second in found[:most])

    def _merge(self) -> None:
        marks = np.fromiter(self._new_marks, np.uint64, len(self._new_marks))
        self._marks = np.unique(np.concatenate([self._marks, marks]))
        self._new_marks.clear()
        sizes = np.empty(len(self._firsts), np.int64)
        sizes[self._order] = self._sizes
        new: Any = list(self._new_contents)
        firsts = np.concatenate([self._firsts, np.array([one[0] for one in new], np.uint64)])
        seconds = np.concatenate([self._seconds, np.array([one[1] for one in new], np.uint64)])
        sizes = np.concatenate([sizes, np.array(list(self._new_contents.values()), np.int64)])
        self._new_contents.clear()
        by_key = np.lexsort((seconds, firsts))
        self._firsts, self._seconds, sizes = firsts[by_key], seconds[by_key], sizes[by_key]
        self._order = np.argsort(sizes, kind="stable")
        self._sizes = sizes[self._order]
