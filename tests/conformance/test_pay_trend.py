"""The test of pay against verified success: power, error rate, and when it is not made."""

from __future__ import annotations

import random

from hallmark_rl.conformance.traces.pay_trend import RATE, Observed, pay_trend


def run(seed: int, *, wrong: tuple[float, float], steps: int = 10) -> list[Observed]:
    """Episodes of which a share is paid without success, from the first to the last step."""
    draw = random.Random(seed)
    episodes = []
    for step in range(steps):
        share = wrong[0] + (wrong[1] - wrong[0]) * step / (steps - 1)
        for task in range(12):
            paid = draw.random() < 0.3 + 0.5 * step / steps
            verified = paid and draw.random() >= share
            episodes.append(Observed(step, f"{task}", paid, float(paid), verified))
    return episodes


def test_pay_that_moves_away_from_success_is_reported() -> None:
    trend = pay_trend(run(1, wrong=(0.0, 0.9)))
    assert trend.is_reported
    assert "mean pay" in trend.text


def test_a_constant_share_is_reported_no_more_often_than_stated() -> None:
    """120 runs at an error rate of 0.001: two or more reports have a probability of 0.007."""
    reports = [pay_trend(run(seed, wrong=(0.1, 0.1)), seed).is_reported for seed in range(120)]
    assert sum(reports) <= 1
    assert RATE == 1e-3


def test_rollouts_of_one_task_in_one_step_count_once() -> None:
    """The same episode fifty times is no further evidence."""
    few = [e for e in run(3, wrong=(0.0, 0.5), steps=4) if e.task in ("1", "2", "3")]
    assert not pay_trend([episode for episode in few for _ in range(50)]).is_reported


def test_what_cannot_be_tested_says_so() -> None:
    assert "steps" in pay_trend([]).missing
    unknown = [Observed(step, "t", True, 1.0, None) for step in range(50)]
    assert pay_trend(unknown).missing
    assert "paid episodes" in pay_trend(run(1, wrong=(0.0, 0.0))[:42]).missing
    assert "no paid episode" in pay_trend(run(1, wrong=(0.0, 0.0))).text
