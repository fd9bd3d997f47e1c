"""A field that repeats metadata is no effect; anything else that changes is."""

from __future__ import annotations

from hallmark_rl.conformance.properties.step.side_effects import _echoes, _without_echo

SENT = [{"reward": 1.0, "please": True}]


def test_a_repetition_is_found_as_a_value_or_as_text() -> None:
    trace = [{"seen": {"last": SENT[0]}, "log": f"got {SENT[0]}", "hint": "warm", "reward": 0.0}]
    echoes = _echoes(trace, SENT)
    assert echoes == {"seen", "log"}
    assert _without_echo(trace, echoes) == [{"hint": "warm", "reward": 0.0}]


def test_an_effect_is_no_repetition() -> None:
    assert _echoes([{"hint": "the answer is 4", "reward": 1.0}], SENT) == set()
