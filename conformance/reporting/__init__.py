"""Reports of a run: as data, in the terminal and as files."""

from __future__ import annotations

from hallmark_rl.conformance.reporting.run_report import Report, Row
from hallmark_rl.conformance.reporting.write_files import write_all, write_json

__all__ = ["Report", "Row", "write_all", "write_json"]
