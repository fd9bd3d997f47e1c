"""The metrics of one training step, as they are written to `metrics.jsonl`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from hallmark_rl.train.environments.rollout_env import RolloutEpisode
from hallmark_rl.train.metrics.evaluation import Score
from hallmark_rl.train.policy.rollout import Rollout


def step_metrics(
    rollout: Rollout, logs: Mapping[str, Any], group_size: int, total_s: float
) -> dict[str, Any]:
    """The metrics of a step.

    Args:
        rollout: all episodes of the step, group after group.
        logs: what TRL logged for the step.
        group_size: number of episodes in a group.
        total_s: wall time of the step.
    """
    episodes = rollout.episodes
    score = Score.of(episodes)
    tokens = sum(sum(row.is_model_token) for row in rollout.rows)
    share, words = zero_variance(episodes, group_size)
    return {
        "success": score.success,
        "return": score.mean_return,
        "columns": score.columns,
        "timeouts": score.timeouts,
        "errors": sum(any(t.error for t in e.turns) for e in episodes) / len(episodes),
        "failed": score.failed,
        "zero_variance": share,
        "zero_variance_words": words,
        "entropy": logs.get("entropy"),
        "loss": logs.get("loss"),
        "grad_norm": logs.get("grad_norm"),
        "learning_rate": logs.get("learning_rate"),
        "completion_tokens": tokens / len(episodes),
        "tokens_per_s": tokens / max(total_s, 1e-9),
        "seconds": {
            "environment": rollout.env_wait_s,
            "generate": rollout.generate_s,
            "update": max(0.0, total_s - rollout.env_wait_s - rollout.generate_s),
        },
        "environments_worked_s": rollout.env_busy_s,
        "levels": dict(Counter(str(episode.task.level) for episode in episodes)),
    }


def zero_variance(episodes: Sequence[RolloutEpisode], group_size: int) -> tuple[float, str]:
    """The share of groups whose episodes all have the same return, and the reasons in words.

    GRPO compares the episodes of a group, so such a group gives no gradient. Episodes that the
    environment failed are left out.
    """
    groups = [episodes[start : start + group_size] for start in range(0, len(episodes), group_size)]
    reasons: Counter[str] = Counter()
    for group in groups:
        totals = [episode.total for episode in group if episode.failure is None]
        if not totals:
            reasons["failed by the environment"] += 1
        elif max(totals) - min(totals) < 1e-9:
            solved = all(episode.success for episode in group if episode.failure is None)
            reasons["solved by all" if solved else "solved by none"] += 1
    if not reasons:
        return 0.0, "all groups give a gradient"
    kinds = ", ".join(f"{count} {reason}" for reason, count in sorted(reasons.items()))
    words = f"{reasons.total()} of {len(groups)} groups give no gradient: {kinds}"
    return reasons.total() / len(groups), words
