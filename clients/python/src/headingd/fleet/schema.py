"""The tables of a run: their columns with types, units and meanings, and Parquet files of them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ._modules import needed
from .columns import POISON, RECORDINGS, ROBOTS, WEEKS, Column

#: Grows when a column is removed or changes its meaning, not when one is added.
SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Table:
    """A table: `folder` of its parts in the output, or `file` if it is one file."""

    name: str
    columns: tuple[Column, ...]

    def schema(self) -> Any:
        """The Arrow schema, with `unit` and `meaning` as metadata of each field."""
        arrow = needed("pyarrow")
        kinds = {
            "text": arrow.string(), "count": arrow.int64(), "number": arrow.float64(), "flag": arrow.bool_(),
            "time": arrow.timestamp("ms", tz="UTC"), "numbers": arrow.list_(arrow.float64()),
            "counts": arrow.list_(arrow.int64()), "texts": arrow.list_(arrow.string()),
        }
        fields = [
            arrow.field(one.name, kinds[one.kind], metadata={"unit": one.unit, "meaning": one.meaning})
            for one in self.columns
        ]
        return arrow.schema(fields, metadata={"schema_version": str(SCHEMA_VERSION), "table": f"headingd {self.name}"})

    def encoded(self, rows: Iterable[dict[str, Any]]) -> bytes:
        """Rows as a Parquet file. A missing key, `None` and NaN are null; `ValueError` for a key without a column."""
        arrow = needed("pyarrow")
        known = {one.name for one in self.columns}
        cleaned = []
        for row in rows:
            if not known.issuperset(row):
                raise ValueError(f"no columns of the table {self.name}: {', '.join(sorted(set(row) - known))}")
            cleaned.append({one.name: _cleaned(row.get(one.name), one.kind) for one in self.columns})
        table = arrow.Table.from_pylist(cleaned, schema=self.schema())
        buffer = io.BytesIO()
        needed("pyarrow.parquet").write_table(table, buffer, compression="zstd")
        return buffer.getvalue()

    def markdown(self) -> str:
        """The columns as a table of the documentation."""
        lines = [f"| `{self.name}` | type | unit | |", "| --- | --- | --- | --- |"]
        lines += [f"| `{one.name}` | {one.kind} | {one.unit} | {one.meaning} |" for one in self.columns]
        return "\n".join(lines)


def _cleaned(value: Any, kind: str) -> Any:
    if value is None:
        return None
    if kind == "time":
        return None if value != value else round(1000 * value)
    if kind == "number":
        value = float(value)
        return value if value == value else None
    if kind == "numbers":
        return [None if one is None or one != one else float(one) for one in value]
    if kind == "counts":
        return [int(one) for one in value]
    if kind == "count":
        return int(value)
    if kind == "flag":
        return bool(value)
    return value


def decoded(data: bytes, columns: Sequence[str] | None = None) -> Any:
    """The Arrow table of a Parquet file. `ValueError` if it is of a newer version, or no table of a run."""
    arrow = needed("pyarrow")
    try:
        table = needed("pyarrow.parquet").read_table(arrow.BufferReader(data), columns=list(columns) if columns else None)
    except arrow.ArrowException as error:
        raise ValueError(f"no Parquet file: {error}") from error
    version = int((table.schema.metadata or {}).get(b"schema_version", 0))
    if version != SCHEMA_VERSION:
        raise ValueError(f"a table of version {version}; this program reads {SCHEMA_VERSION}")
    return table


#: All tables of a run, by name.
TABLES = {name: Table(name, columns) for name, columns in (
    ("recordings", RECORDINGS), ("poison", POISON), ("robots", ROBOTS), ("weeks", WEEKS))}
