"""The catalogue of properties."""

from __future__ import annotations

from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.conformance.properties import load_checks


def test_every_property_has_a_check_and_every_check_a_property() -> None:
    assert set(load_checks()) == set(catalogue())
    assert len(catalogue()) >= 70


def test_every_property_has_a_rule_a_reason_and_a_fix() -> None:
    for entry in catalogue().values():
        assert entry.level in ("MUST", "HEURISTIC", "SHOULD")
        for text in (entry.rule, entry.why, entry.fix):
            assert text.endswith("."), entry.id
