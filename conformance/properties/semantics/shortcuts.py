"""Semantics: the answer is to be found out, not to be picked or copied without a thought."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hallmark_rl.conformance.checking.context import Lab
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.probes.near_misses import answers
from hallmark_rl.conformance.checking.probes.shortcuts import (
    copied,
    numbered,
    on_a_line,
    picked,
    quoted,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode import Episode
from hallmark_rl.conformance.core.results import Broken, Excluded
from hallmark_rl.conformance.survey.model import Played

_SEEDS = 40
_VALUES = 6
"""Through how many different answers a straight line does not run by chance."""
_CHANCE = 1e-4
"""How likely a rule may be to hold by chance before it counts."""


Openings = list[tuple[Played, dict[str, Any]]]


def openings(lab: Lab, least: int = 6) -> Openings:
    """Solved seeds with what their resets return."""
    lab.require_capability_absent("single_task", "there is one task")
    if not answers(lab):
        raise Excluded("the oracle takes many steps: there is no one answer")
    found = []
    for one in lab.within([*lab.solutions, *more_solutions(lab, _SEEDS)], least=least):
        if one.seed is not None:
            seen = lab.new().reset(seed=one.seed)
            if seen.data is not None:
                found.append((one, seen.data))
    if len(found) < least:
        raise Excluded("too few seeds to tell a rule from luck")
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
def no_giveaway(lab: Lab) -> None:
    found = openings(lab)
    chances: dict[str, float] = {}

    def look(data: Any, value: Any) -> set[str]:
        rules = picked(shown(data), value)
        for rule, items in rules.items():
            chances[rule] = chances.get(rule, 1.0) / items
        return set(rules)

    rules = always(found, look)
    _require_thought(
        found, {field: {r for r in some if chances[r] < _CHANCE} for field, some in rules.items()}
    )


@check("semantic.not_copied")
def not_copied(lab: Lab) -> None:
    found = openings(lab)
    _require_thought(found, always(found, lambda data, value: quoted(shown(data), value)))


def _require_thought(found: Openings, rules: dict[str, set[str]]) -> None:
    """Not every field that varies follows a rule; one that does may say what is spoken of."""
    if rules and all(rules.values()):
        field, some = next(iter(rules.items()))
        seen = f"on all of {len(found)} seeds the right {field!r} is {min(some)}"
        raise Broken(seen, found[0][0].episode("solution"))


def require_not_held(lab: Lab, read: Callable[[Any, Any], Any], place: str) -> None:
    """What `read(driver, seen)` gives does not hold the answer, at one place on every seed.

    What the observation shows as well is part of the task.
    """
    held: Openings = []
    for one in lab.within(lab.solutions, least=4):
        driver = lab.new()
        seen = driver.reset(**({} if one.seed is None else {"seed": one.seed}))
        if seen.data is None:
            return
        both = {"read": read(driver, seen), "shown": shown(seen.data)}
        held.append((one, both))
        driver.close()
    if len(held) < 4:
        return
    told = always(held, lambda both, value: copied(both["shown"], value), 3)
    for field, rules in always(held, lambda both, value: copied(both["read"], value), 3).items():
        for rule in sorted(rules if not told[field] else ()):
            seen_text = f"on all of {len(held)} seeds {place}'s {rule} is the right {field!r}"
            raise Broken(seen_text, Episode.of(held[0][0].seed, [], "opening"))


def require_no_number(lab: Lab) -> None:
    """No id or reference in the first message follows the answer along a straight line."""
    if not answers(lab):
        return
    columns: dict[tuple[str, str], list[tuple[int, int]]] = {}
    played = lab.within([*lab.solutions, *more_solutions(lab, _SEEDS)][:_SEEDS], least=8)
    count = 0
    for one in played:
        count += 1
        driver = lab.new()
        seen = driver.reset(**({} if one.seed is None else {"seed": one.seed}))
        driver.close()
        for field, value in one.actions[-1].items():
            if field in ("metadata", "type") or not str(value).isdecimal():
                continue
            for path, number in numbered(seen.data).items():
                columns.setdefault((field, path), []).append((number, int(value)))
    for (field, path), pairs in columns.items():
        varied = len({value for _, value in pairs}) >= _VALUES
        if len(pairs) == count and varied and on_a_line(pairs):
            seen_text = f"on all of {count} seeds {path} follows the right {field!r} along a line"
            raise Broken(seen_text, Episode.of(lab.solutions[0].seed, [], "opening"))
