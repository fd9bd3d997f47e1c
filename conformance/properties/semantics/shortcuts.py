"""Semantics: the answer is to be found out, not to be picked or copied without a thought."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.probes.near_misses import is_one_shot_answer
from hallmark_rl.conformance.checking.probes.shortcut_rules import (
    answer_paths,
    answer_words,
    id_numbers,
    is_linear,
    picking_rules,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS = 40
_VALUES = 6
"""Through how many different answers a straight line does not run by chance."""
_CHANCE = 1e-4
"""How likely a rule may be to hold by chance before it counts."""


Openings = list[tuple[Rollout, dict[str, Any]]]


def openings(context: CheckContext, least: int = 6) -> Openings:
    """Solved seeds with what their resets return."""
    context.require_capability_absent("single_task", "there is one task")
    if not is_one_shot_answer(context):
        raise NotApplicable("the oracle takes many steps: there is no one answer")
    found = []
    for one in context.until_budget(
        [*context.solutions, *more_solutions(context, _SEEDS)], least=least
    ):
        if one.seed is not None:
            seen = context.new_driver().reset(seed=one.seed)
            if seen.data is not None:
                found.append((one, seen.data))
    if len(found) < least:
        raise NotApplicable("too few seeds to tell a rule from luck")
    return found


def always(
    found: Openings, look: Callable[[Any, Any], set[str]], values_least: int = 2
) -> dict[str, set[str]]:
    """For each field of the last action whose value varies, where `look` finds it on every seed."""
    rules: dict[str, set[str]] = {}
    for field in found[0][0].actions[-1]:
        values = [one.actions[-1].get(field) for one, _ in found]
        if field in ("metadata", "type") or len({repr(value) for value in values}) < values_least:
            continue
        hits = [look(data, value) for (_, data), value in zip(found, values, strict=True)]
        rules[field] = set.intersection(*hits)
    return rules


def shown(data: dict[str, Any]) -> dict[str, Any]:
    """What an agent is given to read."""
    return {k: v for k, v in data.items() if k not in ("metadata", "reward", "done")}


@check("semantic.no_giveaway")
def no_giveaway(context: CheckContext) -> None:
    found = openings(context)
    chances: dict[str, float] = {}

    def look(data: Any, value: Any) -> set[str]:
        rules = picking_rules(shown(data), value)
        for rule, items in rules.items():
            chances[rule] = chances.get(rule, 1.0) / items
        return set(rules)

    rules = always(found, look)
    _require_thought(
        found, {field: {r for r in some if chances[r] < _CHANCE} for field, some in rules.items()}
    )


@check("semantic.not_copied")
def not_copied(context: CheckContext) -> None:
    found = openings(context)
    _require_thought(found, always(found, lambda data, value: answer_words(shown(data), value)))


def _require_thought(found: Openings, rules: dict[str, set[str]]) -> None:
    """Not every field that varies follows a rule; one that does may say what is spoken of."""
    if rules and all(rules.values()):
        field, some = next(iter(rules.items()))
        seen = f"on all of {len(found)} seeds the right {field!r} is {min(some)}"
        raise PropertyViolated(seen, found[0][0].episode("solution"))


def require_not_held(context: CheckContext, read: Callable[[Any, Any], Any], place: str) -> None:
    """What `read(driver, seen)` gives does not hold the answer, at one place on every seed.

    What the observation shows as well is part of the task.
    """
    held: Openings = []
    for one in context.until_budget(context.solutions, least=4):
        driver = context.new_driver()
        seen = driver.reset(**({} if one.seed is None else {"seed": one.seed}))
        if seen.data is None:
            return
        both = {"read": read(driver, seen), "shown": shown(seen.data)}
        held.append((one, both))
        driver.close()
    if len(held) < 4:
        return
    told = always(held, lambda both, value: answer_paths(both["shown"], value), 3)
    for field, rules in always(
        held, lambda both, value: answer_paths(both["read"], value), 3
    ).items():
        for rule in sorted(rules if not told[field] else ()):
            seen_text = f"on all of {len(held)} seeds {place}'s {rule} is the right {field!r}"
            raise PropertyViolated(seen_text, Episode.of(held[0][0].seed, [], "opening"))


def require_no_number(context: CheckContext) -> None:
    """No id or reference in the first message follows the answer along a straight line."""
    if not is_one_shot_answer(context):
        return
    columns: dict[tuple[str, str], list[tuple[int, int]]] = {}
    played = context.until_budget(
        [*context.solutions, *more_solutions(context, _SEEDS)][:_SEEDS], least=8
    )
    count = 0
    for one in played:
        count += 1
        driver = context.new_driver()
        seen = driver.reset(**({} if one.seed is None else {"seed": one.seed}))
        driver.close()
        for field, value in one.actions[-1].items():
            if field in ("metadata", "type") or not str(value).isdecimal():
                continue
            for path, number in id_numbers(seen.data).items():
                columns.setdefault((field, path), []).append((number, int(value)))
    for (field, path), pairs in columns.items():
        varied = len({value for _, value in pairs}) >= _VALUES
        if len(pairs) == count and varied and is_linear(pairs):
            seen_text = f"on all of {count} seeds {path} follows the right {field!r} along a line"
            raise PropertyViolated(seen_text, Episode.of(context.solutions[0].seed, [], "opening"))
