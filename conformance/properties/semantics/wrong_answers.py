"""Semantics: what is not the answer is not paid like it."""

from __future__ import annotations

import heapq
import itertools
import operator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import (
    more_solutions,
    oracle_margin,
    play,
    play_past_end,
)
from hallmark_rl.conformance.checking.probes.constant_answers import extreme_values
from hallmark_rl.conformance.checking.probes.near_misses import (
    ONE_OFF,
    excesses,
    is_one_shot_answer,
    must_reject_edit,
    short_text_field,
    single_edits,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout


@check("semantic.wrong_answers")
def wrong_answers(context: CheckContext) -> None:
    """Solutions of other seeds, after they have been paid where they belong."""
    solved: list[tuple[Rollout, Rollout]] = []
    pairs = 0
    solutions = context.solutions
    for one, other in context.until_budget(itertools.permutations(solutions, 2), least=6):
        if one.actions == other.actions or (one.secrets and one.secrets == other.secrets):
            continue
        if one.actions[-1] == other.actions[-1] and len(one.actions) == 1:
            continue
        pairs += 1
        play(context, other.actions, other.seed)
        played = play(context, other.actions, one.seed)
        if played.total >= one.total - oracle_margin(context) or (played.success and one.success):
            solved.append((played, one))
    if not pairs:
        raise NotApplicable("every seed has the same solution")
    single = all(len(one.actions) == 1 for one in solutions)
    if pairs >= 4 and (len(solved) > pairs * 0.5 or (single and len(solved) > pairs * 0.1)):
        played, one = solved[0]
        raise PropertyViolated(
            f"{len(solved)} of {pairs} solutions of other seeds score like the right one "
            f"({played.total:.4g} against {one.total:.4g})",
            played.episode("another seed's solution"),
        )
    _require_undressed(context)


def _require_undressed(context: CheckContext) -> None:
    """A wrong answer stays wrong whatever flags and numbers come with it."""
    if not is_one_shot_answer(context):
        return
    pairs = list(itertools.pairwise(context.solutions[:6]))
    pairs = [(one, other) for one, other in pairs if one.actions[-1] != other.actions[-1]]
    for name, value in extreme_values(context):
        wins = []
        for one, other in pairs:
            wrong = {**other.actions[-1], name: value}
            if wrong in one.actions or not context.source.valid(wrong):
                break
            played = play(context, [*one.actions[:-1], wrong], one.seed)
            if played.error or played.total < one.total - oracle_margin(context):
                break
            wins.append(played)
        if len(wins) >= 3 and len(wins) == len(pairs):
            seen = f"with {name}={value!r} the solutions of other seeds score like the right one"
            raise PropertyViolated(seen, wins[0].episode("a wrong answer, dressed up"))


@check("semantic.near_misses")
def near_misses(context: CheckContext) -> None:
    accepted: list[tuple[str, Rollout]] = []
    kinds: dict[str, list[bool]] = {}
    tried = 0
    for one in context.until_budget(context.solutions, least=3):
        for name, edited in single_edits(context, one):
            played = play(context, [*one.actions[:-1], edited], one.seed)
            if played.error:
                continue
            tried += 1
            if name.partition(":")[0].endswith(ONE_OFF):  # where nearness pays, it pays less
                passed = played.total >= one.total - 1e-9
            else:
                alike = played.total >= one.total - oracle_margin(context)
                passed = alike or bool(played.success and one.success)
            kinds.setdefault(name.partition(":")[0], []).append(passed)
            if passed:
                accepted.append((name, played))
    _require_measure(context)
    near = [
        (one, play(context, actions, one.seed))
        for one, actions in context.until_budget(_nearest(context), 12)
    ]
    close = [(one.total - other.total) / abs(context.scale) for one, other in near]
    paid = [other for (_, other), lost in zip(near, close, strict=True) if lost <= 0.08]
    # Where one short text is the answer, no other text is, however like it.
    whole = short_text_field(context, context.solutions[0]) is not None and sum(
        lost <= 0.05 for lost in close
    )
    # Of two programs or queries, unlike in their text, a few may come to the same.
    if len(paid) >= 2 and (whole >= 2 or len(paid) >= 0.5 * len(near)):
        seen = f"{len(paid)} of {len(near)} most similar solutions of other seeds score alike"
        raise PropertyViolated(seen, paid[0].episode("near miss"))
    if not tried and not near:
        raise NotApplicable("the solutions cannot be edited in a way that matters")
    always = [kind for kind, passes in kinds.items() if len(passes) >= 2 and all(passes)]
    told = any(must_reject_edit(context, kind) for kind in always)
    # A game has several winning moves: only where one action is the whole answer is a fifth much.
    share = 0.2 if all(len(one.actions) == 1 for one in context.solutions) else 0.8
    if short_text_field(context, context.solutions[0]) is not None:
        share = 0.2
    if told or (len(accepted) >= 2 and len(accepted) >= share * tried):
        accepted.sort(key=lambda pair: pair[0].partition(":")[0] not in always)
        name, played = accepted[0]
        seen = f"{len(accepted)} of {tried} single edits score like the solution, such as {name}"
        raise PropertyViolated(seen, played.episode("near miss"))


def _require_measure(context: CheckContext) -> None:
    """Far too much in a step before the last is not always as good as the right amount."""
    enough: dict[str, list[Rollout]] = {}
    refused: set[str] = set()
    for one in context.until_budget(context.solutions, least=3):
        for name, actions in excesses(context, one):
            played = play(context, actions, one.seed)
            if played.error or played.total < one.total - oracle_margin(context):
                refused.add(name)
            enough.setdefault(name, []).append(played)
    for name, plays in enough.items():
        if name not in refused and len(plays) >= 3:
            seen = f"on {len(plays)} seeds, with {name}, the episode scores like the solution"
            raise PropertyViolated(seen, plays[0].episode("too much"))


def _nearest(context: CheckContext) -> list[tuple[Rollout, list[Action]]]:
    """Solutions, each with the actions of another one that is most like it, of many seeds."""
    if not is_one_shot_answer(context) and short_text_field(context, context.solutions[0]) is None:
        return []
    found = [one for one in [*context.solutions, *more_solutions(context, 120)] if one.actions]
    short = {repr(one.actions[-1]): one for one in found if len(repr(one.actions[-1])) <= 200}
    pairs = list(itertools.combinations(short, 2))
    closest = heapq.nlargest(10, pairs, key=lambda pair: _alike(*pair))
    closest += heapq.nlargest(10, pairs, key=lambda pair: _common_start(*pair))
    return [
        (short[one], [*short[one].actions[:-1], short[other].actions[-1]])
        for pair in dict.fromkeys(closest)
        for one, other in (pair, pair[::-1])
        if short[other].actions[-1] not in short[one].actions
    ]


def _alike(left: str, right: str) -> float:
    """The share of equal characters at equal places, from the left or from the right."""
    forwards = sum(map(operator.eq, left, right))
    backwards = sum(map(operator.eq, reversed(left), reversed(right)))
    return float(max(forwards, backwards) / max(len(left), len(right)))


def _common_start(left: str, right: str) -> int:
    """How many characters two texts share at their beginning."""
    return sum(1 for _ in itertools.takewhile(bool, map(operator.eq, left, right)))


@check("semantic.fields_count")
def fields_count(context: CheckContext) -> None:
    """Another value that solutions hold in a field, put into any step, should cost something."""
    for field in context.solutions[0].actions[-1]:
        used = [action.get(field) for one in context.solutions for action in one.actions]
        values = {repr(value): value for value in used}
        if field in ("metadata", "type") or len(values) < 3:
            continue
        if any(word in field.lower() for word in ("reason", "thought", "explan", "comment")):
            continue
        kept = _free_choices(context, field, list(values.values()))
        if len(kept) >= 3:
            raise PropertyViolated(
                f"the value of {field!r} does not matter", kept[0].episode("other value")
            )


def _free_choices(context: CheckContext, field: str, values: list[Any]) -> list[Rollout]:
    """Solutions with another value in one of their steps that score alike; none if one does not."""
    rng = context.rng(f"choice of {field}")
    kept: list[Rollout] = []
    for one in context.solutions:
        inner = range(len(one.actions) - 1)
        for place in [len(one.actions) - 1, *rng.sample(inner, min(2, len(inner)))]:
            action = one.actions[place]
            others = [value for value in values if value != action.get(field)]
            changed = {**action, field: rng.choice(others)}
            if field not in action or not context.source.valid(changed):
                continue
            actions = [*one.actions[:place], changed, *one.actions[place + 1 :]]
            played = play(context, actions, one.seed)
            if played.error or played.total < one.total - oracle_margin(context):
                return []
            kept.append(played)
    return kept


@check("semantic.not_too_early")
def not_too_early(context: CheckContext) -> None:
    context.require_capability_absent("stochastic", "how long an episode takes is luck")
    for one in context.until_budget(context.solutions, least=3):
        for other in context.solutions:
            if other.actions[-1:] == one.actions[-1:]:
                continue
            played = play(context, other.actions[-1:], one.seed)
            ended = played.done and len(played.actions) == 1
            if ended and played.total > one.total - oracle_margin(context) and len(one.actions) > 1:
                seen = f"a wrong first move ends the episode with {played.total:.4g}"
                raise PropertyViolated(seen, played.episode("wrong move"))
        cut = play(context, one.actions, one.seed)
        if len(cut.actions) < len(one.actions):
            raise PropertyViolated(
                "the episode ends before the solution is played", cut.episode("solution")
            )


@check("semantic.answer_revealed")
def answer_revealed(context: CheckContext) -> None:
    """Fail on purpose, then give the right answer."""
    solved_total = {one.seed: one for one in context.solutions}
    for one in context.until_budget(context.solutions[:4], least=2):
        wrong = [o.actions[-1] for o in context.solutions if o.actions[-1] != one.actions[-1]]
        wrong += [action for action in context.pool[:3] if action not in one.actions]
        limit = context.declared.max_steps or 30
        for action in wrong[:3]:
            trace = play_past_end(context, one.seed, [action] * min(limit, 60), more=one.actions)
            ended = next((n for n, seen in enumerate(trace) if seen.done), None)
            if ended is None:
                continue
            late = sum(seen.numeric_reward for seen in trace[ended + 1 :])
            if late > 1e-9 and late > 0.2 * abs(solved_total[one.seed].total):
                actions = [*[action] * min(limit, 60), *one.actions]
                shown = Episode.of(one.seed, actions[:40], "the answer after the end")
                raise PropertyViolated(
                    f"after a failed episode the answer is still paid {late:.4g}", shown
                )
