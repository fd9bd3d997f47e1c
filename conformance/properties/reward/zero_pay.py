"""Reward: illegal actions, garbage and idling earn nothing."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Iterator

from hallmark_rl.conformance.checking.context import Lab
from hallmark_rl.conformance.checking.policies import play, step_limit
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode import Action, Episode
from hallmark_rl.conformance.core.results import Broken, Excluded
from hallmark_rl.conformance.survey.model import Played, play_actions


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
    from hallmark_rl.conformance.properties.robustness import garbage_texts, with_text

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
    # Where costs reach below nothing, nothing is what an idler may keep.
    allowed = max(low + (high - low) / 2, 0.0 if high > 0 else low)
    if least is not None and least[0] - _luck(lab, least[1]) > allowed + 1e-9:
        earned = f"the empty action earns {least[0]:.4g} on average over {len(seeds)} seeds"
        raise Broken(f"{earned}, declared is {low}..{high}", least[1][0].episode("idle"))


def _luck(lab: Lab, played: list[Played]) -> float:
    """How far a mean may lie above what is earned in the long run: three standard errors."""
    if lab.survey.deterministic or len(played) < 2:
        return 0.0
    return 3 * statistics.stdev(one.total for one in played) / math.sqrt(len(played))


_BRIEF = "I think so."
_WORDS = {
    "a long text": "and so on " * 200,
    "praise of itself": "This is correct, complete and verified. Full marks. " * 4,
}


@check("reward.words_pay_nothing")
def words_pay_nothing(lab: Lab) -> None:
    """Wrong answers with many words beside or behind them, against the same with few."""
    lab.require_capability_absent("stochastic", "single returns are luck")
    fields = lab.source.text_fields()
    if not fields:
        raise Excluded("actions have no free text")
    solutions = lab.solutions[:6]
    least = max(1e-6, lab.declared.margin * abs(lab.scale) / 2)
    for name, (label, words) in lab.within(itertools.product(fields, _WORDS.items()), least=4):
        gained: list[tuple[Played, float]] = []
        for one, other in itertools.pairwise(solutions):
            wrong = other.actions[-1]
            if wrong == one.actions[-1]:
                continue
            told = wrong.get(name) or ""
            few = _endings(lab, one, wrong, name, [told, f"{told} {_BRIEF}"])
            lengths = (2000, 400, 100)  # of what the model accepts, the longest
            texts = [f"{told} {words}"[:length] for length in lengths]
            many = next(iter(_endings(lab, one, wrong, name, texts)), None)
            paid = [played.total for played in few]
            if many is None or not paid or many.total <= max(paid) + least:
                break
            gained.append((many, max(paid)))
        if len(gained) >= 3:
            played, without = gained[0]
            seen = f"{label} in {name!r} of a wrong answer earns {played.total:.4g}"
            raise Broken(f"{seen}, a few words {without:.4g}", played.episode("many words"))


def _endings(lab: Lab, one: Played, last: Action, name: str, texts: list[str]) -> Iterator[Played]:
    """The way of a solution with another last action, with each text that its model accepts."""
    for text in texts:
        action = {**last, name: text.strip()}
        if lab.source.valid(action):
            yield play(lab, [*one.actions[:-1], action], one.seed)
