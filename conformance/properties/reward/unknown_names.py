"""Reward: an action that names what does not exist is not paid.

Looked up in a dict, an unknown name gives None, and None equals a field that was left out.
"""

from __future__ import annotations

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.action_variations import (
    named_slots,
    shown_names,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import filled

_UNKNOWN = ("zzqx", "qxzz")
_SEEDS = 6


@check("reward.unknown_names")
def unknown_names(context: CheckContext) -> None:
    """Name nonsense in an action, and each name that is shown, and compare what they earn."""
    context.require_capability_absent("stochastic", "single rewards depend on chance")
    tried = False
    for template, slot in context.until_budget(named_slots(context), least=6):
        pays: list[float] = []
        for seed in context.seeds[:_SEEDS]:
            names = shown_names(context, seed)
            unknown = [_earned(context, seed, filled(template, slot, word)) for word in _UNKNOWN]
            if not names or unknown[0] != unknown[1] or unknown[0] <= 0:
                tried = tried or bool(names)
                break
            tried = True
            if any(
                _earned(context, seed, filled(template, slot, name)) >= unknown[0] for name in names
            ):
                break
            pays.append(unknown[0])
        if len(pays) == min(_SEEDS, len(context.seeds)):
            action = filled(template, slot, _UNKNOWN[0])
            raise PropertyViolated(
                f"{slot.name} = {_UNKNOWN[0]!r}, which is nothing, earns {min(pays):.4g} on each "
                f"of {len(pays)} seeds, and no name that the first message shows earns as much in "
                "the same action",
                Episode.of(context.seeds[0], [*context.survey.opening, action], "unknown name"),
            )
    if not tried:
        raise NotApplicable("no action names by a text what the first message shows")


def _earned(context: CheckContext, seed: int | None, action: Action) -> float:
    trace = context.play(Episode.of(seed, [*context.survey.opening, action], "a name"))
    return trace[-1].numeric_reward if trace[-1].data is not None else 0.0
