"""Executors: each maps `guarded` over tasks, on one machine or many, and yields outcomes as they come."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Protocol

from ._modules import needed
from .guard import Guard, WorkerBroken, guarded
from .tasks import POISON, Outcome, Plan, Task, robot_of


class Executor(Protocol):
    """Maps a plan over tasks."""

    #: In words, for the first line of a run.
    name: str

    def map(self, plan: Plan, tasks: Iterable[Task]) -> Iterator[Outcome]:
        """Outcomes in any order, one for each task. Takes tasks only as it needs them; closing the iterator stops the work."""


class Pool:
    """Processes of this machine: `workers` threads, each with its own child. The default, without any package."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.name = f"{workers} process{'es' if workers > 1 else ''} of this machine"

    def map(self, plan: Plan, tasks: Iterable[Task]) -> Iterator[Outcome]:
        # Twice as many tasks wait as there are workers, so that none waits for a slow listing or a slow consumer.
        inbox: queue.Queue[Task | None] = queue.Queue(2 * self.workers)
        outbox: queue.Queue[Outcome | BaseException] = queue.Queue()
        guards = [Guard(plan) for _ in range(self.workers)]
        is_stopping = threading.Event()

        def serve(guard: Guard) -> None:
            while (task := inbox.get()) is not None and not is_stopping.is_set():
                try:
                    outbox.put(guard(task))
                except BaseException as error:
                    outbox.put(error)
                    return

        threads = [threading.Thread(target=serve, args=(guard,), daemon=True) for guard in guards]
        for thread in threads:
            thread.start()
        try:
            yield from _pumped(tasks, 2 * self.workers, inbox.put, outbox)
        finally:
            is_stopping.set()
            while not inbox.empty():
                inbox.get_nowait()
            for _ in threads:
                inbox.put(None)
            # A thread that waits for its child gets its end; only then is the guard this thread's.
            for guard, thread in zip(guards, threads):
                while thread.is_alive():
                    guard.interrupt()
                    thread.join(0.05)
                guard.close()


def _pumped(
    tasks: Iterable[Task], most: int, put: Any, outbox: queue.Queue[Outcome | BaseException],
) -> Iterator[Outcome]:
    waiting = 0

    def taken() -> Outcome:
        found = outbox.get()
        if isinstance(found, BaseException):
            raise found
        return found

    for task in tasks:
        while waiting >= most:
            yield taken()
            waiting -= 1
        put(task)
        waiting += 1
    for _ in range(waiting):
        yield taken()


class Dask:
    """A Dask cluster: an existing one by the address of its scheduler, or `workers` processes of this machine."""

    def __init__(self, address: str | None = None, workers: int = 1) -> None:
        self.address = address
        self.workers = workers
        self.name = f"Dask at {address}" if address else f"Dask with {workers} workers of this machine"

    def map(self, plan: Plan, tasks: Iterable[Task]) -> Iterator[Outcome]:
        distributed = needed("distributed")
        config = needed("dask").config
        # A worker holds one task for each thread, so that a lost one takes no others with it.
        with config.set({
            "distributed.scheduler.worker-saturation": 1.0, "distributed.scheduler.allowed-failures": 1,
            "distributed.worker.memory.terminate": False, "logging.distributed": "error",
        }):
            cluster = None if self.address else distributed.LocalCluster(
                n_workers=self.workers, threads_per_worker=1, dashboard_address=None, silence_logs=50)
            try:
                try:
                    opened = distributed.Client(self.address or cluster, set_as_default=False)
                except (OSError, ValueError) as error:
                    raise WorkerBroken(f"no Dask at {self.address}: {error}") from error
                with opened as client:
                    yield from self._mapped(distributed, client, plan, tasks)
            finally:
                if cluster is not None:
                    cluster.close()

    def _mapped(self, distributed: Any, client: Any, plan: Plan, tasks: Iterable[Task]) -> Iterator[Outcome]:
        function = partial(guarded, plan)
        waiting: dict[Any, Task] = {}
        done = distributed.as_completed(loop=client.loop)
        source = iter(tasks)

        def refill() -> None:
            # Counted anew: workers come and go.
            most = 4 * max(1, sum(client.nthreads().values()))
            while len(waiting) < most:
                task = next(source, None)
                if task is None:
                    return
                future = client.submit(function, task, pure=False)
                waiting[future] = task
                done.add(future)

        refill()
        while waiting:
            future = next(done)
            task = waiting.pop(future)
            error = future.exception()
            if error is None:
                yield future.result()
            elif isinstance(error, distributed.scheduler.KilledWorker):
                yield Outcome(
                    task, POISON, reason="killed_worker", message="each worker of the cluster that had it was lost",
                    exception="KilledWorker", robot=robot_of(task.name, plan.options), attempts=2)
            else:
                raise WorkerBroken(f"{type(error).__name__}: {error}") from error
            future.release()
            refill()
