"""Better, worse and not distinguishable, by a paired test on the same tasks."""

from __future__ import annotations

import random

import pytest

from hallmark_rl.train.environments.rollout_env import Assignment, RolloutEpisode, Turn
from hallmark_rl.train.metrics.comparison import compare, compare_outcomes
from hallmark_rl.train.metrics.evaluation import HeldOut, LevelResult


def episodes(
    solved: list[bool], *, verified: list[bool] | None = None, texts: list[str] | None = None
) -> list[RolloutEpisode]:
    audits, said = verified or solved, texts or [str(number) for number in range(len(solved))]
    return [
        RolloutEpisode(
            Assignment("test", 1, number),
            turns=[Turn("?", text, float(won))],
            done=True,
            success=won,
            verified=audit,
        )
        for number, (won, audit, text) in enumerate(zip(solved, audits, said, strict=True))
    ]


def shuffled(solved: int, count: int, seed: int) -> list[bool]:
    results = [True] * solved + [False] * (count - solved)
    random.Random(seed).shuffle(results)
    return results


@pytest.mark.parametrize(
    ("before", "after", "verdict", "words"),
    [
        (122, 72, "worse", "Worse: success (sampled) fell from 61.0% to 36.0%"),
        (72, 122, "better", "Better: success (sampled) rose from 36.0% to 61.0%"),
        (100, 104, "not distinguishable", "Not distinguishable: success (sampled) was 50.0%"),
        (0, 0, "not distinguishable", "which may be chance"),
    ],
)
def test_the_three_sentences(before: int, after: int, verdict: str, words: str) -> None:
    result = compare(episodes(shuffled(before, 200, 1)), episodes(shuffled(after, 200, 2)))
    assert result.verdict == verdict
    assert words in result.sentence()
    assert "McNemar" in result.sentence()
    low, high = result.interval
    assert low <= (after - before) / 200 <= high
    assert (low > 0 or high < 0) == (verdict != "not distinguishable")


def test_a_paired_test_sees_what_two_intervals_do_not() -> None:
    """The same 12 tasks of 200 are lost; the Wilson intervals of 50 % and 44 % overlap."""
    solved = shuffled(100, 200, 3)
    lost = [number for number, won in enumerate(solved) if won][:12]
    fewer = [won and number not in lost for number, won in enumerate(solved)]
    assert compare(episodes(solved), episodes(fewer)).verdict == "worse"


def test_where_nothing_changes_at_most_one_answer_in_twenty_says_so() -> None:
    rng = random.Random(5)
    chances = [rng.random() for _ in range(100)]
    wrong = 0
    for _ in range(1000):
        before, after = ([rng.random() < chance for chance in chances] for _ in range(2))
        wrong += compare_outcomes(before, after).verdict != "not distinguishable"
    assert wrong <= 50


def test_equal_greedy_episodes_count_once() -> None:
    """Ten seeds of one task say no more than one."""
    before, after = (
        episodes([True] * 10, texts=["a"] * 10),
        episodes([False] * 10, texts=["b"] * 10),
    )
    assert compare(before, after).verdict == "worse"
    greedy = compare(before, after, mode="greedy")
    assert (greedy.tasks, greedy.verdict) == (1, "not distinguishable")


def test_tasks_that_the_environment_failed_are_left_out() -> None:
    before, after = episodes([True, True, False]), episodes([False, True, True])
    after[0].failure = "ConnectionError"
    result = compare(before, after)
    assert (result.tasks, result.gained, result.lost) == (2, 1, 0)


def test_different_tasks_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="the same tasks"):
        compare(episodes([True, False]), episodes([True, False])[::-1])


def test_verified_success_is_compared_where_the_audit_disagrees() -> None:
    sound = HeldOut(episodes([True] * 20), episodes([True] * 20))
    hacked = HeldOut(
        episodes([True] * 20, verified=[False] * 20), episodes([True] * 20, verified=[False] * 20)
    )
    assert [each.measure for each in LevelResult.of(1, sound, sound).comparisons] == ["success"] * 2
    result = LevelResult.of(1, sound, hacked)
    verdicts = {(each.mode, each.measure): each.verdict for each in result.comparisons}
    assert verdicts["sampled", "success"] == "not distinguishable"
    assert verdicts["sampled", "verified"] == "worse"
    assert "verified success (sampled) fell" in result.to_dict()["comparisons"][1]["sentence"]
