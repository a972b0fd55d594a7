"""Small drawings as SVG text, in the colours of the page that holds them."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence

import numpy as np

from .deviation import SECTORS, design

#: Right of a drawing, for its numbers.
_MARGIN = 44

Point = tuple[float, float]


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _scaled(values: Sequence[float], low: float, high: float, first: float, last: float) -> list[float]:
    width = high - low or 1.0
    return [first + (last - first) * (value - low) / width for value in values]


def iron_over_weeks(
    weeks: Sequence[float], degrees: Sequence[Sequence[float]], jumps: Sequence[float] = (), width: int = 250, height: int = 56,
) -> str:
    """Lines of the horizontal hard iron, in degrees of heading, over time; a dashed line at each jump.

    `degrees` has a sequence for each of the axes x and y. Empty with fewer than two weeks.
    """
    if len(weeks) < 2:
        return ""
    flat = [value for line in degrees for value in line]
    reach = max(max(flat), 1.0) if flat else 1.0
    low = min(min(flat), -1.0) if flat else -1.0
    xs = _scaled(weeks, weeks[0], weeks[-1], 4, width - _MARGIN)
    lines = [
        f'<path class="{name}" d="{_path(list(zip(xs, _scaled(line, low, reach, height - 4, 4))))}"/>'
        for name, line in zip(("x", "y"), degrees)]
    marks = [
        f'<path class="jump" d="M{x:.1f} 2V{height - 2}"/>'
        for x in _scaled(list(jumps), weeks[0], weeks[-1], 4, width - _MARGIN)]
    zero = _scaled([0.0], low, reach, height - 4, 4)[0]
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="hard iron over weeks, {low:.1f} to {reach:.1f} degrees of heading">'
        f'<path class="axis" d="M4 {zero:.1f}H{width - _MARGIN}"/>{"".join(lines)}{"".join(marks)}'
        f'<text x="{width - 4}" y="11" text-anchor="end">{reach:+.1f}°</text>'
        f'<text x="{width - 4}" y="{height - 5}" text-anchor="end">{low:+.1f}°</text></svg>')


def deviation_curve(parameters: Sequence[float], width: int = 180, height: int = 56) -> str:
    """The deviation A + B sin + C cos + D sin 2 + E cos 2 over the headings of the circle."""
    headings = np.arange(0.0, 361.0, 360 / SECTORS / 5)
    values = list(map(float, design(headings) @ np.asarray(parameters, float)))
    reach = max(1.0, max(map(abs, values)))
    points = list(zip(_scaled(list(headings), 0, 360, 4, width - _MARGIN), _scaled(values, -reach, reach, height - 4, 4)))
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="deviation by heading, up to {reach:.1f} degrees">'
        f'<path class="axis" d="M4 {height / 2}H{width - _MARGIN}"/><path class="x" d="{_path(points)}"/>'
        f'<text x="{width - 4}" y="11" text-anchor="end">±{reach:.1f}°</text></svg>')


def bars(counts: Sequence[tuple[str, int]], width: int = 460) -> str:
    """Horizontal bars with their names and numbers."""
    if not counts:
        return ""
    most = max(count for _, count in counts) or 1
    rows = []
    for index, (name, count) in enumerate(counts):
        y = 4 + 22 * index
        length = max(1.0, (width - 260) * math.sqrt(count / most) if most > 100 else (width - 260) * count / most)
        rows.append(
            f'<text x="186" y="{y + 13}" text-anchor="end">{html.escape(name[:28])}</text>'
            f'<rect class="bar" x="194" y="{y}" width="{length:.1f}" height="17" rx="2"/>'
            f'<text x="{200 + length:.1f}" y="{y + 13}">{count}</text>')
    height = 22 * len(counts) + 6
    return f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">{"".join(rows)}</svg>'
