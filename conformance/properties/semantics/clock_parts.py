"""Semantics: a time such as `04:-20` or `03:80` is no time."""

from __future__ import annotations

import re
from collections.abc import Callable

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import paid_like
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_CLOCK = re.compile(r"(?<![\d:.-])(\d{1,2}):([0-5]\d)(?![\d:])")
_FEWEST = 3

_Change = Callable[[int, int], str]
_SPELLINGS: dict[str, _Change] = {
    "minutes below 0": lambda hour, minute: f"{hour + 1:02}:-{60 - minute:02}",
    "minutes above 59": lambda hour, minute: f"{hour - 1:02}:{minute + 60}",
}
"""The same moment in minutes that no clock shows, by what is wrong with it."""


@check("semantic.clock_parts")
def clock_parts(context: CheckContext) -> None:
    """Write the times of solutions with minutes below 0 and above 59."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    judged = 0
    paid: dict[str, list[Episode]] = {}
    for solution in context.until_budget(context.solutions, least=_FEWEST):
        *before, last = solution.actions
        wrong = _with_times(last, lambda hour, minute: f"{(hour + 7) % 24:02}:{minute:02}")
        if wrong is None or not context.source.valid(wrong):
            continue
        if paid_like(context, solution, [*before, wrong], "another time"):
            continue  # the time does not count
        judged += 1
        for name, spelling in _SPELLINGS.items():
            action = _with_times(last, spelling)
            if action is not None and context.source.valid(action):
                episode = paid_like(context, solution, [*before, action], name)
                if episode is not None:
                    paid.setdefault(name, []).append(episode)
    if not judged:
        raise NotApplicable("no solution's last action holds a time of the day that counts")
    for name, episodes in paid.items():
        if len(episodes) >= min(_FEWEST, judged):
            raise PropertyViolated(
                f"a time with {name} is taken, and paid like the right one on {len(episodes)} of "
                f"{judged} tasks: {episodes[0].calls[-1].action}",
                episodes[0],
            )


def _with_times(action: Action, spelling: _Change) -> Action | None:
    """An action with its first time of the day written in another way; None without one."""
    for path, value in leaves(action):
        found = _CLOCK.search(value) if isinstance(value, str) else None
        if found is not None:
            hour, minute = int(found[1]), int(found[2])
            if hour < 1:
                return None
            text = value[: found.start()] + spelling(hour, minute) + value[found.end() :]
            return with_leaf(action, path, text)
    return None
