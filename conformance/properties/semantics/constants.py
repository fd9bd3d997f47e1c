"""Semantics: no constant policy, and no one answer, solves many tasks."""

from __future__ import annotations

from hallmark_rl.conformance.checking.context import Lab
from hallmark_rl.conformance.checking.policies import margin, play
from hallmark_rl.conformance.checking.probes.constant_answers import canaries, keys
from hallmark_rl.conformance.checking.probes.near_misses import answers, matters
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import Broken, Excluded
from hallmark_rl.conformance.survey.model import Played


@check("semantic.canary_floor")
def canary_floor(lab: Lab) -> None:
    """Constant policies over all seeds: other answers, valid actions, words of the source."""
    lab.require_capability_absent("single_task", "there is one task")
    solutions, count = lab.solutions, len(lab.solved)
    if count < 4:
        raise Excluded("too few seeds to tell a constant policy from luck")
    answers = [one.actions[-1] for one in solutions if len(one.actions) == 1]
    limit = min(lab.declared.max_steps or 20, 20)
    tried = [*answers, *lab.pool[:12], *canaries(lab)]
    unique = [action for place, action in enumerate(tried) if action not in tried[:place]]
    for action in lab.within(unique, least=12):
        wins: list[Played] = []
        for one in solutions:
            other = play(lab, [action] * limit, one.seed)
            if other.total >= one.total - margin(lab):
                wins.append(other)
            elif not wins and one is solutions[min(3, len(solutions) - 1)]:
                break
        if len(wins) > max(2, count * 0.7):
            seen = f"one action solves {len(wins)} of {count} seeds"
            raise Broken(seen, wins[0].episode("constant"))
    _require_no_key(lab)


def _require_no_key(lab: Lab) -> None:
    """No one value of a field that matters stands for every seed's answer."""
    if not answers(lab):
        return
    for field, value in lab.within(keys(lab), least=40):
        if not matters(lab, lab.solutions[0], field):
            continue
        wins = []
        for one in lab.solutions[:5]:
            action = {**one.actions[-1], field: value}
            if action == one.actions[-1] or not lab.source.valid(action):
                break
            played = play(lab, [*one.actions[:-1], action], one.seed)
            if played.error or played.total < one.total - margin(lab):
                break
            wins.append(played)
        if len(wins) >= 3 and len(wins) == len(lab.solutions[:5]):
            seen = f"{field}={value!r} scores like the answer on {len(wins)} seeds"
            raise Broken(seen, wins[0].episode("a key"))
