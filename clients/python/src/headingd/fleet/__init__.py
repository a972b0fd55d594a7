"""A fleet's recordings, worked through on one machine or a cluster: `python -m headingd.fleet SOURCE --output FOLDER`.

>>> from headingd import fleet
>>> plan = fleet.Plan("s3://fleet/night?endpoint=http://ceph:7480", fleet.Options("{robot}/{date}/*.mcap"))
>>> fleet.run(plan, "results", fleet.Dask("tcp://scheduler:8786"))

`Pool`, `Dask`, `Spark` and `Ray` map the same function over the recordings. Needs NumPy and pyarrow (`pip install
'headingd[fleet]'`) and `libheading.so.0`. docs/fleet-recordings.md of headingd describes tables, guarantees and limits.
"""

from .adapters import Ray, Spark
from .executors import Dask, Executor, Pool
from .guard import WorkerBroken, guarded
from .ledger import OtherRun
from .locking import Locked
from .running import Report, run
from .schema import SCHEMA_VERSION, TABLES
from .stores import StoreError
from .tasks import Options, Outcome, Plan, Poison, Task, perform

__all__ = [
    "Dask", "Executor", "Locked", "Options", "OtherRun", "Outcome", "Plan", "Poison", "Pool", "Ray", "Report",
    "SCHEMA_VERSION", "Spark", "StoreError", "TABLES", "Task", "WorkerBroken", "guarded", "perform", "run",
]
