"""Semantics: who names labels without reading the options earns no more than by chance.

The test renames the labels: on each seed a blind policy is compared with itself after a random
permutation of the labels. Where the right label is drawn evenly, both earn equally often more than
the other, whatever the environment pays and however its payments are distributed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import CLAIMS, confirm_share
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.probes.choice_labels import ChoiceField, Option, choice_fields
from hallmark_rl.conformance.checking.probes.shortcut_rules import PICKS
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated

_OPENINGS = 24
_SCREENED = 12
"""Seeds on which the policies are compared before the best are confirmed on fresh seeds."""
_EVEN = 0.55
"""Share of seeds on which a blind policy may beat its renamed self; 0.5 is exactly even."""
_TRIALS = 300
_LEAST_GAIN = 0.1
"""By how much it must earn more, as a share of what the best episode earns above chance."""
_LOOKS = ("the longest", "the shortest")
_LONGEST_CYCLE = 8
_LONGEST_EPISODE = 60
_SEED_RANGE = 2**31

Pick = Callable[[int, list[Option]], int | None]
"""From the number of the step and the options to the place of one."""


@check("semantic.label_bias")
def label_bias(context: CheckContext) -> None:
    context.require_capability_absent("single_task", "there is one task")
    rng = context.rng("label bias")
    seeds = [rng.randrange(_SEED_RANGE) for _ in range(_OPENINGS)]
    openings = [_opening(context, seed) for seed in seeds]
    shown = [shown_to_agent(opening) for opening in openings if opening is not None]
    fields = [
        field
        for field in choice_fields(context.survey.schema, shown)
        if (_is_series if field.path else _rows_are_apart)(context, field, seeds[:4])
    ]
    if not fields:
        raise NotApplicable("an action is not the label of one of several options")
    field = fields[0]
    scored = []
    for name, pick in context.until_budget(_policies(context, field, shown[0]), least=8):
        pairs = [_pair(context, field, pick, seed) for seed in seeds[:_SCREENED]]
        wins = sum(own > other for own, other in pairs)
        losses = sum(own < other for own, other in pairs)
        gain = sum(own - other for own, other in pairs) / len(pairs)
        scored.append((wins - losses, gain, name, pick, pairs))
    by_chance = [other for *_, pairs in scored for _, other in pairs]
    chance = sum(by_chance) / max(1, len(by_chance))
    best = [rollout.total for rollout in context.survey.solutions if not rollout.error]
    reachable = max(best, default=max((own for *_, pairs in scored for own, _ in pairs), default=0))
    least = _LEAST_GAIN * (reachable - chance)
    scored = [item for item in scored if item[0] >= 2 and item[1] > max(least, 0.0)]
    for _, _, name, pick, pairs in sorted(scored, key=lambda item: -item[1])[: CLAIMS - 1]:

        def better(seed: int, pick: Pick = pick) -> bool | None:
            own, other = _pair(context, field, pick, seed)
            return None if own == other else own > other

        test = confirm_share(
            context, "semantic.label_bias", better, _EVEN, most_trials=_TRIALS, name=name
        )
        if test:
            mean = sum(own for own, _ in pairs) / len(pairs)
            raise PropertyViolated(
                f"{name} of {field.name!r} earns {mean:.3g} on average without reading the "
                f"options, a random choice {chance:.3g}; more than after renaming the labels: "
                f"{test}",
                Episode.of(seeds[0], [], "opening"),
            )


def _opening(context: CheckContext, seed: int) -> dict[str, Any] | None:
    driver = context.new_driver()
    response = driver.reset(seed=seed)
    driver.close()
    return response.data


def _is_series(context: CheckContext, field: ChoiceField, seeds: list[int]) -> bool:
    """Whether options are answers and not moves: the next options do not depend on the choice."""
    for seed in seeds:
        first = field.options(shown_to_agent(_opening(context, seed) or {}))
        following = []
        for option in first[:3]:
            driver = context.new_driver()
            driver.reset(seed=seed)
            response = driver.step(field.action(option.label))
            driver.close()
            if response.data is None:
                return False
            options = field.options(shown_to_agent(response.data))
            if not response.done and options != first:
                following.append(options)
        if any(options != following[0] for options in following):
            return False
    return True


def _rows_are_apart(context: CheckContext, field: ChoiceField, seeds: list[int]) -> bool:
    """Whether a choice changes nothing in the rows of others, as a move on a board would."""
    for seed in seeds:
        first = field.rows(shown_to_agent(_opening(context, seed) or {}))
        for label in field.labels[:3] if first else ():
            driver = context.new_driver()
            driver.reset(seed=seed)
            response = driver.step(field.action(label))
            driver.close()
            if response.data is None:
                return False
            rows = field.rows(shown_to_agent(response.data))
            others = [key for key in first if key != str(label)]
            if not response.done and any(rows.get(key) != first[key] for key in others):
                return False
    return True


def _policies(
    context: CheckContext, field: ChoiceField, opening: dict[str, Any]
) -> Iterator[tuple[str, Pick]]:
    """Policies that do not read what the options say."""
    count = len(field.options(opening)) if field.path else len(field.labels)
    for place in range(count):
        yield f"always choice {place + 1}", _constant(place)
    if field.listed_alike:
        return  # whether the choices can be made in any order is not known
    if context.survey.longest > 1:
        for place in range(min(count, _LONGEST_CYCLE)):
            yield f"choice {place + 1} and then each next one in turn", _cycle(place)
    usual = _usual(context, field)
    if usual:
        yield "the most frequent right choice of each step", _sequence(usual)
    if field.path:
        yield "the choice that is listed first", _listed(0)
        yield "the choice that is listed last", _listed(-1)
        for look in _LOOKS:
            yield f"{look} choice", _look(PICKS[look])


def _constant(place: int) -> Pick:
    return lambda step, options: place % len(options)


def _cycle(place: int) -> Pick:
    return lambda step, options: (place + step) % len(options)


def _sequence(places: list[int]) -> Pick:
    return lambda step, options: places[min(step, len(places) - 1)] % len(options)


def _listed(place: int) -> Pick:
    """Where the message lists the options in an order other than that of their labels."""

    def pick(step: int, options: list[Option]) -> int | None:
        order = [option.place for option in options]
        if None in order:
            return None
        return order.index(place % len(options))

    return pick


def _look(pick: Callable[[list[Any]], int | None]) -> Pick:
    return lambda step, options: pick([option.shown for option in options]) or 0


def _usual(context: CheckContext, field: ChoiceField) -> list[int]:
    """The places that solutions choose most often, by step; none if the labels are texts."""
    solutions = [rollout for rollout in context.survey.solutions if not rollout.error]
    try:
        solutions = [*solutions, *(more_solutions(context, 24) if solutions else ())]
    except EvidenceMissing:
        return []
    counts: list[Counter[int]] = []
    for solution in solutions:
        for step, action in enumerate(solution.actions):
            if step == len(counts):
                counts.append(Counter())
            if action.get(field.name) in field.labels:
                counts[step][field.labels.index(action[field.name])] += 1
    return [count.most_common(1)[0][0] if count else 0 for count in counts]


def _pair(context: CheckContext, field: ChoiceField, pick: Pick, seed: int) -> tuple[float, float]:
    """The returns of a policy and of the same policy with renamed labels."""
    return _return(context, field, pick, seed), _return(context, field, pick, seed, rename=True)


def _return(
    context: CheckContext, field: ChoiceField, pick: Pick, seed: int, *, rename: bool = False
) -> float:
    rng = context.rng(f"renaming {seed}")
    places: dict[int, list[int]] = {}
    driver = context.new_driver()
    response = driver.reset(seed=seed)
    total = 0.0
    for step in range(_LONGEST_EPISODE):
        if response.done or response.data is None:
            break
        options = field.options(shown_to_agent(response.data))
        place = pick(step, options) if options else None
        if place is None:
            break
        if rename:
            count = len(options)
            if count not in places:
                places[count] = rng.sample(range(count), count)
            place = places[count][place]
        response = driver.step(field.action(options[place].label))
        total += response.numeric_reward
    driver.close()
    return round(total, 9)
