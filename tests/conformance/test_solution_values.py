"""Places that hold what solutions give in their steps."""

from __future__ import annotations

import random

from hallmark_rl.conformance.properties.secrecy.solution_values import (
    Sample,
    Shown,
    held_values,
    normalised,
    place_that_holds,
)


def samples(count: int, *, leaks: bool, largest: int = 10**6) -> list[Sample]:
    rng = random.Random(3)
    made = []
    for seed in range(count):
        due = {name: rng.randrange(largest) for name in ("ada", "bela")}
        kept = due if leaks else {name: rng.randrange(largest) for name in due}
        given = frozenset(normalised(value) for value in due.values())
        held = held_values({"step_count": 0, "audit": {"due": kept}})
        made.append(Sample(seed, {"cents": given}, held))
    return made


def test_the_smallest_place_that_holds_all_values_is_named() -> None:
    assert place_that_holds(samples(12, leaks=True)) == ("cents", "audit.due", 12)


def test_other_values_are_no_leak() -> None:
    assert place_that_holds(samples(40, leaks=False)) is None


def test_small_values_agree_by_chance() -> None:
    assert place_that_holds(samples(12, leaks=True, largest=2)) is None


def test_few_seeds_show_nothing() -> None:
    assert place_that_holds(samples(5, leaks=True)) is None


def test_values_that_every_solution_gives_do_not_count() -> None:
    same = [
        Sample(seed, {"cents": frozenset({"500.0"})}, held_values({"fee": 500}))
        for seed in range(20)
    ]
    assert place_that_holds(same) is None


def test_what_a_message_shows_in_any_form_is_shown() -> None:
    shown = Shown()
    shown.add({"text": "Pay 1,250 to Ada, for three days", "price": 12.5, "metadata": {"x": 77}})
    for value in (1250, "ada", 3, "12.50", 12.5):
        assert normalised(value) in shown
    assert normalised(77) not in shown


def texts_in_longer_ones(fixes: list[str], held: str = "2: {}") -> list[Sample]:
    return [
        Sample(seed, {"text": frozenset({fix})}, held_values({"patch": held.format(fix)}))
        for seed, fix in enumerate(fixes)
    ]


def test_a_long_text_is_found_within_a_longer_one_and_a_short_one_is_not() -> None:
    fixes = [f"return {name}" for name in "abcdefghijkl"]
    assert place_that_holds(texts_in_longer_ones(fixes)) == ("text", "patch", 12)
    assert place_that_holds(texts_in_longer_ones([fix[-3:] for fix in fixes])) is None


def test_a_text_that_holds_every_seeds_value_is_no_leak() -> None:
    fixes = [f"return {name}" for name in "abcdefghijkl"]
    assert place_that_holds(texts_in_longer_ones(fixes, held="; ".join(fixes))) is None
