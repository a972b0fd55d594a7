"""The parameters of VQF by name, and what they are here."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

from .errors import InvalidInput

#: VQF's own defaults: a value equal to one asks for nothing.
DEFAULTS: dict[str, float | bool] = {
    "tauAcc": 3.0, "tauMag": 9.0, "motionBiasEstEnabled": True, "restBiasEstEnabled": True,
    "magDistRejectionEnabled": True, "biasSigmaInit": 0.5, "biasForgettingTime": 100.0, "biasClip": 2.0,
    "biasSigmaMotion": 0.1, "biasVerticalForgettingFactor": 0.0001, "biasSigmaRest": 0.03, "restMinT": 1.5,
    "restFilterTau": 0.5, "restThGyr": 2.0, "restThAcc": 0.5, "magCurrentTau": 0.05, "magRefTau": 20.0,
    "magNormTh": 0.1, "magDipTh": 10.0, "magNewTime": 20.0, "magNewFirstTime": 5.0, "magNewMinGyr": 20.0,
    "magMinUndisturbedTime": 0.5, "magMaxRejectionTime": 60.0, "magRejectionFactor": 2.0,
}


def _walk(time: float) -> float:
    # 0.1 degrees/s in that time, as a walk in 100 s.
    return math.radians(0.1) * math.sqrt(100 / time)


def _forgetting(walk: float) -> float:
    return 100 * (math.radians(0.1) / walk) ** 2


def _same(value: float) -> float:
    return value


#: VQF's parameter: the parameter of `heading_parameters`, and both conversions.
COUNTERPARTS: dict[str, tuple[str, Callable[[float], float], Callable[[float], float]]] = {
    "tauAcc": ("acceleration_time", _same, _same),
    "biasSigmaInit": ("gyroscope_bias", math.radians, math.degrees),
    "biasForgettingTime": ("bias_walk", _walk, _forgetting),
    "biasClip": ("bias_limit", math.radians, math.degrees),
    "biasSigmaRest": ("bias_rest", math.radians, math.degrees),
    "restMinT": ("rest_time", _same, _same),
    "restThGyr": ("rest_rate", math.radians, math.degrees),
    "restThAcc": ("rest_acceleration", _same, _same),
}

FLAGS = ("motionBiasEstEnabled", "restBiasEstEnabled", "magDistRejectionEnabled")

#: The longest that the library accepts, s, eleven days: rest is never accepted.
NEVER = 999_999.0

#: So small that the bias stays 0, rad/s.
NOTHING = 1e-12


class NoCounterpart(UserWarning):
    """A switch of VQF that headingd's estimator does not have; it has no effect."""


class Unknown(dict[str, Any]):
    """A dictionary of VQF whose other keys are values that only VQF has."""

    def __missing__(self, key: str) -> Any:
        raise KeyError(f"{key}: a value of VQF's own algorithm; headingd's estimator has {', '.join(self)}")


def translated(given: dict[str, Any]) -> dict[str, float]:
    """Parameters of headingd's estimator for those of VQF; `None` is VQF's default.

    Raises:
        TypeError: an unknown name, as VQF.
        InvalidInput: one without a counterpart, or a value that is no number.
    """
    found: dict[str, float] = {}
    for name, value in given.items():
        if name not in DEFAULTS:
            raise TypeError(f"VQF has no parameter {name!r}")
        if value is None or name in FLAGS:
            continue
        try:
            number = float(value)
        except (TypeError, ValueError):
            raise TypeError(f"{name} is {value!r}; wanted is a number") from None
        if name in COUNTERPARTS:
            ours, convert, _ = COUNTERPARTS[name]
            if not 0 < number < math.inf:
                raise InvalidInput(f"{name} is {number:g}; wanted is a positive number")
            found[ours] = convert(number)
        elif number != DEFAULTS[name]:
            raise InvalidInput(
                f"{name} has no counterpart in headingd's estimator: leave it out. Those that have one: "
                f"{', '.join(COUNTERPARTS)}; headingd.Orientation takes all parameters of the estimator itself")
    flags = {name: given.get(name) is None or bool(given[name]) for name in FLAGS}
    if not flags["restBiasEstEnabled"]:
        found["rest_time"] = NEVER
        if not flags["motionBiasEstEnabled"]:
            found["gyroscope_bias"] = found["bias_walk"] = found["bias_rest"] = NOTHING
            found["bias_temperature_slope"] = NOTHING
    elif not flags["motionBiasEstEnabled"]:
        _warn("motionBiasEstEnabled=False", "the bias is also estimated in motion; with restBiasEstEnabled=False too it stays 0")
    if not flags["magDistRejectionEnabled"]:
        _warn("magDistRejectionEnabled=False", "disturbances stay detected and rejected")
    return found


def _warn(what: str, instead: str) -> None:
    warnings.warn(f"{what} has no effect in headingd.vqf: {instead}", NoCounterpart, stacklevel=5)


def described(parameters: dict[str, float], flags: dict[str, bool]) -> Unknown:
    """VQF's dictionary of parameters, of those that have a counterpart."""
    found = Unknown({name: back(parameters[ours]) for name, (ours, _, back) in COUNTERPARTS.items()})
    found.update(flags)
    return found
