"""Semantics: where the texts say that any right answer counts, the oracle's is not the only one.

The oracle gets the same task with the rows of the observation in another order and with the names
in them exchanged. A search that takes the first of several right answers then finds another one,
which must be paid too. So must the answer in reverse, where the texts say that either direction is
right.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.actions.written_texts import several_answers
from hallmark_rl.conformance.checking.changed_answers import answer_of, observation_with
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import (
    Policy,
    more_solutions,
    oracle_margin,
    oracle_of,
    paid_like,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_SEEDS, _FEWEST = 24, 6
"""Seeds, and other answers that must be refused on as many of them."""
_FEWEST_REVERSED, _FEWEST_ORDERED, _LEAST_ITEMS = 4, 12, 3
_ORDERS = 4
_SAME = 0.35
"""Share of the orders that must not change the answer; else the order may belong to the task."""
_DIRECTION = re.compile(
    r"\b(either|both|any|another|the other|the opposite) directions?\b"
    r"|\b(forwards?|backwards?) (or|and) (forwards?|backwards?)\b|\bdirection does not matter\b",
    re.I,
)
_RIGHT = re.compile(
    r"\b(right|correct|valid|accepted|paid|counts?|fine|does not matter|allowed|equal\w*)\b", re.I
)
_ANY_ORDER = re.compile(
    r"\b(any|every|other|another|several|all|many) (?:\w+ )?(?:orders?|sequences?|permutations?)\b",
    re.I,
)
_ONE_WAY = re.compile(r"\b(not|never|only|cannot|wrong|differ\w*|one[- ]way|unless|except)\b", re.I)


@check("semantic.other_answers")
def other_answers(context: CheckContext) -> None:
    """Let the oracle answer with other rows and names, and hand in what it answers otherwise."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    oracle = oracle_of(context)
    if context.subject.url is not None or any(len(s.actions) != 1 for s in context.solutions):
        raise NotApplicable("the oracle's answer is not one action")
    texts = task_sentences(context, context.solutions[0])
    direction = next((text for text in texts if _is_free_direction(text)), "")
    if direction:
        _require_reversed_paid(context, direction)
    order = next((t for t in texts if _ANY_ORDER.search(t) and several_answers([t])), "")
    if order:
        _require_exchanged_paid(context, order)
    sentence = several_answers(texts)
    if not sentence:
        if direction:
            return
        raise NotApplicable("no text says that any right answer counts")
    refused: dict[int, Episode] = {}
    same = tried = 0
    for seed in context.until_budget(range(1, _SEEDS + 1), least=_FEWEST):
        for other in _answers(context, oracle, seed):
            tried += 1
            if other is None:
                same += 1
            elif _is_paid(context, seed, other):
                return
            else:
                refused.setdefault(seed, Episode.of(seed, [other], "another right answer"))
    if len(refused) < _FEWEST and (direction or order):
        return
    if len(refused) < _FEWEST:
        raise NotApplicable("on few tasks the oracle finds another answer")
    if same < _SAME * tried:
        raise NotApplicable("the oracle reads the order of rows or names: they may be the task")
    example = next(iter(refused.values()))
    raise PropertyViolated(
        f"where the rows of the observation stand in another order, and the names in them are "
        f"exchanged, the oracle finds another answer on {len(refused)} of {_SEEDS} tasks; none is "
        f"paid, though the texts say "
        f"{sentence[:160]!r}: {json.dumps(example.calls[-1].action)[:200]}",
        example,
    )


def _is_free_direction(text: str) -> bool:
    """Whether a sentence says that an answer may be turned round."""
    found = _DIRECTION.search(text)
    is_denied = _ONE_WAY.search(text) and "does not matter" not in text.lower()
    return found is not None and _RIGHT.search(text) is not None and not is_denied


def _require_reversed_paid(context: CheckContext, sentence: str) -> None:
    """Raise if no solution's list, turned round as a whole or behind its first item, is paid."""
    refused: list[Episode] = []
    for solution in context.solutions:
        action = solution.actions[-1]
        lists = [name for name, value in action.items() if isinstance(value, list)]
        if len(lists) != 1 or len(action[lists[0]]) < _LEAST_ITEMS:
            continue
        items = action[lists[0]]
        turned = [items[::-1], [items[0], *items[:0:-1]]]
        made = [{**action, lists[0]: other} for other in turned if other != items]
        if any(paid_like(context, solution, [other], "the answer in reverse") for other in made):
            return
        refused.append(Episode.of(solution.seed, made[:1], "the answer in reverse"))
    if len(refused) >= _FEWEST_REVERSED:
        raise PropertyViolated(
            f"no answer in reverse is paid on {len(refused)} tasks, though the texts say "
            f"{sentence[:160]!r}: {json.dumps(refused[0].calls[-1].action)[:200]}",
            refused[0],
        )


def _require_exchanged_paid(context: CheckContext, sentence: str) -> None:
    """Raise if on no task two neighbours of the answer may be exchanged.

    If a task has several right orders of its items, two neighbours can be exchanged in each.
    """
    refused: list[Episode] = []
    for solution in [*context.solutions, *more_solutions(context, _SEEDS)]:
        action = solution.actions[-1]
        lists = [name for name, value in action.items() if isinstance(value, list)]
        if len(lists) != 1 or len(action[lists[0]]) < _LEAST_ITEMS:
            continue
        items = action[lists[0]]
        made = [
            {**action, lists[0]: [*items[:n], items[n + 1], items[n], *items[n + 2 :]]}
            for n in range(len(items) - 1)
        ]
        if any(paid_like(context, solution, [other], "another order") for other in made):
            return
        refused.append(Episode.of(solution.seed, made[:1], "another order"))
    if len(refused) >= _FEWEST_ORDERED:
        raise PropertyViolated(
            f"no two neighbours of a right order may be exchanged on any of {len(refused)} tasks, "
            f"though the texts say {sentence[:160]!r}",
            refused[0],
        )


def _answers(context: CheckContext, oracle: Policy, seed: int) -> Iterator[Action | None]:
    """The oracle's answers to the rearranged task: None where it is the right one as before.

    Answers with numbers, which may be places in a list, are left out.
    """
    driver = context.new_in_process_driver()
    response = driver.reset(seed=seed)
    if response.data is None or response.raw is None:
        driver.close()
        return
    right = answer_of(oracle, driver.env, response.raw)
    made: list[Action | None] = []
    for number in range(_ORDERS):
        rng = random.Random(f"other answers {seed} {number}")
        names = _names(response.data)
        renamed = dict(zip(names, rng.sample(names, len(names)), strict=True))
        data = _renamed(_shuffled(response.data, rng), renamed)
        other = answer_of(oracle, driver.env, observation_with(response.raw, data))
        if other is not None:
            other = _renamed(other, {new: old for old, new in renamed.items()})
        if other is None or right is None or _has_number(other):
            continue
        if other == right:
            made.append(None)
        elif context.source.valid(other):
            made.append(other)
    driver.close()
    yield from made


def _shuffled(value: Any, rng: random.Random) -> Any:
    """A copy in which the lists of pairs and of rows stand in another order."""
    if isinstance(value, dict):
        return {key: _shuffled(inner, rng) for key, inner in value.items()}
    if isinstance(value, list):
        items = [_shuffled(item, rng) for item in value]
        are_rows = all(isinstance(item, dict) for item in items) or _are_pairs(items)
        return rng.sample(items, len(items)) if are_rows else items
    return value


def _are_pairs(items: list[Any]) -> bool:
    """Whether all items are lists that begin with two texts, such as the edges of a graph."""
    return all(
        isinstance(item, list) and len(item) > 1 and all(isinstance(end, str) for end in item[:2])
        for item in items
    )


def _names(data: dict[str, Any]) -> list[str]:
    """The texts in pairs, and the keys of square tables: the names of what these connect."""
    pairs = [
        pair
        for _, value in subtrees(data)
        if isinstance(value, list) and value and _are_pairs(value)
        for pair in value
    ]
    names = {end for pair in pairs for end in pair[:2]}
    for _, value in subtrees(data):
        if isinstance(value, dict) and len(value) > 2 and _is_square(value):
            names |= value.keys()
    return sorted(names)


def _is_square(table: dict[str, Any]) -> bool:
    """Whether a table has the same names for rows and columns; an own one may be left out."""
    return all(
        isinstance(row, dict) and row and row.keys() | {name} == table.keys()
        for name, row in table.items()
    )


def _renamed(value: Any, names: dict[str, str]) -> Any:
    """A copy with other names: as keys, as values and as words of texts."""
    if not names:
        return value
    if isinstance(value, dict):
        return {_renamed(key, names): _renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(item, names) for item in value]
    if isinstance(value, str):
        longest_first = sorted(names, key=len, reverse=True)
        pattern = rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)"
        return re.sub(pattern, lambda match: names[match[0]], value)
    return value


def _has_number(action: Action) -> bool:
    return any(
        isinstance(value, int | float) and not isinstance(value, bool)
        for name, inner in action.items()
        if name != "metadata"
        for _, value in subtrees(inner)
    )


def _is_paid(context: CheckContext, seed: int, action: Action) -> bool:
    right = next((s for s in context.solutions if s.seed == seed), context.solutions[0])
    total = sum(r.numeric_reward for r in context.play(Episode.of(seed, [action], ""))[1:])
    return total >= right.total - oracle_margin(context)
