"""Reward: illegal actions, garbage and idling earn nothing."""

from __future__ import annotations

from conformance.episode import Episode
from conformance.lab import Lab
from conformance.policies import play, step_limit
from conformance.registry import check
from conformance.survey import Played, play_actions
from conformance.verdict import Broken, Excluded


@check("reward.invalid_pays_nothing")
def invalid_pays_nothing(lab: Lab) -> None:
    if not lab.survey.invalid:
        raise Excluded("no illegal actions are named: write invalid() in proof.py")
    nothing = max(0.0, min(lab.floor, 0.0))
    for action in lab.survey.invalid:
        for seed in lab.within(lab.seeds[:2]):
            for warm in ([], lab.pool[:1]):
                actions = [*warm, action]
                driver = lab.new()
                trace = lab.play(Episode.of(seed, actions, "illegal"), driver)
                driver.close()
                if len(trace) == len(actions) + 1 and trace[-1].pay > nothing + 1e-9:
                    shown = Episode.of(seed, actions, "illegal")
                    raise Broken(f"an illegal action pays {trace[-1].reward}", shown)


@check("reward.garbage_pays_nothing")
def garbage_pays_nothing(lab: Lab) -> None:
    from conformance.properties.robustness import garbage_texts, with_text

    fields = lab.source.text_fields()
    if not fields:
        raise Excluded("actions have no free text")
    template = lab.source.minimal() or lab.pool[0]
    _ = lab.solutions
    allowed = max(0.0, lab.floor) + lab.declared.margin * abs(lab.scale)
    # Beside the text the template makes choices, and one of those may happen to be right.
    choices = any(name not in (*fields, "metadata", "type") for name in template)
    seeds = lab.seeds[:6] if choices else lab.seeds[:1]
    for text in garbage_texts():
        action = with_text(template, fields, text)
        if not lab.source.valid(action):
            continue
        for count in (1, step_limit(lab)):
            paid: list[Played] = []
            for seed in seeds:
                other = play_actions(lab.subject, lab.survey, [action] * count, seed)
                if other.error or other.total <= allowed + 1e-9:
                    break
                paid.append(other)
            if len(paid) == len(seeds):
                seen = f"garbage earns {paid[0].total:.4g}, doing nothing {lab.floor:.4g}"
                raise Broken(seen, paid[0].episode("garbage"))


@check("reward.idle_pays_nothing")
def idle_pays_nothing(lab: Lab) -> None:
    low, high = lab.declared.low, lab.declared.high
    if low is None or high is None:
        raise Excluded("no range is declared")
    lab.require_capability_absent("continuing", "the reward of a continuing task is per step")
    action = lab.source.minimal()
    if action is None:
        raise Excluded("there is no empty action")
    limit = min(lab.declared.max_steps or 200, 200)
    seeds = lab.seeds[:2] if lab.slow else lab.seeds
    # Where the emptiest action is a choice like any other it may be the right one; all are not.
    chosen = all(value not in ("", [], {}, None) for value in action.values()) and bool(action)
    least: tuple[float, list[Played]] | None = None
    for tried in [action, *(lab.pool[:5] if chosen else [])]:
        played = [play(lab, [tried] * limit, seed) for seed in seeds]
        mean = sum(one.total for one in played) / len(played)
        if all(one.success for one in played):
            return
        least = min(least or (mean, played), (mean, played), key=lambda pair: pair[0])
    if least is not None and least[0] > low + (high - low) / 2:
        earned = f"the empty action earns {least[0]:.4g} on average over {len(seeds)} seeds"
        raise Broken(f"{earned}, declared is {low}..{high}", least[1][0].episode("idle"))
