"""Optional packages, imported when they are needed, with an error that says how to install them."""

from __future__ import annotations

import importlib
from typing import Any

#: Which extra of the distribution brings each package.
_EXTRAS = {"pyarrow": "fleet", "numpy": "fleet", "boto3": "fleet-s3", "distributed": "fleet-dask", "headingd": "fleet"}


class MissingPackage(ImportError):
    """A package that this executor, store or format needs is not installed."""


def needed(module: str) -> Any:
    """The module `module`, or `MissingPackage` with the command that installs it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        extra = _EXTRAS.get(package)
        what = f"'headingd[{extra}]'" if extra else package
        raise MissingPackage(f"the Python package {package} is missing or broken ({error}): pip install {what}") from error
