"""Semantics: of different tasks, neither the number nor the alphabet tells the answer.

Where tasks are few, seeds repeat them. A repeated task says nothing new, so each counts once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from hallmark_rl.conformance.checking.error_rate import upper_tail
from hallmark_rl.conformance.checking.probes.answer_patterns import Question, task_numbers
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import PropertyViolated

_FEWEST = 30
"""Different tasks, or pairs of them, that are needed."""
_LEAST_GAIN = 0.3
_FEWEST_ITEMS = 3
_ASKS = re.compile(
    r"\b(alphabet\w*|dictionary|lexic\w*|sort\w*|order\w*|middle|median|fewest|most|least"
    r"|how many)\b",
    re.I,
)
"""Words of a task in which the look of its answer may be what is asked for."""


def require_no_looks(questions: Sequence[Question], rate: float) -> None:
    """Raise if a look singles out the answer among the texts of a list that always holds it.

    That is the middle by the alphabet, to which distractors lead that are neighbours of the answer
    in a sorted list, or the number of parts between commas.
    """
    different = different_questions(questions)
    for path in questions[0].options:
        rows = [(q.options.get(path, []), _place(q, path)) for q in different]
        if any(place is None or not _are_texts(items) for items, place in rows):
            continue
        if any(map(_asks, different)):
            continue
        for name, look in _LOOKS.items():
            picks = [(look(items), place, len(items)) for items, place in rows]
            tried = [(picked, place, size) for picked, place, size in picks if picked]
            hits = sum(place in picked for picked, place, _ in tried)
            chance = sum(len(picked) / size for picked, _, size in tried) / max(1, len(tried))
            usual = len(tried) >= _FEWEST and hits / len(tried) >= chance + _LEAST_GAIN
            if usual and upper_tail(hits, len(tried), chance) < rate / len(_LOOKS):
                raise PropertyViolated(
                    f"{name} of {path} is right in {hits} of {len(tried)} different tasks; by "
                    f"chance it would be in {chance * len(tried):.0f}",
                    Episode.of(questions[0].seed, [], "opening"),
                )


def _are_texts(items: list[Any]) -> bool:
    return (
        len(items) >= _FEWEST_ITEMS
        and all(isinstance(item, str) and item[:1].isalpha() for item in items)
        and len({item.lower() for item in items}) == len(items)
    )


def _place(question: Question, path: str) -> int | None:
    """Index of the item that the answer is, or whose name before a colon it ends with."""
    place = question.place(path)
    if place is not None or not isinstance(question.answer, str):
        return place
    named = [
        number
        for number, item in enumerate(question.options.get(path, []))
        if isinstance(item, str)
        and ":" in item
        and re.search(rf"(?i)\b{re.escape(item.partition(':')[0].strip())}\W*$", question.answer)
    ]
    return named[0] if len(named) == 1 else None


def _middle(items: list[str]) -> set[int]:
    order = sorted(range(len(items)), key=lambda number: items[number].lower())
    return set(order[(len(order) - 1) // 2 : len(order) // 2 + 1])


def _with_least(measure: Callable[[str], int]) -> Callable[[list[str]], set[int]]:
    """The item of which a measure is least; none if it is so of several."""

    def pick(items: list[str]) -> set[int]:
        measured = sorted((measure(item), number) for number, item in enumerate(items))
        return {measured[0][1]} if measured[0][0] < measured[1][0] else set()

    return pick


_LOOKS: dict[str, Callable[[list[str]], set[int]]] = {
    "the middle one, by the alphabet,": _middle,
    "the one with the fewest commas": _with_least(lambda text: text.count(",")),
    "the one with the most commas": _with_least(lambda text: -text.count(",")),
}


def require_no_neighbours(questions: Sequence[Question], rate: float) -> None:
    """Raise if tasks whose shown numbers are neighbours mostly have one answer.

    The numbers are sorted and taken in pairs, each once, so that chance makes a pair equal with the
    probability that two tasks drawn at random have one answer.
    """
    different = different_questions(questions)
    for path in task_numbers(different[0]):
        answer_of = {task_numbers(each).get(path): str(each.answer) for each in different}
        numbers = sorted(number for number in answer_of if number is not None)
        if len(numbers) < len(different):
            continue  # some tasks have no number, or share one
        answers = [answer_of[number] for number in numbers]
        pairs = list(zip(answers[::2], answers[1::2], strict=False))
        chance = sum((count / len(answers)) ** 2 for count in Counter(answers).values())
        hits = sum(one == other for one, other in pairs)
        usual = len(pairs) >= _FEWEST and hits / len(pairs) >= chance + _LEAST_GAIN
        if usual and upper_tail(hits, len(pairs), chance) < rate:
            raise PropertyViolated(
                f"tasks whose {path.removeprefix('shown.')} are neighbours have the same answer in "
                f"{hits} of {len(pairs)} pairs; by chance in {chance * len(pairs):.0f}",
                Episode.of(questions[0].seed, [], "opening"),
            )


def different_questions(questions: Sequence[Question]) -> list[Question]:
    """One question of each task, by what is shown of it in whatever order."""
    return list({_content(question): question for question in questions}.values())


def _content(question: Question) -> str:
    return to_json(sorted(to_json(value) for _, value in subtrees(question.shown) if _leaf(value)))


def _leaf(value: object) -> bool:
    return not isinstance(value, dict | list)


def _asks(question: Question) -> bool:
    texts = (value for _, value in subtrees(question.shown) if isinstance(value, str))
    return any(_ASKS.search(text) for text in texts)
