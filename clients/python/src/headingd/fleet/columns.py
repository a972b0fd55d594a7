"""The columns of every table: name, type, unit, meaning. docs/fleet-recordings.md repeats them, which a test compares."""

from __future__ import annotations

from typing import NamedTuple


class Column(NamedTuple):
    """A column; `unit` is empty for what has none."""

    name: str
    kind: str
    unit: str
    meaning: str


_IDENTITY = (
    Column("hash", "text", "", "SHA-256 of the recording's bytes, hexadecimal: the key"),
    Column("name", "text", "", "of the recording in its store"),
    Column("size", "count", "byte", "of the recording"),
    Column("version", "text", "", "of the object in its store: time of change, or ETag"),
    Column("robot", "text", "", "from the name, else from the recording's setup"),
)

RECORDINGS = (
    *_IDENTITY,
    Column("duplicate", "flag", "", "whether it has the bytes of another recording: the columns below are that one's, and null here"),
    Column("date", "time", "", "UTC of the first row, else of the name"),
    Column("format", "text", "", "`csv` or `mcap`"),
    Column("rows", "count", "", "that are usable"),
    Column("bad_rows", "count", "", "that were left out"),
    Column("duration", "number", "s", "first to last row"),
    Column("rate", "number", "Hz", "rows a second, median"),
    Column("simulated", "flag", "", "whether sensors or fixes are simulated"),
    Column("seconds", "number", "s", "of a processor's core for this recording"),
    Column("latitude", "number", "degree", "of the first fix"),
    Column("longitude", "number", "degree", "of the first fix"),
    Column("temperature", "number", "°C", "median"),
    Column("distance", "number", "m", "over ground, from the speeds of the fixes"),
    Column("fit_accepted", "flag", "", "whether the calibration of this recording alone may be used"),
    Column("fit_model", "text", "", "of the calibration"),
    Column("fit_quality", "text", "", "of the calibration"),
    Column("fit_reasons", "texts", "", "what limits the calibration"),
    Column("soft_iron", "numbers", "", "S, row by row: corrected = S (raw - h)"),
    Column("hard_iron", "numbers", "T", "h, body frame: x right, y forward, z up"),
    Column("level_iron", "numbers", "T", "h + S⁻¹ v - v with v the vertical field: the iron as the level robot has it, whatever the model"),
    Column("fit_error", "number", "degree", "predicted heading error, 1 sigma, level"),
    Column("fit_error_tilt_20", "number", "degree", "the same at a tilt of 20°"),
    Column("fit_error_tilt_45", "number", "degree", "the same at a tilt of 45°"),
    Column("fit_headings", "number", "", "covered share of the circle, 0 to 1"),
    Column("fit_noise", "number", "T", "of the magnetometer, 1 sigma an axis"),
    Column("field_strength", "number", "T", "of the place, to which S scales"),
    Column("field_inclination", "number", "degree", "of the place, positive down"),
    Column("audit_calibration", "text", "", "that the audit is of: `recorded` with the recording, `given` by --calibrations, `own` of the recording itself; `unavailable` with a library that cannot replay"),
    Column("audit_count", "count", "", "fixes whose course was compared with the true heading"),
    Column("audit_median", "number", "degree", "heading minus course, median"),
    Column("audit_mad", "number", "degree", "its spread: 1.4826 × median absolute deviation"),
    Column("audit_within", "number", "", "share of the comparisons within the heading's 95 % bound and the course's error"),
    Column("audit_backward", "count", "", "fixes left out because the robot moved backward"),
    Column("fit_audit_median", "number", "degree", "heading minus course with the calibration of this recording, if the audit is of another"),
    Column("fit_audit_mad", "number", "degree", "its spread"),
    Column("sector_count", "counts", "", "comparisons in each sector of 30° of heading, from 0°"),
    Column("sector_median", "numbers", "degree", "heading minus course in each sector, median"),
    Column("deviation", "numbers", "degree", "A, B, C, D, E: A + B sin + C cos + D sin 2 + E cos 2 of the heading"),
    Column("deviation_error", "numbers", "degree", "their errors, 1 sigma"),
    Column("load_range", "number", "load", "5th to 95th percentile of the load, in the recording's unit"),
    Column("load_iron", "numbers", "T/load", "change of the field with the load, body frame"),
    Column("load_iron_error", "number", "T/load", "its error, 1 sigma a horizontal axis"),
    Column("load_deviation", "number", "degree/load", "largest change of the heading with the load, level"),
    Column("load_deviation_error", "number", "degree/load", "its error, 1 sigma"),
)

POISON = (
    *_IDENTITY,
    Column("reason", "text", "", "one word: `too_large`, `time`, `memory`, `killed_worker`, `exception`, or of the reader"),
    Column("message", "text", "", "for people"),
    Column("exception", "text", "", "type of the exception; empty without one"),
    Column("attempts", "count", "", "how often it was tried"),
    Column("seconds", "number", "s", "that it took"),
    Column("set_aside", "time", "", "when"),
)

ROBOTS = (
    Column("robot", "text", "", "the key"),
    Column("rank", "count", "", "1 is who needs service most"),
    Column("verdict", "text", "", "`service`, `watch`, `ok`, or `unknown`: nothing can be said"),
    Column("reasons", "texts", "", "why, the most important first"),
    Column("score", "number", "degree", "heading error that service would remove, 95 %"),
    Column("recordings", "count", "", "that are usable"),
    Column("poison", "count", "", "that are set aside"),
    Column("accepted", "count", "", "whose own calibration may be used"),
    Column("first", "time", "", "date of the first recording"),
    Column("last", "time", "", "date of the last recording"),
    Column("hours", "number", "h", "recorded"),
    Column("audit_count", "count", "", "comparisons of heading and course"),
    Column("audit_median", "number", "degree", "heading minus course, newest weeks"),
    Column("audit_mad", "number", "degree", "its spread"),
    Column("deviation", "numbers", "degree", "A, B, C, D, E of the newest weeks"),
    Column("deviation_error", "numbers", "degree", "their errors, 1 sigma"),
    Column("drift", "numbers", "T/week", "of the level iron since its last jump"),
    Column("drift_error", "numbers", "T/week", "its errors, 1 sigma"),
    Column("drift_heading", "number", "degree/week", "change of the heading error by it, the largest of all headings"),
    Column("drift_heading_error", "number", "degree/week", "its error, 1 sigma"),
    Column("jumps", "count", "", "of the level iron"),
    Column("jump_date", "time", "", "of the last one: between two recordings"),
    Column("jump", "numbers", "T", "of the last one"),
    Column("jump_heading", "number", "degree", "change of the heading by it, the largest of all headings"),
    Column("load_deviation", "number", "degree/load", "largest change of the heading with the load"),
    Column("load_deviation_error", "number", "degree/load", "its error, 1 sigma"),
    Column("load_range", "number", "load", "that the recordings have"),
    Column("proposal_recordings", "count", "", "that the proposed calibration is made of; 0 without a proposal"),
    Column("proposal_from", "time", "", "date of the first of them"),
    Column("proposal_to", "time", "", "date of the last of them, for which the proposal is"),
    Column("proposal_soft_iron", "numbers", "", "S, row by row"),
    Column("proposal_hard_iron", "numbers", "T", "h"),
    Column("proposal_covariance", "numbers", "T²", "of h, row by row"),
    Column("proposal_error", "number", "degree", "predicted heading error, 1 sigma, level"),
    Column("proposal_field", "number", "T", "field strength to which S scales"),
    Column("proposal_inclination", "number", "degree", "of the field"),
)

WEEKS = (
    Column("robot", "text", "", "with `week` the key"),
    Column("week", "time", "", "Monday 0 h UTC"),
    Column("recordings", "count", "", "that are usable"),
    Column("accepted", "count", "", "whose own calibration may be used"),
    Column("level_iron", "numbers", "T", "mean, weighted by the predicted errors"),
    Column("level_iron_error", "numbers", "T", "its errors, 1 sigma"),
    Column("audit_count", "count", "", "comparisons of heading and course"),
    Column("audit_median", "number", "degree", "heading minus course, median of the recordings"),
    Column("audit_mad", "number", "degree", "its spread, median of the recordings"),
)
