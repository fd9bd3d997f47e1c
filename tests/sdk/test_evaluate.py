from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("openenv")

from hallmark_rl.sdk import Reward
from hallmark_rl.sdk.environment.remote import RemoteEnvironment
from hallmark_rl.sdk.tasks.evaluate import evaluate
from tests.sdk.conftest import Serve
from tests.sdk.guessing import Guess, Guessing, target
from tests.sdk.test_remote import GuessingClient


def mixed(env: Guessing, seen: Any) -> Guess:
    """Wins when the target is even, and crashes the environment when it ends in 7."""
    number = target(env)
    if number % 10 == 7:
        return Guess(stunt="crash")
    return Guess(number=number if number % 2 == 0 else -1)


def test_rates_columns_and_faults() -> None:
    report = evaluate(
        Guessing(), mixed, tasks=[{}, {"low": 2}], seeds=range(40), k=(1, 2), scale=(0, 10)
    )
    failed = report.faults["environment: crash"]
    assert 0 < failed < 20
    assert len(report.scored) == 80 - failed
    wins = sum(episode.success for episode in report.scored)
    assert report.success == wins / len(report.scored)
    low, high = report.interval
    assert low < report.success < high
    assert report.score == pytest.approx(10 * report.success)
    assert report.columns["won"] == report.success
    assert report.pass_at[1] == pytest.approx(report.success, abs=0.02)
    assert report.pass_at[2] > report.pass_at[1]
    assert f"{failed} x environment: crash" in str(report)
    assert all(episode.total == float(episode.success) for episode in report.scored)


def test_the_score_is_reported_on_the_declared_scale() -> None:
    class Marked(Guessing):
        reward = Reward(*Guessing.reward.columns, report=(0, 100))

    assert evaluate(Marked(), lambda env, seen: Guess(number=-1), tasks=[{}], seeds=[0]).score == 0
    perfect = evaluate(Marked(), truth, tasks=[{}], seeds=range(3))
    assert (perfect.score, perfect.success) == (100.0, 1.0)
    assert evaluate(Marked(), truth, tasks=[{}], seeds=[0], scale=(0, 1)).score == 1.0


def truth(env: Guessing, seen: Any) -> Guess:
    return Guess(number=target(env))


def test_a_failed_reset_is_a_fault_and_not_a_score_of_zero() -> None:
    report = evaluate(Guessing(), mixed, tasks=[{"height": 1}], seeds=[0])
    assert report.faults == {"caller: bad_reset": 1}
    assert (report.scored, report.success, report.interval) == ([], 0.0, (0.0, 1.0))


def test_pass_at_k_needs_k_seeds() -> None:
    with pytest.raises(ValueError, match="pass@3 needs at least 3 seeds, not 2"):
        evaluate(None, mixed, tasks=[{}], seeds=[0, 1], k=(3,))


def test_a_remote_environment_gives_the_same_report(serve: Serve) -> None:
    def blind(env: Any, seen: Any) -> Guess:
        return Guess(number=len(seen.said))

    client = GuessingClient(serve("tests.sdk.guessing_app:app"))
    with RemoteEnvironment(client) as remote:
        theirs = evaluate(remote, blind, tasks=[{}], seeds=range(3))
        assert remote.step(Guess(stunt="loop"), timeout_s=0.1).error.code == "episode_over"
        remote.reset(seed=0)
        assert remote.step(Guess(stunt="loop"), timeout_s=0.1).error.code == "deadline"
        assert remote.state.done
    assert theirs == evaluate(Guessing(), blind, tasks=[{}], seeds=range(3))
