"""Drawn values depend on the seed alone, equal Hypothesis' own, and shrink to a minimal failure."""

from __future__ import annotations

import importlib
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.control import BuildContext
from hypothesis.errors import StopTest
from hypothesis.internal.conjecture.data import ConjectureData

from hallmark_rl.sdk.coding.hypothesis_draws import ChoiceRecorder, NoValueError
from hallmark_rl.sdk.coding.sampling import draw, replay, shrink

STRATEGY = st.tuples(st.lists(st.integers(-50, 50), max_size=12), st.text("abc", max_size=4))


@settings(deadline=None)
@given(st.integers())
def test_equal_seeds_draw_equal_values_that_replay(seed: int) -> None:
    one, other = draw(STRATEGY, random.Random(seed)), draw(STRATEGY, random.Random(seed))
    assert one == other
    again = replay(STRATEGY, one.choices)
    assert again is not None
    assert again.value == one.value


def test_the_global_generator_is_not_used() -> None:
    before = random.getstate()
    draw(STRATEGY, random.Random(0))
    assert random.getstate() == before


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6))
def test_a_failure_shrinks_to_the_smallest(seed: int) -> None:
    runs = 0

    def failing(values: Sequence[Any]) -> list[bool]:
        nonlocal runs
        runs += 1
        return [any(n > 20 for n in numbers) for numbers, _ in values]

    rng = random.Random(seed)
    start = draw(STRATEGY, rng)
    while not failing([start.value])[0]:
        start = draw(STRATEGY, rng)
    runs = 0
    shrunk = shrink(STRATEGY, start, failing, rounds=30)
    assert shrunk.value == ([21], "")
    assert runs <= 30


def test_a_strategy_that_rejects_everything_is_named() -> None:
    with pytest.raises(ValueError, match="rejected 200 draws"):
        draw(st.integers().filter(lambda n: False), random.Random(0))


@pytest.mark.parametrize(
    "strategy",
    [
        STRATEGY,
        st.integers(1, 6).flatmap(lambda n: st.lists(st.booleans(), min_size=n, max_size=n)),
        st.one_of(st.none(), st.floats(allow_nan=False), st.integers()),
        st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 300).map(str), max_size=5),
        st.recursive(st.integers(), lambda inner: st.lists(inner, max_size=3), max_leaves=6),
        st.lists(st.integers(0, 9), unique=True, max_size=6).filter(sum),
        st.permutations([1, 2, 3, 4]),
    ],
    ids=["tuples", "flatmap", "one_of", "dictionaries", "recursive", "unique", "permutations"],
)
def test_the_values_equal_those_of_hypothesis(strategy: st.SearchStrategy[Any]) -> None:
    """Except for seeds at which Hypothesis uses a constant of a loaded module."""
    same = 0
    for seed in range(40):
        data = ConjectureData(random=random.Random(seed))
        with BuildContext(data, wrapped_test=lambda: None):
            try:
                theirs = data.draw(strategy)
            except StopTest:
                continue
        ours = draw(strategy, random.Random(seed))
        same += (theirs, data.choices) == (ours.value, ours.choices)
        again = replay(strategy, ours.choices)
        assert again == ours
    assert same >= 30


def test_values_do_not_depend_on_which_modules_are_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hypothesis itself draws constants from the source of loaded modules."""
    strategy = st.lists(st.integers(0, 10**12), min_size=400, max_size=400)

    def hypothesis_own() -> list[int]:
        data = ConjectureData(random=random.Random(0))
        with BuildContext(data, wrapped_test=lambda: None):
            return data.draw(strategy)

    before, plain = draw(strategy, random.Random(0)), hypothesis_own()
    numbers = [random.Random(f"own {n}").randrange(10**12) for n in range(200)]
    (tmp_path / "full_of_numbers.py").write_text(f"NUMBERS = {numbers}\n")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("full_of_numbers")
    assert hypothesis_own() != plain, "Hypothesis uses no local constants: remove `_Provider`"
    assert draw(strategy, random.Random(0)) == before


def test_values_with_too_many_choices_are_rejected() -> None:
    tree: st.SearchStrategy[Any] = st.deferred(lambda: st.none() | st.tuples(tree, tree, tree))
    given_up = 0
    for seed in range(20):
        try:
            ChoiceRecorder(random.Random(seed)).value(tree)
        except NoValueError:
            given_up += 1
    assert 0 < given_up < 20
    long = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=5000, max_size=5000)
    with pytest.raises(NoValueError):
        ChoiceRecorder(random.Random(0)).value(long)
