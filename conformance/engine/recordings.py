"""What is only played, not judged: traces to compare with, and calls to show."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from hallmark_rl.conformance.checking.context import Lab, Plain
from hallmark_rl.conformance.client.in_process import open_driver
from hallmark_rl.conformance.core.episode import Episode
from hallmark_rl.conformance.core.results import Broken


def traces(lab: Lab, episodes: list[dict[str, Any]]) -> list[Plain]:
    """The messages of episodes, all played in this process."""
    return [lab.plain(Episode.from_dict(data)) for data in episodes]


def prepare(lab: Lab) -> dict[str, Plain]:
    """The messages of what most properties begin with, each played where nothing was played."""
    for episode in lab.within(lab.corpus(), least=6):
        with suppress(Broken):  # the properties that play it themselves will say so
            lab.pristine(episode)
    return lab.played


def calls(lab: Lab, episodes: list[dict[str, Any]]) -> list[str]:
    """Every call of the episodes with what it gave, as text."""
    drivers: dict[int, Any] = {}
    lines = []
    for call in (call for data in episodes for call in Episode.from_dict(data).calls):
        if call.session not in drivers:
            drivers[call.session] = open_driver(lab.subject)
        seen = lab.call(drivers[call.session], call)
        what = call.action if call.op == "step" else dict(call.options) or ""
        lines.append(f"[{call.session}] {call.op} {what} -> {str(seen)[:300]}")
    return lines
