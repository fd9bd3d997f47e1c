"""Differences between messages, and which of them are ids and times."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallmark_rl.conformance.core.diff import (
    content_difference,
    content_differences,
    content_text,
    difference,
    differences,
)

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@settings(deadline=None)
@given(plain)
def test_a_value_does_not_differ_from_itself(value: Any) -> None:
    assert difference(value, value) is None


@settings(deadline=None)
@given(plain, plain)
def test_difference_is_symmetric(one: Any, other: Any) -> None:
    assert (difference(one, other) is None) == (difference(other, one) is None)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"episode_id": "a1"}, {"episode_id": "b2"}),
        ({"made": "2026-01-01T10:00:00"}, {"made": "2026-01-01T10:00:01"}),
        (
            {"text": "reset @ 2026-01-01T10:00:00.1Z ok"},
            {"text": "reset @ 2027-01-01T10:00:00.2Z ok"},
        ),
        ({"elapsed_ms": 1.5}, {"elapsed_ms": 2.5}),
        ({"elapsed_ms": 1}, {"elapsed_ms": 2}),
        ({"started": 1790000000.5}, {"started": 1790000001.5}),
        ({"made": 1790000000123}, {"made": 1790000000456}),
        ({"date": "2026-01-01"}, {"date": "2026-01-02"}),
        ({"key": "3f2a9c01d4e5"}, {"key": "77aa9c01d4e5"}),
        ({"ticket_id": "TKT-3f2a9c"}, {"ticket_id": "TKT-1b2c3d"}),
    ],
)
def test_ids_and_times_are_not_content(one: Any, other: Any) -> None:
    assert difference(one, other) is not None
    assert content_difference(one, other) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"reward": 1}, {"reward": True}),
        ({"hint": "a"}, {"hint": "b"}),
        ([1], [1, 2]),
        (1, None),
        ({"task_id": "easy"}, {"task_id": "hard"}),
        ({"customer_id": "C-17"}, {"customer_id": "C-18"}),
        ({"request": "Refund me."}, {"request": "Help me."}),
        ({"time": "morning"}, {"time": "noon"}),
        ({"time": 3}, {"time": 4}),
        ({"word": "deadbeef"}, {"word": "feedface"}),
        ({"account": "12345678"}, {"account": "87654321"}),
        ({"score": 10**10}, {"score": 10**11}),
    ],
)
def test_content_is_not_mistaken_for_an_id(one: Any, other: Any) -> None:
    assert content_difference(one, other) is not None


def test_an_id_of_digits_is_recognised_beside_one_with_letters() -> None:
    """One in forty-three of `uuid4().hex[:8]` has no letter in it."""
    assert content_difference({"alert_id": "45498636"}, {"alert_id": "8049a357"}) is None
    assert content_difference({"code": "45498636"}, {"code": "12345678"}) is not None
    assert content_difference({"word": "45498636"}, {"word": "cabbages"}) is not None


def test_a_temporary_path_is_not_content() -> None:
    text = 'File "/tmp/work_{}/script.py", line {}: invalid syntax'
    here = text.format("4dhq0jmb", 1)
    assert content_difference({"stderr": here}, {"stderr": text.format("iluv83m2", 1)}) is None
    assert content_difference({"stderr": here}, {"stderr": text.format("iluv83m2", 2)}) is not None


def test_an_id_without_letters_is_recognised_by_other_messages() -> None:
    first = {"alert_id": "12345678", "order": "20240001"}
    same, number, letters = dict(first), {**first, "alert_id": "87654321"}, dict(first)
    letters["alert_id"] = "a1b2c3d4"
    assert content_differences(first, [same, number, letters]) == []
    assert [one.path for one in content_differences(first, [same, number])] == ["alert_id"]
    other = {**letters, "order": "20240002"}
    assert [one.path for one in content_differences(first, [number, other])] == ["order"]


@pytest.mark.parametrize(
    ("left", "right", "volatile"),
    [
        ("Episode 3f2a9c1b begins", "Episode 90aa41d7 begins", True),
        ("Episode 3f2a9c1b begins", "Episode 90aa41d7 ends", False),
        ("order 12345678 is late", "order 87654321 is late", False),
        ("guess deadbeef", "guess deadbeef1", False),
    ],
)
def test_a_part_of_an_episode_id_in_a_text_is_no_content(
    left: str, right: str, volatile: bool
) -> None:
    (found,) = differences({"message": left}, {"message": right})
    assert found.volatile == volatile


@pytest.mark.parametrize(
    ("name", "volatile"),
    [("episode_count", True), ("num_episodes", True), ("episodes", False), ("steps", False)],
)
def test_a_counter_of_episodes_belongs_to_the_instance(name: str, volatile: bool) -> None:
    (found,) = differences({name: 1}, {name: 2})
    assert found.volatile == volatile


def test_content_text_leaves_out_ids_and_times_only() -> None:
    one = {"episode_id": "7c9e6679-7425-40de-944b-e07fc1f90ae7", "word": "crane", "turns": [1, 2]}
    other = {**one, "episode_id": "16fd2706-8baf-433b-82eb-8c7fada847da"}
    assert content_text(one) == content_text(other)
    assert content_text(one) != content_text({**one, "word": "slate"})
    assert content_text(one) != content_text({**one, "turns": [2, 1]})
