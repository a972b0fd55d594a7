"""Recordings of sensors as NumPy arrays: CSV by the rules of `compass replay`, MCAP of `compass record`.

>>> recording = headingd.read_recording("walk.csv")                          # doctest: +SKIP
>>> headingd.Orientation().update_batch(recording.gyr, recording.acc, recording.mag, times=recording.times)
"""

from __future__ import annotations

import gzip
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _events, _packages, _table
from ._arrays import Doubles, rounded
from ._table import COLUMNS, SENSORS, BadRow
from .errors import UnreadableRecording

__all__ = ["BadRow", "Recording", "read_recording"]


@dataclass(frozen=True)
class Recording:
    """Rows of a recording; body frame x right, y forward, z up."""

    #: The columns of the table by name, in its units: `t` (s), `gyr_*` (rad/s), `acc_*` (m/s2), `mag_*` (uT), `pressure`
    #: (Pa), `temperature` (degrees C), `latitude`, ...; NaN where there is no number. Only those that the file has.
    columns: dict[str, Doubles]
    #: Per column the rows with a number, NaN included: NaN of a sensor is an invalid sample, an empty cell none.
    present: dict[str, npt.NDArray[np.bool_]]
    #: Times of the rows, ns.
    times: npt.NDArray[np.int64]
    #: Rows that were skipped, the first 100, and the number of all.
    bad_rows: list[BadRow] = field(default_factory=list)
    bad_row_count: int = 0
    #: Of MCAP: what the file says of its beginning (`setup`, `calibration`, `settings`), as it is written there.
    about: dict[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.times)

    def __getitem__(self, name: str) -> Doubles:
        """A column by name; `KeyError` names those that there are."""
        if name not in self.columns:
            raise KeyError(f"no column {name}; there are {', '.join(self.columns)}")
        return self.columns[name]

    @property
    def t(self) -> Doubles:
        """Times of the rows, s."""
        return self.columns["t"]

    @property
    def gyr(self) -> Doubles:
        """Angular rates, N x 3, rad/s; rows without a sample are NaN."""
        return self._vectors("gyr", 1.0)

    @property
    def acc(self) -> Doubles:
        """Specific forces, N x 3, m/s2; rows without a sample are NaN."""
        return self._vectors("acc", 1.0)

    @property
    def mag(self) -> Doubles:
        """Magnetic fields, N x 3, T, as `Orientation.update_batch` wants them; rows without a sample are NaN."""
        return self._vectors("mag", 1e-6)

    @property
    def dt(self) -> float:
        """The median time between rows, s; NaN of a single row."""
        return float(np.median(np.diff(self.times))) * 1e-9 if len(self) > 1 else float("nan")

    @property
    def simulated(self) -> bool:
        """Whether any row is of simulated sensors."""
        marks = self.columns.get("simulated")
        return marks is not None and bool((np.nan_to_num(marks) != 0).any())

    def has(self, sensor: str) -> npt.NDArray[np.bool_]:
        """The rows with a sample of `gyr`, `acc` or `mag`, invalid ones included."""
        found = np.ones(len(self), bool)
        for name in SENSORS[sensor]:
            found &= self.present.get(name, np.zeros(len(self), bool))
        return found

    def _vectors(self, sensor: str, unit: float) -> Doubles:
        empty = np.full(len(self), np.nan)
        found = np.stack([self.columns.get(name, empty) * unit for name in SENSORS[sensor]], axis=1)
        found[~self.has(sensor)] = np.nan
        return found

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` of the columns.

        Raises:
            ImportError: pandas is absent.
        """
        return _packages.pandas().DataFrame(self.columns)

    def to_arrow(self) -> Any:
        """A `pyarrow.Table` of the columns; a cell without a number is null.

        Raises:
            ImportError: pyarrow is absent.
        """
        pyarrow = _packages.pyarrow()
        return pyarrow.table({name: pyarrow.array(values, mask=~self.present[name])
                              for name, values in self.columns.items()})


def read_recording(source: str | os.PathLike[str] | bytes) -> Recording:
    """Reads a recording.

    Args:
        source: A path or the content: CSV, also compressed by gzip, or MCAP; recognized by the first bytes. In CSV an empty
            cell, `NA`, `null` and `none` are missing values, `nan` of a sensor is an invalid sample. A row that cannot be read
            is skipped and kept in `bad_rows`. Of MCAP each row has the samples of one time; a cut file ends at the cut.

    Raises:
        UnreadableRecording: it is no recording; the text says what is wrong.
        OSError: the file cannot be opened.
    """
    name = "the recording"
    if isinstance(source, bytes):
        content = source
    else:
        name = str(source)
        content = Path(source).read_bytes()
    try:
        if content.startswith(b"\x1f\x8b"):
            try:
                content = gzip.decompress(content)
            except (OSError, EOFError, ValueError) as error:
                raise UnreadableRecording(f"its compression is damaged: {error}") from None
        about: dict[str, Any] = {}
        if content.startswith(_events.MAGIC):
            rows, times, about = _events.rows(content)
        else:
            rows = _table.rows(content)
            times = rounded(rows.columns["t"], "t")
    except UnreadableRecording as error:
        raise UnreadableRecording(f"{name}: {error}") from None
    order = [column for column in COLUMNS if column in rows.columns]
    return Recording({column: rows.columns[column] for column in order}, {column: rows.present[column] for column in order},
                     times, rows.bad_rows, rows.bad_row_count, about)
