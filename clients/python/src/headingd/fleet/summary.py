"""The summary of an output: `summary.html`, one file without anything from outside, and `summary.md`."""

from __future__ import annotations

import html
import math
from collections import Counter
from datetime import datetime, timezone
from typing import Any

from ..text import plain
from .drawing import bars, deviation_curve, iron_over_weeks
from .robots import Parts
from .schema import decoded
from .stores import Store

#: Robots that the pages show; all are in robots.parquet.
SHOWN = 100

_LIMIT = 1 << 30
_VERDICTS = ("service", "watch", "unknown", "ok")

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --page: #ffffff; --soft: #5c6670; --line: #d8dde2; --x: #0b6bcb; --y: #c2410c;
  --service: #b42318; --watch: #9a6700; --ok: #1a7f37; --unknown: #5c6670; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ec; --page: #14181c; --soft: #98a2ac; --line: #343b42; --x: #6cb4ff; --y: #ff9f6b;
  --service: #ff8a80; --watch: #e3b341; --ok: #56d364; --unknown: #98a2ac; } }
body { font: 15px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--page); margin: 2rem auto; max-width: 92rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .2rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; } p.sub { color: var(--soft); margin: 0 0 1rem; }
.tiles { display: flex; flex-wrap: wrap; gap: .6rem; } .tile { border: 1px solid var(--line); border-radius: 6px; padding: .5rem .9rem; }
.tile b { display: block; font-size: 1.35rem; font-variant-numeric: tabular-nums; } .tile span { color: var(--soft); font-size: .85rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; } th { text-align: left; color: var(--soft); font-weight: 500; font-size: .85rem; }
td, th { padding: .4rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; } td.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
td:nth-child(2) { white-space: nowrap; } td:nth-child(3) { min-width: 22rem; } .line-x { color: var(--x); } .line-y { color: var(--y); }
.service { color: var(--service); } .watch { color: var(--watch); } .ok { color: var(--ok); } .unknown { color: var(--unknown); }
svg path { fill: none; stroke-width: 1.6; } svg .x { stroke: var(--x); } svg .y { stroke: var(--y); } svg .axis { stroke: var(--line); stroke-width: 1; }
svg .jump { stroke: var(--service); stroke-dasharray: 3 2; stroke-width: 1.2; } svg text { fill: var(--soft); font-size: 10px; } svg .bar { fill: var(--x); }
"""


def _number(value: float | None, digits: int = 1, sign: bool = False) -> str:
    return "–" if value is None else f"{value:{'+' if sign else ''}.{digits}f}"


def _with_error(value: float | None, error: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:.{digits}f} ± {_number(error, digits)}"


class Summary:
    """What the pages say, read from the tables of an output."""

    def __init__(self, output: Store, ledger: Parts) -> None:
        self.robots: list[dict[str, Any]] = decoded(output.read("robots.parquet", _LIMIT)).to_pylist()
        shown = {row["robot"] for row in self.robots[:SHOWN]}
        self.weeks: dict[str, list[dict[str, Any]]] = {}
        for week in decoded(output.read("weeks.parquet", _LIMIT)).to_pylist():
            if week["robot"] in shown and week["level_iron"]:
                self.weeks.setdefault(week["robot"], []).append(week)
        self.poison: Counter[str] = Counter()
        self.examples: dict[str, str] = {}
        for part in ledger.parts("poison"):
            rows = decoded(part, ("reason", "name", "message"))
            for reason, name, message in zip(*(rows.column(one).to_pylist() for one in ("reason", "name", "message"))):
                self.poison[reason] += 1
                self.examples.setdefault(reason, plain(f"{name}: {message}"))
        self.verdicts = Counter(row["verdict"] for row in self.robots)
        self.recordings = sum(row["recordings"] for row in self.robots)
        self.hours = sum(row["hours"] or 0.0 for row in self.robots)
        dates = [row[end] for row in self.robots for end in ("first", "last") if row[end]]
        self.span = f"{min(dates):%Y-%m-%d} to {max(dates):%Y-%m-%d}" if dates else "without dates"

    def tiles(self) -> list[tuple[str, str, str]]:
        """Numbers of the whole fleet: value, words, class."""
        words = {"service": "need service", "watch": "to be watched", "unknown": "nothing can be said", "ok": "in order"}
        tiles = [(str(len(self.robots)), "robots", "")]
        tiles += [(str(self.verdicts[one]), words[one], one) for one in _VERDICTS]
        tiles += [
            (str(self.recordings), "recordings", ""), (f"{self.hours:.1f} h", "recorded", ""),
            (str(sum(self.poison.values())), "set aside", "")]
        return tiles

    def markdown(self) -> str:
        """The page for a terminal or a chat."""
        lines = ["# Fleet", "", f"Recordings {self.span}.", ""]
        lines += ["| | |", "| --- | --- |", *(f"| {words} | {value} |" for value, words, _ in self.tiles()), ""]
        lines += [
            "## Robots", "", "| rank | robot | verdict | heading − course | proposal ± | reasons |",
            "| --- | --- | --- | --- | --- | --- |"]
        for row in self.robots[:SHOWN]:
            reasons = "; ".join(row["reasons"] or ()) or "–"
            cells = (
                row["rank"], row["robot"], row["verdict"], _number(row["audit_median"], sign=True) + "°",
                _number(row["proposal_error"], 2) + "°", reasons)
            lines.append("| " + " | ".join(plain(str(cell)).replace("|", "\\|") for cell in cells) + " |")
        if len(self.robots) > SHOWN:
            lines += ["", f"{len(self.robots) - SHOWN} more are in robots.parquet."]
        if self.poison:
            lines += ["", "## Set aside", "", "| reason | recordings | such as |", "| --- | --- | --- |"]
            for reason, count in self.poison.most_common():
                lines.append(f"| {reason} | {count} | " + self.examples[reason].replace("|", "\\|") + " |")
        return "\n".join(lines) + "\n"

    def page(self) -> str:
        """The page for a browser."""
        now = datetime.now(timezone.utc)
        tiles = "".join(
            f'<div class="tile"><b class="{name}">{value}</b><span>{words}</span></div>' for value, words, name in self.tiles())
        rows = "".join(self._robot(row) for row in self.robots[:SHOWN])
        more = len(self.robots) - SHOWN
        parts = [
            "<!doctype html><html lang='en'><meta charset='utf-8'><meta name='viewport' content='width=device-width'>",
            f"<title>Fleet</title><style>{_STYLE}</style>",
            f"<h1>Fleet</h1><p class='sub'>Recordings {self.span}; written {now:%Y-%m-%d %H:%M} UTC</p>",
            f"<div class='tiles'>{tiles}</div><h2>Robots, who needs service first</h2>",
            "<div class='wide'><table><tr><th>rank<th>robot<th>verdict and reasons<th>heading − course, °<th>drift, °/week"
            "<th>proposal ±, °<th>recordings<th>iron over weeks: <span class='line-x'>right</span>, <span class='line-y'>forward</span><th>deviation, 0 to 360°</tr>", rows, "</table></div>",
            f"<p class='sub'>{more} more robots are in robots.parquet.</p>" if more > 0 else "",
        ]
        if self.poison:
            examples = "".join(
                f"<tr><td>{html.escape(reason)}<td class='n'>{count}<td>{html.escape(self.examples[reason])}</tr>"
                for reason, count in self.poison.most_common())
            parts += [
                "<h2>Set aside</h2>", bars(self.poison.most_common(20)),
                f"<div class='wide'><table><tr><th>reason<th>recordings<th>such as</tr>{examples}</table></div>"]
        return "\n".join(part for part in parts if part) + "\n"

    def _robot(self, row: dict[str, Any]) -> str:
        weeks = self.weeks.get(row["robot"], [])
        lines: list[list[float]] = [[], []]
        if weeks and row["proposal_field"] and row["proposal_inclination"] is not None:
            horizontal = row["proposal_field"] * math.cos(math.radians(row["proposal_inclination"]))
            for axis in (0, 1):
                middle = weeks[0]["level_iron"][axis]
                lines[axis] = [math.degrees((one["level_iron"][axis] - middle) / horizontal) for one in weeks]
        times = [one["week"].timestamp() for one in weeks] if lines[0] else []
        jumps = [row["jump_date"].timestamp()] if row["jump_date"] and times and times[0] <= row["jump_date"].timestamp() else []
        audit = _number(row["audit_median"], sign=True)
        if row["audit_mad"] is not None:
            audit += f" (± {row['audit_mad']:.1f})"
        reasons = "".join(f"<br>{html.escape(plain(one))}" for one in row["reasons"] or ())
        curve = deviation_curve(row["deviation"]) if row["deviation"] else ""
        return (
            f"<tr><td class='n'>{row['rank']}<td>{html.escape(plain(row['robot']))}"
            f"<td><b class='{row['verdict']}'>{row['verdict']}</b>{reasons}<td class='n'>{audit}"
            f"<td class='n'>{_with_error(row['drift_heading'], row['drift_heading_error'], 2)}"
            f"<td class='n'>{_number(row['proposal_error'], 2)}<td class='n'>{row['recordings']}"
            f"<td>{iron_over_weeks(times, lines, jumps)}<td>{curve}</tr>\n")


def write_summary(output: Store, ledger: Parts) -> None:
    """Writes both pages from `robots.parquet`, `weeks.parquet` and the poison."""
    summary = Summary(output, ledger)
    output.write("summary.md", summary.markdown().encode("utf-8", "replace"))
    output.write("summary.html", summary.page().encode("utf-8", "replace"))
