"""One recording as a task: what a worker gets, does and returns. Everything here can be pickled."""

from __future__ import annotations

import hashlib
import importlib
import time
import traceback
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Callable, NamedTuple

from ..text import plain
from .naming import Template, folder_of
from .stores import Store, StoreError, TooLarge, opened

#: Longest text of a reason, characters.
LONGEST_REASON = 500

#: Columns of one recording, by name.
Row = dict[str, Any]


class Poison(Exception):
    """A recording that cannot be used, by its own fault. `reason` is one word for statistics, the message is for people.

    `robot` is set when it is known in spite of that.
    """

    def __init__(self, reason: str, message: str, robot: str | None = None) -> None:
        super().__init__(reason, message, robot)
        self.reason = reason
        self.message = message
        self.robot = robot


class Given(NamedTuple):
    """A calibration that a robot has: corrected = S (raw - h). Field: strength, T, and inclination, degrees."""

    soft_iron: tuple[float, ...]
    hard_iron: tuple[float, ...]
    error: float
    strength: float
    inclination: float


@dataclass(frozen=True)
class Options:
    """What decides the results: a run with other options, but for `given`, needs another output folder."""

    #: Pattern of names: which are recordings, of which robot and date.
    robot: str = "{robot}/**"
    #: The slowest motion whose course is compared with the heading, m/s.
    least_speed: float = 1.0
    #: The fastest turn during which they are compared, degrees/s.
    largest_turn: float = 3.0
    #: The calibration that the robot of this recording has, for the audit; of each task its own.
    given: Given | None = None
    #: What is done with a recording: `module:function`, called with its name, its bytes and these options.
    work: str = "headingd.fleet.working:work"


@dataclass(frozen=True)
class Plan:
    """What all tasks of a run have in common."""

    source: str
    options: Options = field(default_factory=Options)
    #: The largest recording, bytes.
    size_limit: int = 256 << 20
    #: The longest time for one recording, s.
    time_limit: float = 120.0
    #: Memory of a worker's child, bytes; 0 for no limit.
    memory_limit: int = 2 << 30


@dataclass(frozen=True)
class Task:
    """A recording to work on. `known` are contents of the same size that are done (the first 32 digits of
    their SHA-256): of these no second result is made."""

    name: str
    size: int
    version: str
    known: tuple[str, ...] = ()
    given: Given | None = None


#: Kinds of an outcome.
RESULT, POISON, DUPLICATE, DEFERRED = "result", "poison", "duplicate", "deferred"


@dataclass
class Outcome:
    """What became of a task.

    `result` has a `row`; `poison` is the recording's fault; `duplicate` has the bytes of one that is done; `deferred` is the
    fault of a store or a network, and is tried again by the next run.
    """

    task: Task
    kind: str
    hash: str = ""
    row: Row = field(default_factory=dict)
    reason: str = ""
    message: str = ""
    exception: str = ""
    robot: str | None = None
    attempts: int = 1
    seconds: float = 0.0


@lru_cache(maxsize=8)
def _store(address: str) -> Store:
    return opened(address)


@lru_cache(maxsize=8)
def _function(path: str) -> Callable[[str, bytes, Options], Row]:
    module, _, name = path.partition(":")
    function: Callable[[str, bytes, Options], Row] = getattr(importlib.import_module(module), name)
    return function


def robot_of(name: str, options: Options) -> str | None:
    """The robot that a name tells: by the template, or else the first folder."""
    identity = Template(options.robot).match(name)
    return identity.robot if identity and identity.robot else folder_of(name)


def shortened(text: object) -> str:
    """A reason in printable characters and of limited length."""
    text = plain(" ".join(str(text).split()))
    return text if len(text) <= LONGEST_REASON else text[: LONGEST_REASON - 1] + "…"


def perform(plan: Plan, task: Task) -> Outcome:
    """Reads the recording and works on it, in this process. Raises nothing that the recording can cause.

    A recording that is larger than the limit is not read. `ImportError` for an incomplete installation.
    """
    began = time.monotonic()
    outcome = Outcome(task, POISON, robot=robot_of(task.name, plan.options))
    try:
        if task.size > plan.size_limit:
            raise TooLarge(f"{task.size} bytes")
        data = _store(plan.source).read(task.name, plan.size_limit)
        outcome.hash = hashlib.sha256(data).hexdigest()
        if outcome.hash[:32] in task.known:
            outcome.kind = DUPLICATE
        else:
            options = replace(plan.options, given=task.given)
            outcome.row = _function(plan.options.work)(task.name, data, options)
            outcome.kind = RESULT
    except StoreError as error:
        outcome.kind, outcome.reason, outcome.message = DEFERRED, "store", shortened(error)
    except TooLarge as error:
        outcome.reason = "too_large"
        outcome.message = f"{error}, more than the limit of {plan.size_limit}"
    except Poison as error:
        outcome.reason, outcome.message = error.reason, shortened(error.message)
        outcome.robot = error.robot or outcome.robot
    except MemoryError:
        outcome.reason = "memory"
        outcome.message = f"more than {plan.memory_limit} bytes of memory"
    except ImportError:
        raise  # of this installation, not of the recording
    except Exception as error:
        _blame(outcome, error)
    outcome.seconds = time.monotonic() - began
    return outcome


def _blame(outcome: Outcome, error: Exception) -> None:
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({frames[-1].filename.rsplit('/', 1)[-1]}:{frames[-1].lineno})" if frames else ""
    outcome.reason = "exception"
    outcome.exception = type(error).__name__
    outcome.message = shortened(f"{error}{place}")
