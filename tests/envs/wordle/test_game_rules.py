from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.envs.wordle.game_rules import consistent, feedback, keeps_hints, knowledge, levels

codes = st.text("abcd", min_size=4, max_size=4)


@pytest.mark.parametrize(
    ("guess", "target", "marks"),
    [
        ("crane", "crane", "ggggg"),
        ("speed", "abide", "..y.y"),
        ("speed", "erase", "y.yy."),
        ("speed", "steal", "g.g.."),
        ("speed", "crepe", ".ygy."),
        ("allee", "apple", "gy..g"),
        ("aab", "baa", "ygy"),
        ("aaa", "aba", "g.g"),
    ],
)
def test_known_marks(guess: str, target: str, marks: str) -> None:
    assert feedback(guess, target) == marks


@given(codes, codes)
def test_marks_count_each_letter_as_often_as_the_target_has_it(guess: str, target: str) -> None:
    marks = feedback(guess, target)
    for place, mark in enumerate(marks):
        assert (mark == "g") == (guess[place] == target[place])
    hits = Counter(letter for letter, mark in zip(guess, marks, strict=True) if mark != ".")
    assert hits == Counter(guess) & Counter(target)
    for letter in set(guess):
        yellows = [m for g, m in zip(guess, marks, strict=True) if g == letter and m != "g"]
        assert yellows == sorted(yellows, reverse=True), "yellows come before misses"


@given(codes, st.lists(codes, max_size=4))
def test_the_target_always_fits_and_keeps_every_hint(target: str, guesses: list[str]) -> None:
    history = [(guess, feedback(guess, target)) for guess in guesses]
    assert consistent(target, history)
    assert keeps_hints(target, history)


@given(codes, st.lists(codes, max_size=4))
def test_knowledge_is_true_of_the_target(target: str, guesses: list[str]) -> None:
    known = knowledge([(guess, feedback(guess, target)) for guess in guesses], 4)
    assert not set(known.absent) & set(target)
    assert all(letter in ("_", target[place]) for place, letter in enumerate(known.pattern))
    placed = Counter(known.pattern.replace("_", ""))
    assert not (Counter(known.present) + placed) - Counter(target)
    assert not set(known.present) & set(known.absent)


def test_hard_mode_hints() -> None:
    assert not keeps_hints("bcd", [("abc", ".y."), ("dda", "g..")])
    assert not keeps_hints("dcc", [("abc", ".y.")])
    assert keeps_hints("bdd", [("abc", ".y.")])
    assert not keeps_hints("bda", [("bbc", "gy.")])


def test_levels_are_what_the_readme_says() -> None:
    sizes = {number: (len(level.answers), level.held_out) for number, level in levels().items()}
    assert sizes == {1: (512, 100), 2: (1000, 200), 3: (4096, 500), 4: (600, 100), 5: (1365, 200)}
    for level in levels().values():
        assert len(set(level.answers)) == len(level.answers)
        assert all(len(word) == level.length for word in level.answers)
        assert all(set(word) <= set(level.letters) and level.allows(word) for word in level.answers)
    assert len(set(levels()[5].answers) | levels()[5].further) == 6394
    assert not levels()[4].allows("qzxyv")
