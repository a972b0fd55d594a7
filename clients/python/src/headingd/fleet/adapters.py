"""Adapters to an existing Spark or Ray cluster. Both map the function of the other executors; the fleet package must be installed
on their workers."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from ._modules import needed
from .guard import guarded
from .tasks import Outcome, Plan, Task


class Spark:
    """An existing Spark: `context` is its `SparkContext`; without it, the one that the environment of `spark-submit` names."""

    name = "Spark"

    def __init__(self, context: Any = None, chunk: int = 64) -> None:
        self._context = context
        self._chunk = chunk

    def map(self, plan: Plan, tasks: Iterable[Task]) -> Iterator[Outcome]:
        context = self._context or needed("pyspark").SparkContext.getOrCreate()
        width = max(1, context.defaultParallelism)
        source = iter(tasks)
        # A job for each chunk of recordings: their results and no more are in the driver's memory.
        while chunk := list(itertools.islice(source, self._chunk * width)):
            yield from context.parallelize(chunk, width * 4).mapPartitions(partial(_partition, plan)).collect()


def _partition(plan: Plan, tasks: Iterable[Task]) -> Iterator[Outcome]:
    return (guarded(plan, task) for task in tasks)


class Ray:
    """An existing Ray: `address` as of `ray.init`, such as `auto`."""

    name = "Ray"

    def __init__(self, address: str | None = "auto") -> None:
        self._address = address

    def map(self, plan: Plan, tasks: Iterable[Task]) -> Iterator[Outcome]:
        ray = needed("ray")
        if not ray.is_initialized():
            ray.init(address=self._address, log_to_driver=False)
        remote = ray.remote(guarded).options(num_cpus=1, max_retries=1)
        shared = ray.put(plan)
        source = iter(tasks)
        waiting: list[Any] = []
        most = 4 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while True:
            waiting += [remote.remote(shared, task) for task in itertools.islice(source, most - len(waiting))]
            if not waiting:
                return
            done, waiting = ray.wait(waiting)
            yield from ray.get(done)
