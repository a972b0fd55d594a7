"""Compares the synopsis of headingd(3) with the header: every function, with its parameters."""

import re
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent


def declarations(text: str) -> set[str]:
    """The functions of a C text, without spaces."""
    found = re.findall(r"[a-z][\w ]*[ *]headingd_\w+\([^()]*\)(?=\s*[;{])", text)
    return {re.sub(r"\s", "", one.removeprefix("static inline ").strip()) for one in found}


header = re.sub(r"/\*.*?\*/", "", (SOURCES / "headingd.h").read_text(), flags=re.DOTALL)
page = (SOURCES / "headingd.3").read_text().split(".SH SYNOPSIS")[1].split(".SH ")[0]
synopsis = ""
for line in page.splitlines():
    if line.startswith((".B ", ".BI ")):
        parts = re.findall(r'"[^"]*"|\S+', line)[1:]
        synopsis += "".join(part.strip('"') for part in parts).replace("\\-", "-") + "\n"
only = declarations(header) ^ declarations(synopsis)
if only or not declarations(header):
    sys.exit(f"in one of headingd.h and headingd.3 only: {sorted(only)}")
