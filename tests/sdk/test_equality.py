"""Results are compared by exact type and value."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.sdk.common.equality import fingerprint, same

ATOMS = st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.floats(), st.text(max_size=2))
PLAIN = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.tuples(inner, inner),
        st.dictionaries(st.one_of(st.booleans(), st.integers(0, 2), st.text(max_size=1)), inner),
    ),
    max_leaves=6,
)
NAN_KEYS = st.lists(st.tuples(st.sampled_from([math.nan, 1.5, "a"]), st.integers(0, 1)), max_size=4)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (True, 1),
        (1, 1.0),
        (0.0, -0.0),
        ([1], (1,)),
        ({1}, {True}),
        ({1: 2}, {True: 2}),
        ({1: 2}, {1: 2.0}),
        ({1}, frozenset({1})),
        ("1", 1),
        (b"a", "a"),
        (None, False),
        (math.nan, 0.0),
        ([[0]], [[False]]),
    ],
)
def test_lookalikes_differ(left: object, right: object) -> None:
    assert not same(left, right)
    assert not same(right, left)
    assert fingerprint(left) != fingerprint(right)


@given(PLAIN)
def test_everything_plain_equals_its_copy(value: object) -> None:
    assert same(value, value)


@given(PLAIN, PLAIN)
def test_same_agrees_with_fingerprints(left: object, right: object) -> None:
    assert same(left, right) == (fingerprint(left) == fingerprint(right))


def _with_own_nans(pairs: list[tuple[object, int]]) -> dict[object, int]:
    """A dict in which each nan is a key of its own."""
    return {float("nan") if key is math.nan else key: value for key, value in pairs}


@given(NAN_KEYS, NAN_KEYS)
def test_nan_keys_are_counted(
    left: list[tuple[object, int]], right: list[tuple[object, int]]
) -> None:
    one, two = _with_own_nans(left), _with_own_nans(right)

    def counted(mapping: dict[object, int]) -> list[str]:
        return sorted(f"{key!r} {value}" for key, value in mapping.items())

    assert same(one, two) == (counted(one) == counted(two))
    assert same(set(one), set(two)) == (sorted(map(repr, one)) == sorted(map(repr, two)))


def test_objects_that_claim_equality_equal_nothing() -> None:
    class Always:
        def __eq__(self, other: object) -> bool:
            raise AssertionError("a method of the candidate was called")

        __hash__ = None  # type: ignore[assignment]

    class Number(int):
        def __eq__(self, other: object) -> bool:
            raise AssertionError("a method of the candidate was called")

        __hash__ = int.__hash__

    assert not same(Always(), 1)
    assert not same(1, Always())
    assert not same(Number(1), 1)
    assert not same([Number(1)], [1])


def test_tolerance_is_for_floats_only() -> None:
    assert same(1.0, 1.0 + 1e-9, 1e-6)
    assert not same(1.0, 1.1, 1e-6)
    assert not same(1, 2, 5.0)
    assert not same(math.inf, 1.0, 1e-6)
