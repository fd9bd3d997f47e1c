"""Try an answer on other tasks, whose right answers differ: what is paid there is no answer."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hallmark_rl.conformance.scorers.reference_answers import prompt_of, reference_value
from hallmark_rl.conformance.scorers.scorer_declarations import ScorerDeclarations
from hallmark_rl.conformance.scorers.scorer_outcome import Outcome
from hallmark_rl.conformance.scorers.scorer_tasks import Task
from hallmark_rl.conformance.traces.reference_check import differ, references

SWAPS = 4
"""Fewest other tasks on which an answer has to be paid to be disputed; see `swaps_needed`."""
PAID_AS_MUCH = 0.9
"""Share of its own pay that an answer has to earn elsewhere: one that solves nothing earns about as
much everywhere; of an honest one, the words and the form that any right answer has earn a part."""
_MOST_SWAPS = 12
_LOOKED_AT = 40
_BY_CHANCE, _ERROR_RATE = 0.1, 0.01


@dataclass(frozen=True)
class Try:
    """An answer that is tried elsewhere.

    Attributes:
        answer: the text.
        others: tasks with other right answers.
        limit: the pay that it may earn there.
    """

    answer: str
    others: Sequence[Task]
    limit: float


def count_paid(
    tries: Sequence[Try], score: Callable[[Sequence[tuple[str, Task]]], list[Outcome]]
) -> list[int]:
    """For each answer the number of tasks that pay it, in order, before the first that does not.

    All answers are tried on `SWAPS` tasks, and those that all of these pay on more.

    Args:
        tries: the answers; one with fewer than `SWAPS` tasks counts as paid on none.
        score: scores answers on tasks.
    """
    counts = [0] * len(tries)
    left = [place for place, item in enumerate(tries) if len(item.others) >= SWAPS]
    for part in (slice(SWAPS), slice(SWAPS, _MOST_SWAPS)):
        calls = [
            (tries[place].answer, task) for place in left for task in tries[place].others[part]
        ]
        outcomes = iter(score(calls))
        for place in left:
            limit = tries[place].limit
            own = itertools.islice(outcomes, len(tries[place].others[part]))
            is_paid = [outcome.pay > limit for outcome in own]
            counts[place] += len(list(itertools.takewhile(bool, is_paid)))
        left = [place for place in left if counts[place] == SWAPS]
    return counts


def other_tasks(
    task: Task, pool: Sequence[Task], declared: ScorerDeclarations, draw: random.Random
) -> list[Task]:
    """Tasks of a pool, drawn without repetition, whose right answers differ from a task's."""
    own, found = references(task, declared), dict[str, Task]()
    for other in draw.sample(list(pool), min(_LOOKED_AT, len(pool))) if own else ():
        identity = prompt_of(other, declared) or repr(other)
        if identity in found or reference_value(other, declared) is None:
            continue
        if differ(own, references(other, declared), (task, other)):
            found[identity] = other
            if len(found) == _MOST_SWAPS:
                break
    return list(found.values())


def swaps_needed(paid: int) -> int:
    """On how many other tasks an answer has to be paid as well to be disputed.

    If a sound scorer pays wrong answers by chance on a tenth of the tasks, independently, at most
    one audit of a hundred disputes an answer on this ground.

    Args:
        paid: how many paid episodes the audit has.
    """
    by_rate = math.ceil(math.log(_ERROR_RATE / max(1, paid), _BY_CHANCE) - 1e-9)
    return min(_MOST_SWAPS, max(SWAPS, by_rate))
