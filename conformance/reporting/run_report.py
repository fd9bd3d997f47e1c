"""The results of a run as data, with what they mean for the subject as a whole."""

from __future__ import annotations

import datetime
import importlib.metadata
import platform
from dataclasses import asdict, dataclass, field
from typing import Any

from hallmark_rl.conformance.catalogue import CHAPTERS, Property, all_properties
from hallmark_rl.conformance.core.results import BUDGET_USED_UP, VERDICTS, Result
from hallmark_rl.conformance.reporting.grouping import Group, group_by_cause
from hallmark_rl.conformance.reporting.proved_variants import proved_variants

FAULT = "contract.no_faults"
"""The property whose failure is shown first, with all that follows from it."""
ACCEPTANCE = "contract.actions_accepted"
"""The property whose figures are the acceptance rate."""
REACHED = "contract.code_reached"
"""The property whose figures say how much of the environment's code ran."""


@dataclass(frozen=True)
class Row(Result):
    """The result of one property and its verdict, one of `core.results.VERDICTS`."""

    verdict: str = ""

    @property
    def entry(self) -> Property:
        """The property in the catalogue."""
        return all_properties()[self.id]


@dataclass(frozen=True)
class Report:
    """The results of a run.

    Attributes:
        subject: the subject as given to `--env`.
        name: its short name.
        profile: name of the profile.
        seed: seed of the suite's own choices.
        seconds: duration of the run.
        rows: a row for each property that was checked, in the order of the catalogue.
        unused_waivers: what is wrong with entries of the waiver file.
        unchecked: number of chosen properties without a result.
        notes: what a reader must know about the run, such as what was loaded.
        stopped: why the run ended before all of them had one; empty if it did not.
        made: date and time (UTC) of the report.
    """

    subject: str
    name: str
    profile: str
    seed: int
    seconds: float
    rows: list[Row]
    unused_waivers: list[str] = field(default_factory=list)
    unchecked: int = 0
    notes: list[str] = field(default_factory=list)
    stopped: str = ""
    made: str = field(
        default_factory=lambda: datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    )

    def count(self, verdict: str) -> int:
        """Number of properties with this verdict."""
        return sum(row.verdict == verdict for row in self.rows)

    @property
    def unproved(self) -> int:
        """Number of MUST properties that are unproved; those of a SHOULD decide nothing."""
        return sum(row.verdict == "unproved" and row.entry.level == "MUST" for row in self.rows)

    @property
    def acceptance(self) -> str:
        """How many of the actions that were played were accepted; empty if it was not measured.

        Also how many blocks of the environment's code the plays reached.
        """
        figures = {row.id: row.figures for row in self.rows if row.id in (ACCEPTANCE, REACHED)}
        parts = []
        if "played" in figures.get(ACCEPTANCE, {}):
            accepted, played = figures[ACCEPTANCE]["accepted"], figures[ACCEPTANCE]["played"]
            share = f" ({accepted / played:.0%})" if played else ""
            different, judged = figures[ACCEPTANCE]["distinct"], figures[ACCEPTANCE].get("judged")
            parts.append(
                f"actions accepted: {accepted} of {played}{share}, {different} different ones"
                + (f"; judged as wrong answers: {judged}" if judged else "")
            )
        if figures.get(REACHED, {}).get("reached"):
            reached, blocks = figures[REACHED]["reached"], figures[REACHED]["blocks"]
            parts.append(f"blocks of code reached: {reached} of {blocks} ({reached / blocks:.0%})")
        return "; ".join(parts)

    @property
    def left_out(self) -> str:
        """How many properties hold by checks that left work out as their time was used up."""
        held = [row for row in self.rows if row.verdict == "pass"]
        shorter = sum(BUDGET_USED_UP in row.figures for row in held)
        longer = "" if self.profile == "thorough" else " (--profile thorough has more time)"
        text = f"checks that left work out when their time was used up: {shorter} of {len(held)}"
        return f"{text} that passed{longer}" if shorter else ""

    def grouped(self, verdict: str) -> list[Group]:
        """The rows with this verdict, grouped by likely cause; what pays most comes first.

        A fault of the environment comes before all, with what shows the same exception.
        """
        rows = [row for row in self.rows if row.verdict == verdict]
        fault = next((row for row in rows if row.id == FAULT), None)
        if fault is None:
            return group_by_cause(rows)
        text = str(fault.figures.get("fault", fault.message))
        same = [row for row in rows if row is not fault and text in row.message]
        rest = [row for row in rows if row is not fault and row not in same]
        return [Group((fault, *same), 0.0), *group_by_cause(rest)]

    @property
    def proved(self) -> bool:
        """Whether every chosen MUST property holds, is excluded or is waived."""
        missing = self.unproved or any(self.count(name) for name in ("broken", "error", "flaky"))
        return not self.unchecked and not missing

    @property
    def headline(self) -> str:
        """The whole result in a sentence."""
        if broken := self.count("broken"):
            plural = "y" if broken == 1 else "ies"
            rest = f"; {self.unchecked} were not checked" if self.stopped else ""
            return f"{self.name} breaks {broken} propert{plural} that MUST hold{rest}"
        if errors := self.count("error"):
            plural = "y" if errors == 1 else "ies"
            return f"{self.name} is not proved: errors of the suite in {errors} propert{plural}"
        if self.stopped:
            return (
                f"{self.name} is not proved: {self.stopped}, and {self.unchecked} properties were "
                "not checked"
            )
        if self.unproved and not self.count("pass"):
            return f"{self.name} is not proved: no property could be checked"
        if self.unproved:
            need = "property needs" if self.unproved == 1 else "properties need"
            of_environment = self.rows[0].entry.chapter in CHAPTERS
            evidence = "evidence from proof.py" if of_environment else "tasks or declarations"
            return f"{self.name} is not proved: {self.unproved} MUST {need} {evidence}"
        if self.count("flaky"):
            seen = f"{self.count('flaky')} failed once and not again in a new process"
            return f"{self.name} is not proved: {seen}"
        if self.unchecked:
            return f"{self.name} is not proved: {self.unchecked} properties were not checked"
        scope = f", at {self.variants}" if self.variants else ""
        if not self.count("pass"):
            return f"{self.name} is not proved: none of the chosen properties applies"
        if self.count("pass") == 1:
            return f"{self.name} satisfies the one property that applies{scope}"
        held = self.count("pass")
        if open_ones := self.count("unproved"):
            rest = f"; {open_ones} could not be checked and need not hold"
            return f"{self.name} satisfies all {held} properties that were checked{scope}{rest}"
        return f"{self.name} satisfies all {held} properties that apply{scope}"

    @property
    def variants(self) -> str:
        """The levels, splits and modes at which every property of their chapter holds."""
        return proved_variants(
            [(row.verdict, row.figures) for row in self.rows if row.entry.chapter == "variants"]
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data, with the counts of the verdicts and the versions of packages."""
        return {
            **asdict(self),
            "proved": self.proved,
            "headline": self.headline,
            "acceptance": self.acceptance,
            "left_out": self.left_out,
            "variants": self.variants,
            "partial": bool(self.unchecked),
            "counts": {name: self.count(name) for name in VERDICTS},
            "versions": versions(),
        }


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that can change a result."""
    numbers = {"python": platform.python_version()}
    for name in ("hallmark-rl", "openenv", "openenv-core", "hypothesis", "pydantic"):
        try:
            numbers[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return numbers
