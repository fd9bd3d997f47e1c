"""Semantics: no simple rule picks or copies the answer from the first observation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import allowance
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.probes.near_misses import is_one_shot_answer
from hallmark_rl.conformance.checking.probes.shortcut_rules import (
    answer_paths,
    answer_words,
    id_numbers,
    is_linear,
    odd_cells,
    picking_rules,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS = 40
_FEWEST_SOLVED = 6
_DISTINCT_ANSWERS = 6
"""Number of different answers that are not on a straight line by chance."""


Openings = list[tuple[Rollout, dict[str, Any]]]


def solved_openings(context: CheckContext, least: int = _FEWEST_SOLVED) -> Openings:
    """Solutions with the first observations of their seeds.

    Raises `NotApplicable` for tasks without one answer, or with fewer than `least` solved seeds.
    """
    context.require_capability_absent("single_task", "there is one task")
    if not is_one_shot_answer(context) and not _last_action_is_enough(context):
        raise NotApplicable("the oracle takes many steps, so there is no single answer")
    pairs = []
    for solution in context.until_budget(
        [*context.solutions, *more_solutions(context, _SEEDS)], least=least
    ):
        if solution.seed is not None:
            response = context.new_driver().reset(seed=solution.seed)
            if response.data is not None:
                pairs.append((solution, response.data))
    if len(pairs) < least:
        raise NotApplicable("too few seeds: a rule may hold by chance")
    return pairs


def _last_action_is_enough(context: CheckContext) -> bool:
    """Whether the last action of each solution alone is paid like all of it: the rest looks up."""
    return bool(context.solutions) and all(
        paid_like(context, solution, solution.actions[-1:], "last action alone") is not None
        for solution in context.until_budget(context.solutions, least=_FEWEST_SOLVED)
    )


def rules_on_all_seeds(
    openings: Openings, find_rules: Callable[[Any, Any], set[str]], fewest_values: int = 2
) -> dict[str, set[str]]:
    """For each field of the answer that varies, the rules that hold on every seed.

    `find_rules(data, value)` returns the names of the rules by which `data` gives the value.
    """
    rules: dict[str, set[str]] = {}
    for field in openings[0][0].actions[-1]:
        values = [solution.actions[-1].get(field) for solution, _ in openings]
        if field in ("metadata", "type") or len({repr(value) for value in values}) < fewest_values:
            continue
        rules_by_seed = [
            find_rules(data, value) for (_, data), value in zip(openings, values, strict=True)
        ]
        rules[field] = set.intersection(*rules_by_seed)
    return rules


@check("semantic.option_shortcuts")
def no_giveaway(context: CheckContext) -> None:
    openings = solved_openings(context)
    probabilities: dict[str, float] = {}

    def find_rules(data: Any, value: Any) -> set[str]:
        rules = picking_rules(shown_to_agent(data), value)
        for rule, items in rules.items():
            probabilities[rule] = probabilities.get(rule, 1.0) / items
        return set(rules)

    rules = rules_on_all_seeds(openings, find_rules)
    rate = allowance("semantic.option_shortcuts", max(1, len(probabilities)))
    _require_no_rule(
        openings,
        {
            field: {rule for rule in names if probabilities[rule] < rate}
            for field, names in rules.items()
        },
    )


@check("semantic.answer_position")
def not_copied(context: CheckContext) -> None:
    openings = solved_openings(context)
    _require_no_rule(
        openings,
        rules_on_all_seeds(openings, lambda data, value: answer_words(shown_to_agent(data), value)),
    )


def _require_no_rule(openings: Openings, rules: dict[str, set[str]]) -> None:
    """Raise if every field that varies follows a rule; a single one may name the subject."""
    if rules and all(rules.values()):
        field, names = next(iter(rules.items()))
        text = f"on all {len(openings)} seeds, the right {field!r} is {min(names)}"
        raise PropertyViolated(text, openings[0][0].episode("solution"))


def require_answer_not_in(
    context: CheckContext, read: Callable[[Any, Any], Any], place: str
) -> None:
    """Raise if `read(driver, response)` contains the answer at the same path on every seed.

    Answers that the observation shows at a fixed path are part of the task and do not count.
    """
    openings: Openings = []
    for solution in context.until_budget(context.solutions, least=4):
        driver = context.new_driver()
        response = driver.reset(**({} if solution.seed is None else {"seed": solution.seed}))
        if response.data is None:
            return
        data = {"read": read(driver, response), "shown": shown_to_agent(response.data)}
        openings.append((solution, data))
        driver.close()
    if len(openings) < 4:
        return
    shown_rules = rules_on_all_seeds(
        openings, lambda data, value: answer_paths(data["shown"], value), 3
    )
    for field, rules in rules_on_all_seeds(
        openings,
        lambda data, value: (
            answer_paths(data["read"], value) | answer_paths(odd_cells(data["read"]), value)
        ),
        3,
    ).items():
        for rule in sorted(rules if not shown_rules[field] else ()):
            text = f"on all {len(openings)} seeds, {place}'s {rule} is the right {field!r}"
            raise PropertyViolated(text, Episode.of(openings[0][0].seed, [], "opening"))


def require_no_linear_number(context: CheckContext) -> None:
    """Raise if an id or reference in the first message is a linear function of the answer."""
    if not is_one_shot_answer(context):
        return
    numbers: dict[tuple[str, str], list[tuple[int, int]]] = {}
    solutions = context.until_budget(
        [*context.solutions, *more_solutions(context, _SEEDS)][:_SEEDS], least=8
    )
    count = 0
    for solution in solutions:
        count += 1
        driver = context.new_driver()
        response = driver.reset(**({} if solution.seed is None else {"seed": solution.seed}))
        driver.close()
        for field, value in solution.actions[-1].items():
            if field in ("metadata", "type") or not str(value).isdecimal():
                continue
            for path, number in id_numbers(response.data).items():
                numbers.setdefault((field, path), []).append((number, int(value)))
    for (field, path), pairs in numbers.items():
        is_varied = len({value for _, value in pairs}) >= _DISTINCT_ANSWERS
        if len(pairs) == count and is_varied and is_linear(pairs):
            text = f"on all {count} seeds, {path} is a linear function of the right {field!r}"
            raise PropertyViolated(text, Episode.of(context.solutions[0].seed, [], "opening"))
