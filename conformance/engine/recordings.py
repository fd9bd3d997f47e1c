"""Play episodes without checking a property: messages to compare with, and calls to show."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext, Messages
from hallmark_rl.conformance.client.open_driver import Driver, open_driver
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import PropertyViolated


def traces(context: CheckContext, episodes: Sequence[dict[str, Any]]) -> list[Messages]:
    """Play each episode in this process, and return the messages of each."""
    return [context.play_messages(Episode.from_dict(data)) for data in episodes]


def prepare(context: CheckContext) -> dict[str, Messages]:
    """Play the corpus, each episode in a fresh process; the messages by the episode's calls."""
    for episode in context.until_budget(context.corpus(), least=6):
        with suppress(PropertyViolated):  # checks that play the episode report it
            context.play_in_fresh_process(episode)
    messages: dict[str, Messages] = context.kept.messages
    return messages


def calls(context: CheckContext, episodes: Sequence[dict[str, Any]]) -> list[str]:
    """Play the episodes; a line for each call: session, call and response (300 characters)."""
    drivers: dict[int, Driver] = {}
    lines = []
    for call in (call for data in episodes for call in Episode.from_dict(data).calls):
        if call.session not in drivers:
            drivers[call.session] = open_driver(context.subject)
        response = context.call(drivers[call.session], call)
        argument = call.action if call.op == "step" else dict(call.options) or ""
        lines.append(f"[{call.session}] {call.op} {argument} -> {str(response)[:300]}")
    return lines
