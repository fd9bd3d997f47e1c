"""Variants: no level or split pays wrong answers, or shows the answer, where others do not."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import CLAIMS, confirm_share
from hallmark_rl.conformance.checking.error_rate import fresh_seeds
from hallmark_rl.conformance.checking.policies import oracle_margin, oracle_of, oracle_rollout
from hallmark_rl.conformance.checking.probes.shortcut_rules import answer_paths
from hallmark_rl.conformance.checking.probes.spoilt_parts import spoilt_parts
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import check_each_variant
from hallmark_rl.conformance.survey.survey_data import Rollout
from hallmark_rl.conformance.survey.variants import Variant

_LONGEST = 200
_SEEDS = 6
_FEWEST_SOLVED = 3
_FEWEST_VALUES = 4
"""Different answers that a place of the message must equal, so that it is no coincidence."""
LARGEST_SHARE = 0.5
"""Share of other tasks' solutions that may be paid: as of `semantic.wrong_answers`."""
PLAIN_SHARE = 0.2
"""The same in the plain environment, where it must be small for a difference to be a defect."""
PLAIN = Variant("plain", {})


@check("variants.wrong_answers")
def each_rejects_wrong_answers(context: CheckContext) -> None:
    """Give other tasks' answers, and answers with one spoilt part, at each variant."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    context.require_capability_absent("single_task", "there is one task")
    oracle_of(context)
    tested: list[str] = []
    plain = list(solved_at(context, PLAIN))
    if len(plain) >= _FEWEST_SOLVED:
        _require_each_part_judged(context, PLAIN, plain)
    plain_share = exchanged_share(context, PLAIN, plain)

    def reject(variant: Variant) -> None:
        solutions = list(solved_at(context, variant))
        if len(solutions) < _FEWEST_SOLVED:
            raise EvidenceMissing("the oracle solves too few seeds: see variants.oracle")
        _require_each_part_judged(context, variant, solutions)
        share = exchanged_share(context, variant, solutions)
        if plain_share is None or share is None or plain_share > PLAIN_SHARE:
            return
        if share <= LARGEST_SHARE or len(tested) == CLAIMS:
            return
        tested.append(variant.label)
        test = confirm_share(
            context,
            "variants.wrong_answers",
            lambda seed: other_is_paid(context, variant, seed),
            LARGEST_SHARE,
            plays=3,
            name=variant.label,
        )
        if test:
            raise PropertyViolated(
                f"the solution of another seed is paid like the right one; {test}",
                exchanged(variant, solutions),
            )

    check_each_variant(context, reject, tasks=False)


@check("variants.shown_answers")
def each_shows_no_answer(context: CheckContext) -> None:
    """Compare the oracle's last action with each place of the first message, at each variant."""
    context.require_capability_absent("single_task", "there is one task")
    oracle_of(context)
    plain = {place for _, place in _steady_places(context, PLAIN, 1)[0]}

    def search(variant: Variant) -> None:
        if variant.kind == "mode":
            return  # a mode may be meant to show it
        places, solutions = _steady_places(context, variant, _FEWEST_VALUES)
        if not solutions or (places and len(solutions) < _FEWEST_SOLVED):
            raise EvidenceMissing("the oracle solves too few seeds: see variants.oracle")
        for field, place in places:
            if place not in plain:
                raise PropertyViolated(
                    f"on all {len(solutions)} seeds, {place} of the first message is the right "
                    f"{field!r}; in the plain environment it is not",
                    Episode.of(solutions[0].seed, [], "opening", **variant.options),
                )

    check_each_variant(context, search, tasks=False)


def solved_at(context: CheckContext, variant: Variant) -> Iterator[Rollout]:
    """The oracle's episodes on fresh seeds that earn more than doing nothing does.

    Fewer where no answer has a list of which each part is tried.
    """
    seeds = itertools.islice(fresh_seeds(context.seed, "at a variant"), _SEEDS)
    for number, seed in enumerate(seeds):
        rollout = solve_at(context, variant, seed)
        if rollout is not None:
            yield rollout
            if number + 1 >= _FEWEST_SOLVED and not any(spoilt_parts(rollout.actions[-1])):
                return


def exchanged(variant: Variant, solutions: list[Rollout]) -> Episode:
    """The second solution's actions on the first one's seed."""
    actions = solutions[1].actions
    return Episode.of(solutions[0].seed, actions, "another solution", **variant.options)


def solve_at(context: CheckContext, variant: Variant, seed: int) -> Rollout | None:
    rollout = oracle_rollout(context, seed, _LONGEST, **variant.options)
    is_solved = rollout.actions and not rollout.error and rollout.total > context.floor + 1e-9
    return rollout if is_solved else None


def _earns_as_much(
    context: CheckContext,
    variant: Variant,
    actions: list[Action],
    solution: Rollout,
    part: float = 1.0,
) -> bool:
    """Whether actions earn what a solution earns, or that part of it, above the floor."""
    episode = Episode.of(solution.seed, actions, "", **variant.options)
    trace = context.play(episode)
    if any(response.data is None for response in trace):
        return False
    total = sum(response.numeric_reward for response in trace[1:])
    least = context.floor + part * (solution.total - context.floor)
    return total >= least - oracle_margin(context)


def exchanged_share(
    context: CheckContext, variant: Variant, solutions: list[Rollout], part: float = 1.0
) -> float | None:
    """Share of pairs of tasks of which one's solution is paid for the other; None if unknown.

    Ends with 0 as soon as too many are rejected for the share to be a large one.
    """
    outcomes: list[bool] = []
    pairs = itertools.permutations(solutions[:_FEWEST_SOLVED], 2)
    for solution, other in pairs:
        if solution.actions != other.actions:
            outcomes.append(_earns_as_much(context, variant, other.actions, solution, part))
        if outcomes.count(False) >= _FEWEST_SOLVED:
            return 0.0
    return sum(outcomes) / len(outcomes) if len(outcomes) >= _FEWEST_SOLVED else None


def other_is_paid(
    context: CheckContext, variant: Variant, seed: int, part: float = 1.0
) -> bool | None:
    """Whether another seed's solution earns that part of the right one's pay; None if unknown."""
    solution = solve_at(context, variant, seed)
    other = solve_at(context, variant, next(fresh_seeds(seed, "another seed")))
    if solution is None or other is None or solution.actions == other.actions:
        return None
    return _earns_as_much(context, variant, other.actions, solution, part)


def _require_each_part_judged(
    context: CheckContext, variant: Variant, solutions: list[Rollout]
) -> None:
    """Raise if parts of a list may be anything on every seed, and other parts of it may not.

    Where the oracle gives one answer on all seeds, it may hold more than is needed.
    """
    if len({repr(solution.actions) for solution in solutions}) == 1:
        return
    free: set[str] | None = None
    judged: set[str] = set()
    example: Episode | None = None
    for solution in solutions:
        paid = set()
        for name, spoilt in spoilt_parts(solution.actions[-1]):
            if not context.source.valid(spoilt):
                continue
            actions = [*solution.actions[:-1], spoilt]
            if _earns_as_much(context, variant, actions, solution):
                paid.add(name)
                example = Episode.of(solution.seed, actions, "a spoilt part", **variant.options)
            else:
                judged.add(name)
        free = paid if free is None else free & paid
        if not free:
            return
    lists = {name.rpartition("[")[0] for name in judged}
    for name in sorted(free or ()):
        if name.rpartition("[")[0] in lists and example is not None:
            raise PropertyViolated(
                f"on all {len(solutions)} seeds, {name} of the right answer may be nonsense, while "
                "other parts of that list may not",
                example,
            )


def _steady_places(
    context: CheckContext, variant: Variant, fewest: int
) -> tuple[list[tuple[str, str]], list[Rollout]]:
    """Fields of the last action with the places of the first message that equal them always.

    And the oracle's episodes that show it; they end as soon as no place is left. A field has at
    least `fewest` different values.
    """
    solutions: list[Rollout] = []
    places: dict[str, set[str]] = {}
    values: dict[str, set[str]] = {}
    for seed in itertools.islice(fresh_seeds(context.seed, "at a variant"), _SEEDS):
        rollout = solve_at(context, variant, seed)
        if rollout is None:
            continue
        opening = context.play(Episode.of(seed, [], "", **variant.options))[0].data or {}
        for field, value in rollout.actions[-1].items():
            if field in ("metadata", "type"):
                continue
            equal = answer_paths(opening, value)
            places[field] = places[field] & equal if solutions and field in places else equal
            values.setdefault(field, set()).add(repr(value))
        solutions.append(rollout)
        if not any(places.values()):
            break
    found = [
        (field, place)
        for field, held in places.items()
        if len(values[field]) >= fewest
        for place in sorted(held)
    ]
    return found, solutions
