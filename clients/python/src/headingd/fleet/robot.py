"""One robot over time: what its recordings say together."""

from __future__ import annotations

import math
from collections import Counter
from datetime import datetime, timezone
from typing import Any

import numpy as np

from . import trends
from .deviation import SECTORS, coefficients, root_mean_square, spread, wrapped

#: The newest recordings, of which audit and proposal are made, weeks.
NEWEST = 4.0

#: A jump counts as one from so much heading on, degrees.
LEAST_JUMP = 2.0

#: How long a jump is a reason for service, weeks: after that it was dealt with, or the audit shows it.
RECENT = 8.0

#: Scores, degrees of 95 %, from which a robot needs service or is watched.
SERVICE, WATCH = 10.0, 5.0

_WEEK = 7 * 86400.0
_MONDAY = 4 * 86400.0


def day(moment: float) -> str:
    """A Unix time as a date, UTC."""
    return datetime.fromtimestamp(moment, timezone.utc).strftime("%Y-%m-%d")


class Robot:
    """The recordings of one robot (rows of the table, `date` as Unix time or `None`), and why others were set aside."""

    def __init__(self, name: str, rows: list[dict[str, Any]], poison: Counter[str]) -> None:
        self.name = name
        self._poison = poison
        self._rows = sorted(rows, key=lambda row: (row["date"] or 0.0, row["hash"]))
        self._dated = [row for row in self._rows if row["date"] is not None]
        fits = [row for row in self._dated if row["fit_accepted"] and row["level_iron"] and row["fit_error"]]
        wrong = sum("wrong_axes" in (row["fit_reasons"] or ()) for row in rows)
        # Some recordings do not show that axes are wrong, and their calibrations look right.
        self._wrong = wrong if wrong >= 0.2 * len(rows) else 0
        if self._wrong:
            fits = []
        self._accepted = len([row for row in self._rows if row["fit_accepted"]])
        self._reasons: list[tuple[float, str]] = []
        self._is_service = False
        self._fits = fits
        if fits:
            self._prepare(fits)

    def _prepare(self, fits: list[dict[str, Any]]) -> None:
        """Hard iron with errors of the axes: predicted, then scaled by the scatter; without outliers."""
        self._times = np.array([row["date"] for row in fits]) / _WEEK
        self._iron = np.array([row["level_iron"] for row in fits], float)
        self._soft = np.array([row["soft_iron"] for row in fits], float)
        strength = np.array([row["field_strength"] for row in fits])
        inclination = np.radians([row["field_inclination"] for row in fits])
        horizontal = strength * np.cos(inclination)
        horizontal[~(horizontal > 1e-6)] = 20e-6
        self._horizontal = float(np.median(horizontal))
        level = np.radians([row["fit_error"] for row in fits]) * horizontal
        tilted = np.radians([row["fit_error_tilt_20"] or 90.0 for row in fits]) * horizontal
        vertical = np.sqrt(np.maximum(tilted**2 - level**2, level**2)) / math.sin(math.radians(20))
        errors = np.column_stack([level, level, vertical])
        self._scale = trends.scatter(self._iron, errors)
        self._errors = errors * self._scale
        keep = ~trends.outliers(self._iron, self._errors)
        self._fits = [row for row, kept in zip(fits, keep) if kept]
        self._times, self._iron, self._soft, self._errors = (
            one[keep] for one in (self._times, self._iron, self._soft, self._errors))

    def row(self) -> dict[str, Any]:
        """The robot's row of the table, without its rank."""
        dates = [row["date"] for row in self._dated]
        row: dict[str, Any] = {
            "robot": self.name, "recordings": len(self._rows), "poison": sum(self._poison.values()),
            "accepted": self._accepted, "first": min(dates, default=None), "last": max(dates, default=None),
            "hours": sum(one["duration"] or 0 for one in self._rows) / 3600, "jumps": 0, "proposal_recordings": 0,
        }
        since = self._iron_over_time(row) if self._fits else None
        self._audit(row, since)
        self._load(row)
        self._defects()
        score = max((size for size, _ in self._reasons), default=0.0)
        known = bool(self._fits) or (row.get("audit_count") or 0) >= 30
        row["score"] = score if known or self._reasons else None
        row["verdict"] = (
            "service" if self._is_service or score >= SERVICE else "watch" if score >= WATCH else
            "ok" if known else "unknown")
        row["reasons"] = [text for _, text in sorted(self._reasons, key=lambda one: -one[0])]
        return row

    def _heading(self, iron: trends.Array) -> float:
        """The largest change of the heading by horizontal iron, degrees."""
        return math.degrees(math.atan2(float(np.hypot(iron[0], iron[1])), self._horizontal))

    def _iron_over_time(self, row: dict[str, Any]) -> float | None:
        """Jumps, drift, proposal; returns the time since which the iron is what it is now."""
        least = math.tan(math.radians(LEAST_JUMP)) * self._horizontal
        found = trends.jumps(self._times, self._iron, self._errors, least)
        first = found[-1] if found else 0
        since = None
        if found:
            start = found[-2] if len(found) > 1 else 0
            before = trends.trend(self._times[start:first], self._iron[start:first], self._errors[start:first])
            after = np.average(self._iron[first:first + 5], axis=0, weights=1 / self._errors[first:first + 5] ** 2)
            size = after - before.iron
            since = float(self._fits[first]["date"])
            earlier = float(self._fits[first - 1]["date"])
            row.update(jumps=len(found), jump_date=(earlier + since) / 2, jump=size, jump_heading=self._heading(size))
            self._is_service = self._dated[-1]["date"] - since <= RECENT * _WEEK
            self._reasons.append((
                row["jump_heading"] if self._is_service else 0.0,
                f"the iron jumped by {1e6 * np.hypot(size[0], size[1]):.1f} µT between {day(earlier)} and {day(since)}, "
                f"{row['jump_heading']:.1f}° of heading: look for what was mounted or moved, then calibrate"))
        trend = trends.trend(self._times[first:], self._iron[first:], self._errors[first:])
        if np.isfinite(trend.slope[0]):
            level = float(np.hypot(trend.slope[0], trend.slope[1]))
            error = math.degrees(float(np.sqrt(np.mean(trend.slope_error[:2] ** 2))) / self._horizontal)
            rate = math.degrees(level / self._horizontal)
            row.update(drift=trend.slope, drift_error=trend.slope_error, drift_heading=rate, drift_heading_error=error)
            if trend.is_drifting:
                self._reasons.append((
                    rate * NEWEST, f"the iron drifts by {rate:.2f}° ± {error:.2f}° of heading a week"))
        self._propose(row, first, trend)
        return since

    def _propose(self, row: dict[str, Any], first: int, trend: trends.Trend) -> None:
        """The calibration for now: the trend's iron, and the mean soft iron of the newest weeks."""
        newest = max(first, int(np.searchsorted(self._times, self._times[-1] - NEWEST)))
        used = self._fits[newest:]
        soft = np.average(self._soft[newest:], axis=0, weights=np.mean(self._errors[newest:, :2] ** 2, axis=1) ** -1.0)
        level = math.degrees(math.sqrt(float(np.mean(np.diag(trend.covariance)[:2]))) / self._horizontal)
        # What the recordings have in common does not average out.
        common = float(np.median([one["fit_error"] for one in used]))
        down = used[-1]["field_strength"] * math.sin(math.radians(used[-1]["field_inclination"]))
        vertical = np.array([0.0, 0.0, -down])
        row.update(
            proposal_recordings=len(used), proposal_from=used[0]["date"], proposal_to=used[-1]["date"],
            proposal_soft_iron=soft,
            # The h that has the trend's level iron with this S.
            proposal_hard_iron=trend.iron + vertical - np.linalg.solve(soft.reshape(3, 3), vertical),
            proposal_covariance=trend.covariance.ravel(), proposal_error=math.hypot(level, common),
            proposal_field=used[-1]["field_strength"], proposal_inclination=used[-1]["field_inclination"])

    def _audit(self, row: dict[str, Any], since: float | None) -> None:
        """Heading against course in the newest weeks, since the last jump."""
        audited = [one for one in self._dated if one["audit_count"]]
        if not audited:
            return
        start = max(audited[-1]["date"] - NEWEST * _WEEK, since or 0.0)
        newest = [one for one in audited if one["date"] >= start]
        if not newest:
            return
        counts = np.array([one["audit_count"] for one in newest])
        medians = np.repeat(wrapped(np.array([one["audit_median"] for one in newest])), np.minimum(counts, 60))
        spreads = np.repeat([one["audit_mad"] for one in newest], np.minimum(counts, 60))
        row.update(
            audit_count=int(counts.sum()), audit_median=float(np.median(medians)),
            audit_mad=float(np.hypot(np.median(spreads), spread(medians))))
        headings, values, weights = [], [], []
        for one in newest:
            for sector in range(SECTORS):
                count = one["sector_count"][sector]
                if count:
                    headings.append((sector + 0.5) * 360 / SECTORS)
                    values.append(one["sector_median"][sector])
                    # Of one recording's differences those after the fifth say little that is new.
                    weights.append(min(count, 5))
        fitted = coefficients(np.array(headings), np.array(values), np.array(weights))
        size = abs(row["audit_median"])
        if fitted:
            row.update(deviation=fitted[0], deviation_error=fitted[1])
            # Without what chance makes of nothing.
            noise = float(fitted[1][0] ** 2 + (fitted[1][1:] ** 2).sum() / 2)
            size = math.sqrt(max(0.0, root_mean_square(fitted[0]) ** 2 - noise))
        if row["audit_count"] >= 30 and 1.96 * size >= WATCH / 2:
            self._reasons.append((
                1.96 * size, f"the heading differs from the course by {size:.1f}° (root mean square over the circle, "
                f"{row['audit_median']:+.1f}° median, {row['audit_count']} fixes)"))

    def _load(self, row: dict[str, Any]) -> None:
        """The deviation by load: mean of the recordings, weighted by their errors."""
        loaded = [one for one in self._rows if one["load_iron"] and one["load_iron_error"]]
        if not loaded:
            return
        weights = np.array([one["load_iron_error"] for one in loaded]) ** -2.0
        slopes = np.array([one["load_iron"][:2] for one in loaded])
        mean = np.average(slopes, axis=0, weights=weights)
        excess = float((((slopes - mean) ** 2).sum(axis=1) * weights).sum()) / 2 / max(1, len(loaded) - 1)
        horizontal = self._horizontal if self._fits else 20e-6
        slope = math.degrees(float(np.hypot(mean[0], mean[1])) / horizontal)
        error = math.degrees(math.sqrt(max(1.0, excess) / float(weights.sum())) / horizontal)
        reach = max(one["load_range"] or 0.0 for one in loaded)
        row.update(load_deviation=slope, load_deviation_error=error, load_range=reach)
        if slope > 3 * error and row.get("proposal_error") is not None:
            # The load's scatter about the mean that the calibration is for: its range is 3.3 sigma, over all headings.
            row["proposal_error"] = math.hypot(row["proposal_error"], slope * reach / 3.3 / math.sqrt(2))
        if slope > 3 * error and slope * reach >= WATCH / 2:
            self._reasons.append((
                slope * reach, f"the load changes the heading by up to {slope * reach:.1f}°: "
                "calibrate with the load, or move its cables"))

    def _defects(self) -> None:
        """What has no size in degrees."""
        if self._rows and not self._accepted:
            why = Counter(reason for one in self._rows for reason in one["fit_reasons"] or ())
            most = f", mostly {why.most_common(1)[0][0]}" if why else ""
            self._reasons.append((0.0, f"none of {len(self._rows)} recordings could be calibrated{most}"))
        if self._wrong:
            self._is_service = True
            self._reasons.append((
                180.0, f"the axes of the magnetometer are wrong in {self._wrong} recordings: correct the mount matrix; "
                "no calibration is proposed"))
        poison = sum(self._poison.values())
        if poison and poison >= 0.2 * (poison + len(self._rows)):
            reason = self._poison.most_common(1)[0][0]
            self._reasons.append((0.0, f"{poison} of {poison + len(self._rows)} recordings are set aside, mostly {reason}"))

    def weeks(self) -> list[dict[str, Any]]:
        """The robot's rows of the table of weeks."""
        groups: dict[float, list[dict[str, Any]]] = {}
        for row in self._dated:
            groups.setdefault((row["date"] - _MONDAY) // _WEEK * _WEEK + _MONDAY, []).append(row)
        index = {one["hash"]: place for place, one in enumerate(self._fits)}
        found = []
        for week, rows in groups.items():
            one: dict[str, Any] = {
                "robot": self.name, "week": week, "recordings": len(rows),
                "accepted": sum(bool(row["fit_accepted"]) for row in rows),
                "audit_count": sum(row["audit_count"] or 0 for row in rows),
            }
            places = [index[row["hash"]] for row in rows if row["hash"] in index]
            if places:
                inverse = self._errors[places] ** -2.0
                one["level_iron"] = (self._iron[places] * inverse).sum(axis=0) / inverse.sum(axis=0)
                one["level_iron_error"] = inverse.sum(axis=0) ** -0.5
            audited = [row for row in rows if row["audit_count"]]
            if audited:
                one["audit_median"] = float(np.median([row["audit_median"] for row in audited]))
                one["audit_mad"] = float(np.median([row["audit_mad"] for row in audited]))
            found.append(one)
        return found
