"""Every attack of the corpus fails at each level that stops it; a harmless program then works."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.sandbox import Outcome, Sandbox
from tests.sandbox.conftest import CONTROL, LIMITS
from tests.sandbox.resource_snapshot import descendants

_CORPUS = Path(__file__).parents[1] / "data" / "attacks.jsonl"
ATTACKS = [json.loads(line) for line in _CORPUS.read_text().splitlines()]
_CALLS = [(1, 2), (5, 7), (2, 2)]
_RIGHT = [3, 12, 4]
_SLACK_S = 0.5

# The statuses that attacks may have, by kind. "crash" includes "ok": where a program cannot send
# signals, not even to itself, it goes on after the attempt to kill itself.
_EXPECTED = {
    "wall>limit": {"timeout", "error", "ok", "forbidden"},
    "rss>limit": {"memory", "timeout", "error", "forbidden"},
    "rss-runner": {"output", "forbidden"},
    "crash": {"crash", "timeout", "error", "memory", "forbidden", "ok"},
    "core-file": {"crash", "forbidden"},
}


def _attack(box: Sandbox, attack: dict[str, Any]) -> Outcome:
    if attack["boundary"] == "verdict":
        return box.call(attack["code"], "add", _CALLS)
    outcome = box.run(attack["code"])
    return box.run(attack["code"]) if attack["check"] == "next-run" else outcome


def _harm(box: Sandbox, attack: dict[str, Any], outcome: Outcome) -> str:
    """What the attack achieved; "" if it failed."""
    check = attack["check"]
    if outcome.wall_s > LIMITS.wall_s + _SLACK_S:
        return f"it ran for {outcome.wall_s:.2f} s"
    if outcome.max_rss_bytes > LIMITS.memory_bytes:
        return f"it used {outcome.max_rss_bytes} bytes"
    if max(len(outcome.stdout), len(outcome.stderr)) > LIMITS.output_bytes:
        return "its output was kept beyond the limit"
    if left := _strays(box):
        return f"it left {left} processes behind"
    if check == "timing-forged":
        return "" if outcome.wall_s > 1e-4 else "no time has passed"
    values = [(type(r.value), r.value) for r in outcome.results if r.ok]
    right = [(int, value) for value in _RIGHT]
    if attack["boundary"] == "verdict" and check != "next-run" and values == right:
        return "wrong code returned the right answers"
    if check.startswith("stdout:") and check.removeprefix("stdout:") in outcome.stdout:
        return f"it printed {outcome.stdout!r}"
    return (
        f"it printed {outcome.stdout!r}" if check == "next-run" and "PWN" in outcome.stdout else ""
    )


def _strays(box: Sandbox) -> int:
    """How many processes a worker has beside its zygotes and their parents."""
    (worker,) = box._pool.workers
    return sum(max(0, len(descendants(pid)) - 1) for pid in worker.processes)


def _withstands(box: Sandbox, attack: dict[str, Any]) -> None:
    outcome = _attack(box, attack)
    assert not (harm := _harm(box, attack, outcome)), f"{harm}; {outcome}"
    assert outcome.status in _EXPECTED.get(attack["check"], {outcome.status}), outcome
    assert outcome.status != "unavailable", outcome
    control = box.run("print('alive')" if outcome.policy == "restricted" else CONTROL)
    assert (control.status, control.stdout) == ("ok", "alive\n"), control


@pytest.mark.parametrize("attack", ATTACKS, ids=[attack["id"] for attack in ATTACKS])
def test_restricted_attack_fails(restricted_box: Sandbox, attack: dict[str, Any]) -> None:
    _withstands(restricted_box, attack)


_BEYOND_LANGUAGE = [attack for attack in ATTACKS if attack["boundary"] != "language"]


@pytest.mark.parametrize(
    "attack", _BEYOND_LANGUAGE, ids=[attack["id"] for attack in _BEYOND_LANGUAGE]
)
def test_python_attack_fails(python_box: Sandbox, attack: dict[str, Any]) -> None:
    _withstands(python_box, attack)


def test_language_attacks_succeed_under_the_python_policy(kernel: Sandbox) -> None:
    """Shows that the attacks work where nothing stops them."""
    language = [a for a in ATTACKS if a["check"] == "stdout:PWN" and a["boundary"] == "language"]
    worked = [a["id"] for a in language if "PWN" in kernel.run(a["code"]).stdout]
    assert len(worked) > len(language) / 2, worked
