"""Find a case in a law library and cite it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, SetupError, VerifiedEnvironment, VerifiedState

from ..library import ISSUES, RIVALS, Case, draw_library, request
from ..models import ReadingRoomAction, ReadingRoomObservation

STEPS = 12


@dataclass
class Search:
    """Everything that changes during an episode."""

    wanted: Case
    library: list[Case]
    steps: int = 0
    results: list[str] = field(default_factory=list)
    read: list[int] = field(default_factory=list)
    cited: bool = False


class CiteFinderEnvironment(
    VerifiedEnvironment[ReadingRoomAction, ReadingRoomObservation, VerifiedState, Search]
):
    """Search, open and cite. `reset(level=1..3)` sets how many cases resemble the wanted one."""

    max_steps = STEPS
    step_timeout_s = 5.0
    reward = Reward(
        Column("cited", lambda t: float(t.facts["cited"]), kind="outcome"),
        Column("opened", lambda t: t.facts["opened"] / STEPS, kind="process", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Search, ReadingRoomObservation]:
        """Fill the library and choose the case that is wanted."""
        level = 1 if setup.level is None else setup.level
        if level not in RIVALS:
            raise SetupError(f"level must be one of {sorted(RIVALS)}")
        wanted, library = draw_library(rng, level)
        search = Search(wanted, library)
        return search, _show(search)

    def advance(self, search: Search, action: ReadingRoomAction) -> ReadingRoomObservation:
        """Use a tool; a citation ends the episode."""
        search.steps += 1
        text = " ".join(action.text.split())
        if action.tool == "search":
            found = [case.entry() for case in search.library if case.issue == text.casefold()]
            search.results = found
            return _show(search, note="" if found else "no such issue")
        if action.tool == "open":
            for case in search.library:
                if text == str(case.accession):
                    search.read.append(case.accession)
                    return _show(search, opened=case.head_note())
            return _show(search, note="no such number")
        search.cited = text == search.wanted.citation
        return _show(search, done=True)

    def facts(self, search: Search) -> Mapping[str, Any]:
        """What the reward reads."""
        return {"cited": search.cited, "opened": len(search.read)}


def _show(search: Search, **fields: Any) -> ReadingRoomObservation:
    return ReadingRoomObservation(
        request=request(search.wanted),
        issues=list(ISSUES),
        results=list(search.results),
        read=list(search.read),
        steps_left=STEPS - search.steps,
        **fields,
    )
