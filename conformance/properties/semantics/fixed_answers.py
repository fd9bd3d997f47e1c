"""Semantics: without an author's oracle too, one fixed script does not earn most of the maximum.

`semantic.canary_floor` compares constant policies with the oracle. Here the declared maximum takes
its place: a script that was found on one seed, or one action, earns most of it on most seeds.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import CLAIMS, confirm_share
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.diff import content_text
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import templates

_MOST = 0.7
"""Share of the maximum that a script may earn, and of the seeds on which one may."""
_SEEDS, _FEWEST_TASKS = 8, 6
_SCRIPTS, _ACTIONS = 6, 16
_LONGEST = 60


@check("semantic.fixed_answers")
def fixed_answers(context: CheckContext) -> None:
    """Play scripts of single seeds, and one action again and again, on other seeds."""
    context.require_capability_absent("single_task", "there is one task")
    if any(not solution.found for solution in context.survey.solutions):
        raise NotApplicable("the author has written an oracle: see semantic.canary_floor")
    declared = context.declared
    maximum = declared.success if declared.success is not None else declared.high
    if maximum is None or maximum <= 0:
        raise NotApplicable("no greatest reward is declared")
    seeds = range(1, _SEEDS + 1)
    openings = {content_text(context.play_messages(Episode.of(seed, []))) for seed in seeds}
    if len(openings) < _FEWEST_TASKS:
        raise NotApplicable("the first messages of most seeds are alike")
    least = _MOST * maximum - 1e-9

    def wins(script: list[Action], seed: int) -> bool:
        rollout = play(context, script, seed)
        if declared.success is None:  # the range is that of a step: an episode may pay it often
            is_paid_once = rollout.done and sum(reward > 0 for reward in rollout.rewards) == 1
            return not rollout.error and is_paid_once and rollout.total >= least
        return not rollout.error and rollout.total >= least

    claims = 0
    for script in context.until_budget(_scripts(context), least=_SCRIPTS):
        won = [seed for seed in seeds if wins(script, seed)]
        if len(won) <= _MOST * _SEEDS:
            continue
        claims += 1
        name = to_json(script)
        trial = functools.partial(wins, script)
        confirmed = confirm_share(
            context, "semantic.fixed_answers", trial, _MOST, plays=1, name=name
        )
        if confirmed:
            raise PropertyViolated(
                f"a script that reads no observation earns {_MOST:.0%} or more of the declared "
                f"maximum {maximum:g} on {len(won)} of {_SEEDS} seeds: {name[:200]} "
                f"({len(script)} steps); {confirmed}",
                Episode.of(won[0], script, "a fixed script"),
            )
        if claims == CLAIMS:
            return


def _scripts(context: CheckContext) -> Iterator[list[Action]]:
    """The different scripts that the search found, and single actions that are repeated."""
    found = {to_json(s.actions): s.actions for s in context.survey.solutions if s.actions}
    yield from list(found.values())[:_SCRIPTS]
    length = min(context.declared.max_steps or context.full_length, _LONGEST)
    actions = [*templates(context.source, context.pool), *context.pool]
    unique = {to_json(action): action for action in actions if context.source.valid(action)}
    for action in list(unique.values())[:_ACTIONS]:
        yield [action] * length
