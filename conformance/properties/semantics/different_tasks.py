"""Semantics: of different tasks, neither the number nor the alphabet tells the answer.

Where tasks are few, seeds repeat them. A repeated task says nothing new, so each counts once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from hallmark_rl.conformance.checking.error_rate import upper_tail
from hallmark_rl.conformance.checking.probes.answer_patterns import Question, task_numbers
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import PropertyViolated

_FEWEST = 30
"""Different tasks, or pairs of them, that are needed."""
_LEAST_GAIN = 0.3
_ASKS = re.compile(r"\b(alphabet\w*|dictionary|lexic\w*|sort\w*|order\w*|middle|median)\b", re.I)
"""Words of a task in which the alphabetical place of its answer may be what is asked for."""


def require_no_alphabetical_middle(questions: Sequence[Question], rate: float) -> None:
    """Raise if the answer is in the middle, by the alphabet, of a list that always holds it.

    Distractors that are neighbours of the answer in a sorted list lead to that.
    """
    for path in questions[0].options:
        chances: list[float] = []
        hits = 0
        for question in _different(questions):
            items = question.options.get(path, [])
            place = question.place(path)
            texts = [item.lower() for item in items if isinstance(item, str) and item[:1].isalpha()]
            if place is None or len(set(texts)) < len(items) or len(items) < 3 or _asks(question):
                break
            middle = sorted(texts)[(len(texts) - 1) // 2 : len(texts) // 2 + 1]
            chances.append(len(middle) / len(items))
            hits += texts[place] in middle
        else:
            tried = len(chances)
            chance = sum(chances) / max(1, tried)
            usual = tried >= _FEWEST and hits / tried >= chance + _LEAST_GAIN
            if usual and upper_tail(hits, tried, chance) < rate:
                raise PropertyViolated(
                    f"the middle one of {path}, by the alphabet, is right in {hits} of {tried} "
                    f"different tasks; by chance it would be in {chance * tried:.0f}",
                    Episode.of(questions[0].seed, [], "opening"),
                )


def require_no_neighbours(questions: Sequence[Question], rate: float) -> None:
    """Raise if tasks whose shown numbers are neighbours mostly have one answer.

    The numbers are sorted and taken in pairs, each once, so that chance makes a pair equal with the
    probability that two tasks drawn at random have one answer.
    """
    different = _different(questions)
    for path in task_numbers(different[0]):
        numbers = [task_numbers(question).get(path) for question in different]
        known = [
            (n, str(q.answer)) for n, q in zip(numbers, different, strict=True) if n is not None
        ]
        if len(known) < len(different) or len({number for number, _ in known}) < len(known):
            continue
        answers = [answer for _, answer in sorted(known)]
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


def _different(questions: Sequence[Question]) -> list[Question]:
    """One question of each task, by what is shown of it in whatever order."""
    return list({_content(question): question for question in questions}.values())


def _content(question: Question) -> str:
    return to_json(sorted(to_json(value) for _, value in subtrees(question.shown) if _leaf(value)))


def _leaf(value: object) -> bool:
    return not isinstance(value, dict | list)


def _asks(question: Question) -> bool:
    texts = (value for _, value in subtrees(question.shown) if isinstance(value, str))
    return any(_ASKS.search(text) for text in texts)
