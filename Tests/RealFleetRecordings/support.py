"""What the tests share: folders of stand-in recordings, and the rows of an output."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path
from typing import Any

from headingd import fleet
from headingd.fleet.schema import decoded

#: Of every wait in these tests, s.
PATIENCE = 120.0


def plan(source: Path | str, **limits: Any) -> fleet.Plan:
    """A plan of the stand-in work."""
    return fleet.Plan(str(source), fleet.Options(work="standin:work"), **limits)


def rows(output: Path, table: str = "recordings") -> list[dict[str, Any]]:
    """All rows of a table of an output folder."""
    paths = sorted((output / table).glob("*.parquet")) if table in ("recordings", "poison") else [output / f"{table}.parquet"]
    return [row for path in paths for row in decoded(path.read_bytes()).to_pylist()]


class FolderTest(unittest.TestCase):
    """A test with a folder of its own: `source` with recordings, `output` for results."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.source = self.folder / "source"
        self.output = self.folder / "output"
        self.source.mkdir()

    def put(self, name: str, text: str) -> None:
        """Writes a recording."""
        path = self.source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def fill(self, count: int, text: str = "good {}") -> None:
        """Writes recordings of three robots, with different bytes."""
        for index in range(count):
            self.put(f"robot-{index % 3}/2026-11-28/{index:04d}.csv", text.format(index) + f"\n{index}")

    def assert_complete(self, names: set[str] | None = None) -> None:
        """Each recording of the source, or of `names`, has exactly one row, and each content one that is no duplicate."""
        found = rows(self.output)
        wanted = names or {str(path.relative_to(self.source)) for path in self.source.rglob("*") if path.is_file()}
        self.assertEqual(sorted(row["name"] for row in found), sorted(wanted))
        own = [row["hash"] for row in found if not row["duplicate"]]
        self.assertEqual(len(own), len(set(own)))
