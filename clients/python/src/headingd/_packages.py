"""The optional packages of tables, imported when one is asked for."""

from __future__ import annotations

from typing import Any


def pandas() -> Any:
    """pandas, or an ImportError that names the extra."""
    try:
        import pandas as module
    except ImportError as error:
        raise ImportError("a DataFrame needs pandas: pip install 'headingd[pandas]'") from error
    return module


def pyarrow() -> Any:
    """pyarrow, or an ImportError that names the extra."""
    try:
        import pyarrow as module
    except ImportError as error:
        raise ImportError("an Arrow table needs pyarrow: pip install 'headingd[arrow]'") from error
    return module
