"""What is only played, not judged: traces to compare with, and calls to show."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext, Messages
from hallmark_rl.conformance.client.open_driver import open_driver
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import PropertyViolated


def traces(context: CheckContext, episodes: list[dict[str, Any]]) -> list[Messages]:
    """The messages of episodes, all played in this process."""
    return [context.play_messages(Episode.from_dict(data)) for data in episodes]


def prepare(context: CheckContext) -> dict[str, Messages]:
    """The messages of what most properties begin with, each played where nothing was played."""
    for episode in context.until_budget(context.corpus(), least=6):
        with suppress(PropertyViolated):  # the properties that play it themselves will say so
            context.play_in_fresh_process(episode)
    return context.fresh_messages


def calls(context: CheckContext, episodes: list[dict[str, Any]]) -> list[str]:
    """Every call of the episodes with what it gave, as text."""
    drivers: dict[int, Any] = {}
    lines = []
    for call in (call for data in episodes for call in Episode.from_dict(data).calls):
        if call.session not in drivers:
            drivers[call.session] = open_driver(context.subject)
        seen = context.call(drivers[call.session], call)
        what = call.action if call.op == "step" else dict(call.options) or ""
        lines.append(f"[{call.session}] {call.op} {what} -> {str(seen)[:300]}")
    return lines
