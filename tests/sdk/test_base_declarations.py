"""The declarations of an environment class are checked when an instance is made."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("openenv")

from hallmark_rl.sdk import VerifiedEnvironment, VerifiedState
from hallmark_rl.sdk.environment.models import VerifiedObservation
from tests.sdk.guessing import Game, Guess, Guessing, Reply


def test_missing_declarations_are_refused() -> None:
    class Needs(VerifiedObservation):
        text: str

    with pytest.raises(TypeError, match="Needs: text must have a default"):

        class Bad(VerifiedEnvironment[Guess, Needs, VerifiedState, Game]):
            pass

    class Unpaid(VerifiedEnvironment[Guess, Reply, VerifiedState, Game]):
        max_steps = 3
        begin = Guessing.begin
        advance = Guessing.advance

    with pytest.raises(TypeError, match="Unpaid must declare reward"):
        Unpaid()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("reward", [1.0]),
        ("max_steps", 0),
        ("max_steps", True),
        ("max_steps", "3"),
        ("max_steps", float("inf")),
        ("step_timeout_s", 0),
        ("step_timeout_s", float("nan")),
        ("reset_timeout_s", "30"),
        ("options", {"seed": 3}),
        ("options", {"level": 3}),
    ],
)
def test_a_wrong_declaration_is_named(name: str, value: Any) -> None:
    kind = type("Wrong", (Guessing,), {name: value})
    with pytest.raises(TypeError, match=f"Wrong must declare .*{name}"):
        kind()
    type("Right", (Guessing,), {"step_timeout_s": None, "reset_timeout_s": None, "max_steps": 1})()
