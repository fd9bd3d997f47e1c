"""Of different tasks, neither neighbouring numbers nor the look of an option tell the answer."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hallmark_rl.conformance.checking.probes.answer_patterns import Question, option_lists
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.semantics.different_tasks import (
    require_no_looks,
    require_no_neighbours,
)

RATE = 1e-5
WORDS = sorted({f"{a}{b}{c}" for a in "bdfglm" for b in "aeiou" for c in "klnrst"})


def question(seed: int, shown: dict[str, Any], answer: str) -> Question:
    return Question(seed, shown, {}, answer, option_lists(shown), {})


def numbered(*, in_order: bool) -> list[Question]:
    """120 tasks about four answers, each task twice, with a number."""
    rng = random.Random(3)
    answers = [str(number // 30) for number in range(120)]
    if not in_order:
        rng.shuffle(answers)
    tasks = [
        question(number, {"ticket": f"T-{number:03}", "text": f"where is {number}?"}, answer)
        for number, answer in enumerate(answers)
    ]
    return tasks + tasks


def test_tasks_that_are_numbered_by_their_answers_are_reported() -> None:
    require_no_neighbours(numbered(in_order=False), RATE)
    with pytest.raises(PropertyViolated, match="ticket are neighbours have the same answer"):
        require_no_neighbours(numbered(in_order=True), RATE)


def words(*, middle: bool) -> list[Question]:
    """60 clues with three words each; the other two are drawn, or neighbours of the right one."""
    rng = random.Random(5)
    made = []
    for number in range(60):
        right = rng.randrange(1, len(WORDS) - 1)
        three = [WORDS[right - 1], WORDS[right], WORDS[right + 1]]
        if not middle:
            three = [WORDS[right], *rng.sample([w for w in WORDS if w != WORDS[right]], 2)]
        rng.shuffle(three)
        made.append(question(number, {"clue": f"clue {number}", "words": three}, WORDS[right]))
    return made


def test_a_right_word_that_is_in_the_middle_by_the_alphabet_is_reported() -> None:
    require_no_looks(words(middle=False), RATE)
    with pytest.raises(PropertyViolated, match="the middle one, by the alphabet, of words"):
        require_no_looks(words(middle=True), RATE)


def test_few_different_tasks_prove_nothing_however_often_they_are_seen() -> None:
    require_no_looks(words(middle=True)[:12] * 20, RATE)


def test_a_task_that_asks_for_the_alphabet_is_none() -> None:
    asked = [
        question(q.seed, {**q.shown, "clue": "which is the middle word by the alphabet?"}, q.answer)
        for q in words(middle=True)
    ]
    require_no_looks(asked, RATE)


def shelves(*, fewest: bool) -> list[Question]:
    """Products with their parts; the reply names the right one at its end."""
    rng = random.Random(7)
    made = []
    for number in range(60):
        names = rng.sample([word.capitalize() for word in WORDS], 4)
        right = rng.randrange(4)
        rows = []
        for place, name in enumerate(names):
            count = 2 if fewest and place == right else 3 if fewest else rng.randrange(2, 5)
            rows.append(f"{name}: {', '.join(rng.sample(WORDS, count))}")
        shown = {"task": f"number {number}", "shelf": rows}
        made.append(question(number, shown, f"It is the same.\nDISPENSE: {names[right]}"))
    return made


def test_a_right_row_that_has_the_fewest_parts_is_reported() -> None:
    require_no_looks(shelves(fewest=False), RATE)
    with pytest.raises(PropertyViolated, match="the one with the fewest commas of shelf"):
        require_no_looks(shelves(fewest=True), RATE)
