"""Reading the author's declarations."""

from __future__ import annotations

from types import SimpleNamespace

from hallmark_rl.conformance.survey.declarations import read_declared
from hallmark_rl.sdk.subject.description import Subject


def test_synonyms_and_opposites_are_understood() -> None:
    declared = {"step_limit": 7, "capabilities": ["No-Done"], "deterministic": False}
    proof = SimpleNamespace(declared=declared)
    manifest = {"validation": {"reward": {"range": [-1, 2], "floor_margin": 0.3}}}
    found = read_declared(Subject("x", "x", proof=proof, manifest=manifest))  # type: ignore[arg-type]
    assert found.max_steps == 7
    assert found.capabilities == {"continuing", "stochastic"}
    assert (found.low, found.high, found.margin) == (-1, 2, 0.3)


def test_listed_values_of_options_are_setups() -> None:
    declared = {"setups": [{"mode": "hard"}], "options": {"piece": ["rook", "queen"], "size": 3}}
    found = read_declared(Subject("x", "x", proof=SimpleNamespace(declared=declared)))  # type: ignore[arg-type]
    assert found.setups == ({"mode": "hard"}, {"piece": "rook"}, {"piece": "queen"})
