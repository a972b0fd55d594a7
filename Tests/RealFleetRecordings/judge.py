"""Compares the tables of a run with what is true of the simulated fleet: judge.py FOLDER RESULTS [--limits]

Prints a line for each robot and the totals; with --limits it fails if the totals are worse than what was measured.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np

from headingd.fleet.schema import decoded
from simulate import START, WEEK, iron


def table(results: Path, name: str) -> list[dict[str, Any]]:
    """All rows of a table."""
    paths = sorted((results / name).glob("*.parquet")) if (results / name).is_dir() else [results / f"{name}.parquet"]
    return [row for path in paths for row in decoded(path.read_bytes()).to_pylist()]


def heading_error(truth: dict[str, Any], field: list[float], soft: Any, hard: Any, week: float, load: float) -> tuple[float, float]:
    """The error of a calibration, level: root mean square over the circle, with and without its mean, degrees."""
    horizontal, down, _ = field
    heading = np.radians(np.arange(0, 360, 10))
    earth = np.column_stack([-horizontal * np.sin(heading), horizontal * np.cos(heading), np.full(36, -down)])
    raw = earth @ np.array(truth["distortion"]).T + iron(truth, week) + load * np.array(truth["load_iron"])
    corrected = (raw - np.array(hard)) @ np.array(soft).reshape(3, 3).T
    error = np.degrees(np.arctan2(-corrected[:, 0], corrected[:, 1]) - heading)
    error = (error + 180) % 360 - 180
    return math.sqrt(float((error**2).mean())), float(error.std())


def weeks_of(moment: Any) -> float:
    """A date in weeks from the start."""
    return float((moment.timestamp() - START) / WEEK)


def judge(folder: Path, results: Path) -> dict[str, float]:
    """The totals."""
    truth = json.loads((folder / "truth.json").read_text())
    robots = {one["name"]: one for one in truth["robots"]}
    recordings, poison = table(results, "recordings"), table(results, "poison")
    own = [row for row in recordings if not row["duplicate"]]
    names = sorted(row["name"] for row in recordings + poison)
    wanted = sorted([one["name"] for robot in truth["robots"] for one in robot["recordings"]] + [one["name"] for one in truth["poison"]])
    totals: dict[str, float] = {
        "missing_or_repeated": len(set(wanted) ^ set(names)) + len(names) - len(set(names)) + len(own) - len({row["hash"] for row in own}),
        "poison_found": sum(one["name"] in {row["name"] for row in poison} for one in truth["poison"]),
        "poison_false": sum(row["name"] not in {one["name"] for one in truth["poison"]} for row in poison),
    }
    ratios, rovers, scaled, loads, jump_errors = [], [], [], [], []
    counts = {"jumps": 0, "jumps_found": 0, "jumps_false": 0, "service_false": 0, "service_missed": 0, "wrong_axes_missed": 0}
    for row in sorted(table(results, "robots"), key=lambda one: str(one["robot"])):
        one = robots[row["robot"]]
        jumped = one["jump_week"] is not None
        loaded = any(one["load_iron"])
        # A jump, wrong axes, and loads that move the heading by ten degrees are what needs service.
        needs = jumped or one["wrong_axes"] or (loaded and row["load_deviation"] and row["load_deviation"] * row["load_range"] > 9)
        counts["service_false"] += row["verdict"] == "service" and not needs
        counts["service_missed"] += (jumped or one["wrong_axes"]) and row["verdict"] != "service"
        counts["jumps"] += jumped
        text = f"{row['robot']} {one['kind']:5} {row['verdict']:7}"
        if one["wrong_axes"]:
            counts["wrong_axes_missed"] += row["verdict"] != "service"
            print(text, "wrong axes:", "; ".join(row["reasons"]))
            continue
        found = row["jump_date"] and jumped and abs(weeks_of(row["jump_date"]) - one["jump_week"]) < 1
        counts["jumps_found"] += bool(found)
        counts["jumps_false"] += max(0, row["jumps"] - bool(found))
        if found:
            jump_errors.append(float(np.hypot(*(np.array(row["jump"]) - one["jump"])[:2])))
            text += f" jump {1e6 * np.hypot(*row['jump'][:2]):.1f} true {1e6 * np.hypot(*one['jump'][:2]):.1f} µT"
        if row["proposal_recordings"]:
            load = float(np.mean([each["load"][0] for each in one["recordings"]]))
            error, spread = heading_error(
                one, truth["field"], row["proposal_soft_iron"], row["proposal_hard_iron"], weeks_of(row["proposal_to"]), load)
            text += f" proposal ±{row['proposal_error']:.2f} true {error:.2f} ({spread:.2f} without its mean)°"
            if not loaded:
                ratios.append(error / row["proposal_error"])
                rovers.append(spread / row["proposal_error"])
        if row["drift"]:
            since = one["jump_week"] if jumped else -1
            later = [each for each in one["recordings"] if each["week"] > since]
            line = np.polyfit([each["week"] for each in later], [each["hard_iron"] for each in later], 1)[0]
            scaled += list((np.array(row["drift"]) - line)[:2] / np.array(row["drift_error"])[:2])
            text += f" drift {1e6 * row['drift'][0]:+.2f} {1e6 * row['drift'][1]:+.2f} true {1e6 * line[0]:+.2f} {1e6 * line[1]:+.2f} µT/week"
        if row["load_deviation"] is not None:
            true = math.degrees(math.hypot(*one["load_iron"][:2]) / truth["field"][0])
            loads.append(abs(row["load_deviation"] - true))
            text += f" load {row['load_deviation']:.3f} true {true:.3f} °/A"
        print(text)
    totals.update(counts)
    totals.update(
        robots=len(robots), recordings=len(own), accepted=sum(bool(row["fit_accepted"]) for row in own),
        proposal_ratio=math.sqrt(float(np.mean(np.square(ratios)))), proposal_ratio_without_mean=math.sqrt(float(np.mean(np.square(rovers)))),
        drift_within_2_sigma=float(np.mean(np.abs(scaled) < 2)), drift_scaled=math.sqrt(float(np.mean(np.square(scaled)))),
        load_error=float(np.max(loads)), jump_error_uT=1e6 * max(jump_errors, default=0.0))
    audits = [row["audit_within"] for row in own if row["audit_count"]]
    # A library that cannot replay has no audit.
    if audits:
        totals["audit_within"] = float(np.mean(audits))
    return totals


def main() -> None:
    totals = judge(Path(sys.argv[1]), Path(sys.argv[2]))
    for name, value in totals.items():
        print(f"{name:28} {value:.3g}" if isinstance(value, float) else f"{name:28} {value}")
    if "--limits" not in sys.argv:
        return
    wrong = [
        text for text, good in (
            ("recordings are missing or repeated", totals["missing_or_repeated"] == 0),
            ("poison was missed", totals["poison_found"] >= 18), ("recordings were set aside", totals["poison_false"] == 0),
            ("jumps were missed", totals["jumps_found"] == totals["jumps"]), ("there are false jumps", totals["jumps_false"] == 0),
            ("there are false calls for service", totals["service_false"] == 0), ("service was missed", totals["service_missed"] == 0),
            ("proposals are worse than predicted", totals["proposal_ratio"] < 2),
            ("drifts are not within their errors", totals["drift_within_2_sigma"] > 0.85),
            ("loads are wrong", totals["load_error"] < 0.05),
        ) if not good]
    if wrong:
        sys.exit("fleet-recordings: " + "; ".join(wrong))


if __name__ == "__main__":
    main()
