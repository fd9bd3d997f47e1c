from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.sdk.tasks.curriculum import Curriculum


def learner(curriculum: Curriculum, chances: dict[int, float], episodes: int) -> Counter[int]:
    rng = random.Random(1)
    drawn: Counter[int] = Counter()
    for _ in range(episodes):
        level = curriculum.draw()
        drawn[level] += 1
        curriculum.record(level, rng.random() < chances[level])
    return drawn


def test_a_level_out_of_reach_opens_no_harder_level() -> None:
    curriculum = Curriculum((1, 2, 3), seed=0)
    drawn = learner(curriculum, {1: 0.5, 2: 0.02, 3: 0.0}, 1000)
    assert drawn[3] == 0
    assert curriculum.status(1) == "in band"
    assert curriculum.status(2) == "out of reach"
    assert drawn[1] > 6 * drawn[2]


def test_the_hardest_level_within_reach_is_played_most_and_the_others_reviewed() -> None:
    curriculum = Curriculum((1, 2, 3), seed=0)
    drawn = learner(curriculum, {1: 0.98, 2: 0.5, 3: 0.4}, 2000)
    assert curriculum.status(1) == "mastered"
    assert drawn[1] < 0.15 * sum(drawn.values())
    assert drawn[3] > 0.6 * sum(drawn.values())
    assert drawn[2] > 0.04 * sum(drawn.values())


def test_a_level_that_is_forgotten_is_played_again() -> None:
    curriculum = Curriculum((1, 2), seed=0, window=100)
    for _ in range(100):
        curriculum.record(1, True)
    assert curriculum.status(1) == "mastered"
    for _ in range(60):
        curriculum.record(1, False)
    assert curriculum.status(1) == "in band"


@given(st.lists(st.booleans(), max_size=60), st.lists(st.booleans(), max_size=60), st.integers())
def test_a_resumed_curriculum_draws_the_same_levels(
    before: list[bool], after: list[bool], seed: int
) -> None:
    straight, stopped = (Curriculum((1, 2, 3), seed=seed, window=20) for _ in range(2))
    for won in before:
        straight.record(straight.draw(), won)
        stopped.record(stopped.draw(), won)
    resumed = Curriculum.from_state(stopped.state_dict())
    for won in after:
        level = straight.draw()
        assert resumed.draw() == level
        straight.record(level, won)
        resumed.record(level, won)
    assert resumed.report() == straight.report()


def test_save_and_load(tmp_path: Path) -> None:
    curriculum = Curriculum((1, 2), seed=3)
    learner(curriculum, {1: 0.5, 2: 0.5}, 50)
    curriculum.save(tmp_path / "curriculum.json")
    loaded = Curriculum.load(tmp_path / "curriculum.json")
    assert loaded.state_dict() == curriculum.state_dict()


def test_an_interrupted_save_keeps_the_previous_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "curriculum.json"
    curriculum = Curriculum((1, 2), seed=3)
    curriculum.save(path)
    before = curriculum.state_dict()
    curriculum.record(1, True)

    def stopped(self: Path, text: str, encoding: str) -> int:
        self.write_bytes(text.encode(encoding)[:40])
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_text", stopped)
    with pytest.raises(KeyboardInterrupt):
        curriculum.save(path)
    assert Curriculum.load(path).state_dict() == before


@given(st.integers())
def test_the_seed_decides_the_draws(seed: int) -> None:
    one, other = (Curriculum((1, 2), seed=seed) for _ in range(2))
    assert [one.draw() for _ in range(20)] == [other.draw() for _ in range(20)]


def test_wrong_declarations_are_refused() -> None:
    for wrong in (
        lambda: Curriculum((), seed=0),
        lambda: Curriculum((1, 1), seed=0),
        lambda: Curriculum((1,), seed=0, band=(0.8, 0.2)),
        lambda: Curriculum((1,), seed=0, window=0),
    ):
        with pytest.raises(ValueError, match=r"must be|not an interval"):
            wrong()
