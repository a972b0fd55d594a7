"""A child process that works on recordings, so that none of them can stop, fill or end the process that asks.

Each worker of each executor has one: a thread of the process pool, of Dask, of Ray, a Python worker of Spark. The child is a
program of its own because daemonic processes, as Dask's, may have no children of
`multiprocessing`. Requests and answers are pickles on its standard input and output, each after its length.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import pickle
import resource
import select
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import IO, Any

from .tasks import POISON, Outcome, Plan, Task, perform, robot_of, shortened

#: How often a recording is tried that ends its process or takes too long.
ATTEMPTS = 2

_LENGTH = struct.Struct("<Q")
_PR_SET_PDEATHSIG = 1


class WorkerBroken(Exception):
    """The child process cannot work at all, such as with a package missing: no recording's fault."""


class _Ended(Exception):
    """The child has ended, or was ended."""


class Guard:
    """A child process for recordings, one after another. Not for several threads."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._child: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] = tempfile.TemporaryFile()
        self._is_closing = False

    def __call__(self, task: Task) -> Outcome:
        """Works on a recording. One that ends the child, or takes too long, is tried again in a new one, then set aside.

        `WorkerBroken` if the child cannot work at all.
        """
        began = time.monotonic()
        why, message = "", ""
        for attempt in range(1, ATTEMPTS + 1):
            if self._is_closing:
                break
            try:
                outcome = self._ask(task)
            except TimeoutError:
                why, message = "time", f"took more than {self._plan.time_limit:g} s, {attempt} times"
                self._end()
            except _Ended:
                why, message = "killed_worker", f"{self._end()}, {attempt} times"
            else:
                outcome.attempts = attempt
                outcome.seconds = time.monotonic() - began
                return outcome
        return Outcome(
            task, POISON, reason=why, message=shortened(message), robot=robot_of(task.name, self._plan.options),
            attempts=ATTEMPTS, seconds=time.monotonic() - began)

    @property
    def pid(self) -> int | None:
        """The child's process identifier; `None` while there is none."""
        return self._child.pid if self._child else None

    def interrupt(self) -> None:
        """Kills the child; from any thread. What it worked on is tried again, or set aside: discard it."""
        child = self._child
        self._is_closing = True
        if child is not None:
            child.kill()

    def close(self) -> None:
        """Ends the child, whatever it does."""
        self._end()
        self._errors.close()

    def _ask(self, task: Task) -> Outcome:
        if self._child is None:
            self._start()
        deadline = time.monotonic() + self._plan.time_limit
        answer = self._exchange(task, deadline)
        if isinstance(answer, str):
            raise WorkerBroken(answer)
        assert isinstance(answer, Outcome)
        return answer

    def _start(self) -> None:
        environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1")
        environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
        # One thread for each process: the workers are the parallelism.
        for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
            environment[name] = "1"
        self._errors.seek(0)
        self._errors.truncate()
        # A session of its own: Ctrl-C is for the parent.
        self._child = subprocess.Popen(
            [sys.executable, "-c", f"from headingd.fleet.guard import main; main({os.getpid()})"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=self._errors, env=environment, start_new_session=True, bufsize=0)
        # An interpreter with NumPy needs a second; 60 s are for a machine in distress.
        answer = self._exchange(self._plan, time.monotonic() + 60)
        if answer is not None:
            raise WorkerBroken(str(answer))

    def _exchange(self, message: Any, deadline: float) -> Any:
        child = self._child
        assert child and child.stdin and child.stdout
        data = pickle.dumps(message)
        try:
            child.stdin.write(_LENGTH.pack(len(data)) + data)
        except (BrokenPipeError, ConnectionResetError):
            raise _Ended from None
        length = _LENGTH.unpack(self._received(child.stdout, _LENGTH.size, deadline))[0]
        return pickle.loads(self._received(child.stdout, length, deadline))

    @staticmethod
    def _received(file: IO[bytes], count: int, deadline: float) -> bytes:
        data = bytearray()
        poll = select.poll()
        poll.register(file, select.POLLIN)
        while len(data) < count:
            left = deadline - time.monotonic()
            if left <= 0 or not poll.poll(left * 1000):
                raise TimeoutError
            part = os.read(file.fileno(), min(count - len(data), 1 << 20))
            if not part:
                raise _Ended
            data += part
        return bytes(data)

    def _end(self) -> str:
        """Ends the child; returns how it had ended."""
        child, self._child = self._child, None
        if child is None:
            return ""
        try:
            # One that closed its output is about to end by itself, which says why.
            status = child.wait(0.5)
        except subprocess.TimeoutExpired:
            child.kill()
            status = child.wait()
        for file in (child.stdin, child.stdout):
            if file:
                file.close()
        self._errors.seek(0)
        said = self._errors.read()[-300:].decode("utf-8", "replace").strip()
        said = f": {said}" if said else ""
        if status < 0:
            try:
                name = signal.Signals(-status).name
            except ValueError:
                name = str(-status)
            return f"ended its process by {name}{said}"
        return f"ended its process with status {status}{said}"


_local = threading.local()


def guarded(plan: Plan, task: Task) -> Outcome:
    """Works on a recording in this thread's child process: the one function that every executor maps over tasks.

    It is pure but for that child: the same bytes and options give the same row.
    """
    guards: dict[Plan, Guard] = _local.__dict__.setdefault("guards", {})
    if plan not in guards:
        for other in list(guards):
            old = guards.pop(other)
            atexit.unregister(old.close)
            old.close()
        guards[plan] = Guard(plan)
        atexit.register(guards[plan].close)
    return guards[plan](task)


def _limit(plan: Plan, parent: int) -> None:
    """Ends this process with its parent, and bounds what it may take."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)
    try:
        # Without memory left, the system ends this process before others.
        Path("/proc/self/oom_score_adj").write_text("500")
    except OSError:
        pass
    if plan.memory_limit:
        resource.setrlimit(resource.RLIMIT_DATA, (plan.memory_limit, plan.memory_limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 << 20, 64 << 20))


def main(parent: int) -> None:
    """The child: the plan first, then a task after another until the input ends."""
    channel = os.fdopen(os.dup(1), "wb", buffering=0)
    # What a library prints is no answer.
    os.dup2(2, 1)
    source = sys.stdin.buffer
    plan: Plan | None = None
    while True:
        header = source.read(_LENGTH.size)
        if len(header) < _LENGTH.size:
            return
        message = pickle.loads(source.read(_LENGTH.unpack(header)[0]))
        answer: Outcome | str | None
        try:
            if plan is None:
                plan = message
                _limit(message, parent)
                answer = None
            else:
                answer = perform(plan, message)
        except ImportError as error:
            answer = f"a worker lacks something: {error}"
        data = pickle.dumps(answer)
        channel.write(_LENGTH.pack(len(data)))
        view = memoryview(data)
        while view:
            view = view[channel.write(view):]
