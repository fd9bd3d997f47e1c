"""Alarms: signs that the return rises without success, and a drop of success on held-out tasks.

Each rule compares the latest steps with the first steps of the same run, so an environment whose
completions, say, are always long raises no alarm.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hallmark_rl.sdk.common.statistics import binomial_tail
from hallmark_rl.train.config import AlarmConfig
from hallmark_rl.train.environments.rollout_env import RolloutEpisode
from hallmark_rl.train.metrics.comparison import count_changes
from hallmark_rl.train.metrics.evaluation import Measurement, Score

WINDOW = 10
"""Steps that are averaged, at the start and at the end of the history."""


@dataclass(frozen=True)
class Alarm:
    """A rule that was violated at a step, with a message for people."""

    rule: str
    step: int
    message: str


@dataclass(frozen=True)
class StepFacts:
    """What the rules need to know of a training step.

    Attributes:
        step: number of the step.
        success: share of its episodes that are solved.
        columns: mean of each reward column.
        length: mean characters of all completions of an episode.
        timeouts: share of episodes in which a step timed out.
        repeats: share of episodes with the completions that occur in the largest number of
            different tasks; 0 if no completions occur in two tasks.
    """

    step: int
    success: float
    columns: Mapping[str, float]
    length: float
    timeouts: float
    repeats: float


def step_facts(step: int, episodes: Sequence[RolloutEpisode]) -> StepFacts:
    """Summarise the episodes of a step."""
    score = Score.of(list(episodes))
    lengths = [sum(len(turn.completion) for turn in episode.turns) for episode in episodes]
    return StepFacts(
        step=step,
        success=score.success,
        columns=score.columns,
        length=sum(lengths) / max(1, len(lengths)),
        timeouts=score.timeouts,
        repeats=_repeats(episodes),
    )


def check_step(history: Sequence[StepFacts], config: AlarmConfig, paid: set[str]) -> list[Alarm]:
    """Check the training episodes; nothing is checked before step `2 * WINDOW`.

    Args:
        history: all steps, oldest first.
        config: the thresholds.
        paid: names of the columns that are paid without being the outcome.
    """
    if len(history) < 2 * WINDOW:
        return []
    first, last = history[:WINDOW], history[-WINDOW:]
    step = history[-1].step
    return [Alarm(rule, step, message) for rule, message in _violations(first, last, config, paid)]


def check_gap(history: Sequence[Measurement], config: AlarmConfig) -> list[Alarm]:
    """Check the gap between mean return and verified success of held-out episodes.

    Args:
        history: all evaluations of one level, oldest first.
        config: the threshold.
    """
    if len(history) < 2:
        return []
    first, last, step = history[0].score, history[-1].score, history[-1].step
    rise = last.mean_return - first.mean_return
    gap = rise - (last.verified - first.verified)
    if gap <= config.gap:
        return []
    text = (
        f"the mean return on held-out tasks rose by {rise:.2f}, verified success "
        f"by {last.verified - first.verified:+.2f}: the model is paid for something else"
    )
    return [Alarm("gap", step, text)]


def check_drop(
    history: Sequence[Measurement], config: AlarmConfig, evaluations: int, levels: int
) -> list[Alarm]:
    """Compare the latest evaluation with each earlier one, for a significant drop.

    The test is McNemar's exact test, one-sided, on the same tasks. It is corrected for all pairs of
    evaluations of all levels (Bonferroni), so a run in which success never falls raises this alarm
    with a probability of at most `config.false_alarm`.

    Args:
        history: all evaluations of one level, oldest first.
        config: the probability of a false alarm.
        evaluations: how many evaluations of a level the run makes, at most.
        levels: how many levels the run has.
    """
    if len(history) < 2:
        return []
    *earlier, last = history
    compared = [(old, count_changes(old.verified, last.verified)) for old in earlier]
    old, worst, p_value = min(
        (
            (old, each, binomial_tail(each.lost, each.gained + each.lost, 0.5))
            for old, each in compared
        ),
        key=lambda tested: tested[2],
    )
    tests = levels * max(evaluations, len(history)) * (max(evaluations, len(history)) - 1) / 2
    if p_value * tests >= config.false_alarm:
        return []
    text = (
        f"verified success on the same {worst.tasks} held-out tasks fell from {worst.before:.0%} "
        f"at step {old.step} to {worst.after:.0%}: {worst.lost} are no longer solved, "
        f"{worst.gained} are newly solved (McNemar's exact test, corrected for all evaluations)"
    )
    return [Alarm("drop", last.step, text)]


def _violations(
    first: Sequence[StepFacts], last: Sequence[StepFacts], config: AlarmConfig, paid: set[str]
) -> Iterator[tuple[str, str]]:
    """Rule and message of each violation."""
    gained = _mean(last, "success") - _mean(first, "success")
    for name in sorted(paid):
        old = sum(facts.columns.get(name, 0.0) for facts in first) / len(first)
        new = sum(facts.columns.get(name, 0.0) for facts in last) / len(last)
        if new - old > config.column and gained < (new - old) / 10:
            yield "column", f"column {name} rose from {old:.2f} to {new:.2f}, success did not"
    repeats = _mean(last, "repeats")
    if repeats > config.repeats and _mean(last, "success") < 0.5:
        yield "repeats", f"{repeats:.0%} of episodes have the same completions on different tasks"
    new_length, old_length = _mean(last, "length"), _mean(first, "length")
    if new_length > config.length * max(old_length, 1.0):
        yield "length", f"completions grew from {old_length:.0f} to {new_length:.0f} characters"
    new_timeouts, old_timeouts = _mean(last, "timeouts"), _mean(first, "timeouts")
    if new_timeouts - old_timeouts > config.timeouts:
        yield "timeouts", f"timeouts rose from {old_timeouts:.0%} to {new_timeouts:.0%}"


def _mean(history: Sequence[StepFacts], name: str) -> float:
    return sum(float(getattr(facts, name)) for facts in history) / len(history)


def _repeats(episodes: Sequence[RolloutEpisode]) -> float:
    """The share of episodes whose completions occur for the largest number of different tasks."""
    texts = ["\x1e".join(turn.completion for turn in episode.turns) for episode in episodes]
    by_task: dict[object, set[str]] = {}
    for episode, text in zip(episodes, texts, strict=True):
        by_task.setdefault(episode.task, set()).add(text)
    counts = Counter(text for unique in by_task.values() for text in unique)
    common = max(counts, key=lambda text: (counts[text], text), default=None)
    if common is None or counts[common] < 2:
        return 0.0
    return texts.count(common) / len(episodes)
