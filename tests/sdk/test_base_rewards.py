"""`VerifiedEnvironment`: what reward columns read, and columns that fail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

pytest.importorskip("openenv")

from hallmark_rl.sdk import Column, Reward, Transition
from tests.sdk.guessing import Game, Guess, Guessing, target


def test_a_broken_column_is_a_fault_of_the_environment_not_a_reward() -> None:
    class Broken(Guessing):
        reward: ClassVar[Reward] = Reward(
            Column("won", lambda t: float("nan"), kind="outcome"),
            Column("near", lambda t: 2.0, kind="process"),
        )

    env = Broken()
    env.reset(seed=0)
    seen = env.step(Guess())
    assert seen.error is not None
    assert (seen.error.code, seen.error.blame, seen.reward) == ("reward", "environment", None)
    assert "'near' returned 2.0" in seen.error.message


def test_a_lasting_gate_stays_closed_until_the_end_of_the_episode() -> None:
    class Guarded(Guessing):
        reward: ClassVar[Reward] = Reward(
            Column("won", lambda t: float(t.observation.won), kind="outcome"),
            Column("tried", lambda t: 1.0, kind="process", weight=0.1),
            Column("safe", _harmless, kind="safety", gate=1.0, lasting=True),
            Column("calm", _harmless, kind="safety", gate=0.5),
        )

    env = Guarded()

    def play(*numbers: int) -> list[float | None]:
        env.reset(seed=0)
        seen = [env.step(Guess(number=n)) for n in (*numbers, target(env))]
        assert seen[-1].success is (-7 not in numbers)
        assert seen[-1].score == float(-7 not in numbers)
        assert seen[-1].columns["safe"] == float(-7 not in numbers)
        assert seen[-1].columns["calm"] == 1.0
        return [reply.reward for reply in seen]

    assert play(-1, -7, -1) == [0.1, 0.0, 0.0, 0.0]
    assert play(-1, -1) == [0.1, 0.1, 1.1], "reset opens it"


def _harmless(step: Transition) -> float:
    return float(step.action.number != -7)


def test_facts_before_a_step_are_a_copy() -> None:
    @dataclass
    class Board:
        filled: int

    class Building(Guessing):
        reward: ClassVar[Reward] = Reward(
            Column("won", lambda t: 0.0, kind="outcome"),
            Column(
                "built",
                lambda t: (t.facts["board"].filled - t.facts_before["board"].filled) / 9,
                kind="process",
            ),
        )
        board: ClassVar = Board(0)

        def facts(self, game: Game) -> dict[str, Any]:
            self.board.filled = len(game.said)
            return {"board": self.board}

    env = Building()
    env.reset(seed=0)
    assert env.step(Guess()).reward == 1 / 9


def test_facts_keep_their_types() -> None:
    class Listing(Guessing):
        reward: ClassVar[Reward] = Reward(
            Column("won", lambda t: float(t.facts == {"said": [3], "near": 0.0}), kind="outcome")
        )
        max_steps = 1

        def facts(self, game: Game) -> dict[str, Any]:
            return {**super().facts(game), "said": game.said}

    env = Listing()
    env.reset(seed=0)
    assert env.step(Guess(number=3)).success


def test_a_column_cannot_change_the_facts() -> None:
    def vandal(step: Transition) -> float:
        step.facts["near"] = 1.0  # type: ignore[index]
        return 0.0

    class Watched(Guessing):
        reward: ClassVar[Reward] = Reward(
            Column("won", lambda t: float(t.observation.won), kind="outcome"),
            Column("vandal", vandal, kind="process"),
        )

    env = Watched()
    env.reset(seed=0)
    error = env.step(Guess()).error
    assert error is not None
    assert (error.code, error.message) == ("reward", "reward column 'vandal' raised TypeError")
