"""Values that are new at a step, and messages that hold values of later steps."""

from __future__ import annotations

import random

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.secrecy.future_values import (
    Moment,
    _new_values,
    _places_holding,
    _require_no_future_in_history,
    _values_by_place,
)


def market(seed: int, ahead: int) -> list[Moment]:
    """Three days of prices, of which the history shows `ahead` more than there have been."""
    rng = random.Random(seed)
    prices = [rng.randrange(10_000) for _ in range(8)]
    shown = [{"price": prices[day], "history": prices[: day + 1 + ahead]} for day in range(3)]
    return [Moment(dict(_values_by_place(one)), {}, {"day": day}) for day, one in enumerate(shown)]


@pytest.mark.parametrize("ahead", [0, 1, 5])
def test_a_history_must_not_hold_future_values(ahead: int) -> None:
    plays = {seed: market(seed, ahead) for seed in range(12)}
    if ahead:
        with pytest.raises(
            PropertyViolated, match=r"history\[1\] contains what price shows a step later"
        ):
            _require_no_future_in_history(plays, [{}, {}, {}])
    else:
        _require_no_future_in_history(plays, [{}, {}, {}])


def test_a_weekday_follows_from_the_one_before() -> None:
    def week(seed: int) -> list[Moment]:
        """Three days; the records of the week before name the same days."""
        days = [f"day {(seed + day) % 7}" for day in range(10)]
        shown = [{"day": days[n], "past": days[n : n + 7]} for n in range(3)]
        return [Moment(dict(_values_by_place(one)), {}, {}) for one in shown]

    plays = {seed: week(seed) for seed in range(24)}
    assert "day" in _new_values(plays, 1)
    _require_no_future_in_history(plays, [{}, {}, {}])


def test_new_values_are_new_and_differ_between_seeds() -> None:
    plays = {seed: market(seed, 0) for seed in range(12)}
    assert set(_new_values(plays, 1)) == {"price", "history[1]"}
    alike = dict.fromkeys(range(12), market(1, 0))
    assert _new_values(alike, 1) == {}
    assert _new_values({seed: market(seed, 0) for seed in range(3)}, 1) == {}


def test_numbers_and_words_are_found_in_texts() -> None:
    pieces = dict(_values_by_place({"text": "the dealer holds 7 and ace"}))
    assert pieces["text#0"] == 7
    assert _places_holding([[{"hole": 7}]], {1: pieces["text#0"]}) == ["hole"]
    assert _places_holding([[{"hole": "ace"}]], {1: pieces["text"]}) == ["hole"]
    assert _places_holding([[{"hole": "ac"}]], {1: pieces["text"]}) == []
