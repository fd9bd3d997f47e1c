"""Reward: well formed, in range, and not to be had without solving."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import delayed_oracle, play, step_limit, wrong_moves
from hallmark_rl.conformance.checking.registry import check, each_episode
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.rollouts import play_actions, play_policy
from hallmark_rl.conformance.survey.survey_data import Rollout


@each_episode("runtime.reward_well_formed", odd=True)
def well_formed(context: CheckContext, episode: Episode) -> None:
    for number, seen in enumerate(context.play(episode)):
        if number == 0 or seen.data is None:
            continue
        problem = _malformed(seen)
        if problem:
            shown = Episode(episode.calls[: number + 1], episode.label)
            raise PropertyViolated(f"step {number} has reward {problem}", shown)


def _malformed(seen: Response) -> str:
    value = seen.reward
    data = seen.data or {}
    if value is None:
        if "tools" in data or "tool_name" in data or data.get("error"):
            return ""
        return "None"
    if isinstance(value, bool):
        return f"{value}, a bool"
    if not isinstance(value, int | float):
        return f"{value!r}, a {type(value).__name__}"
    return "" if math.isfinite(value) else str(value)


@each_episode("reward.in_range", odd=True)
def in_range(context: CheckContext, episode: Episode) -> None:
    low, high = context.declared.low, context.declared.high
    if low is None or high is None:
        raise NotApplicable("no range is declared: write validation.reward.range in openenv.yaml")
    for number, seen in enumerate(context.play(episode)):
        value = seen.reward
        plain = isinstance(value, int | float) and not isinstance(value, bool)
        if number and plain and not low - 1e-9 <= value <= high + 1e-9:
            shown = Episode(episode.calls[: number + 1], episode.label)
            raise PropertyViolated(f"step {number} pays {value}, declared is {low}..{high}", shown)


@check("reward.bounded_farming")
def bounded_farming(context: CheckContext) -> None:
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    most = 400 if context.declared.max_steps is None else context.declared.max_steps
    ceiling = context.declared.success or context.declared.high or 1.0
    for action in context.until_budget(context.pool[:16], least=6):
        episode = Episode.of(context.seeds[0], [action] * most, "repetition")
        trace = context.play(episode)
        rewards = [seen.numeric_reward for seen in trace[1:]]
        if not trace[-1].done and len(rewards) >= 20:
            late = rewards[len(rewards) // 2 :]
            if min(late) > 0 and sum(rewards) > ceiling:
                few = Episode(episode.calls[:12], "repetition, and so on")
                earned = f"{sum(rewards):.3g} in {len(rewards)} steps"
                raise PropertyViolated(
                    f"the same action earns {earned} and the episode goes on", few
                )


@check("reward.return_in_range")
def return_in_range(context: CheckContext) -> None:
    """A range that a whole episode leaves misleads whoever normalises by it."""
    low, high = context.declared.low, context.declared.high
    if low is None or high is None:
        raise NotApplicable("no range is declared: write validation.reward.range in openenv.yaml")
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    for one in [
        *context.survey.solutions,
        *context.survey.null_rollouts,
        *context.survey.random_rollouts,
    ]:
        if not one.error and not low - 1e-6 <= one.total <= high + 1e-6:
            seen = f"an episode earns {one.total:.4g}, the declared range is {low:g}..{high:g}"
            raise PropertyViolated(seen, one.episode("episode"))


def _best_allowed(context: CheckContext, one: Rollout) -> float:
    """What a policy that does not solve may earn on this seed."""
    return one.total - min(context.declared.margin, 0.5) * abs(context.scale) * 0.2


def _not_solving(context: CheckContext, one: Rollout) -> list[Action]:
    """Valid actions that are not part of the solution of this seed."""
    others = [action for other in context.survey.solutions for action in other.actions[-1:]]
    found = [action for action in [*others, *context.pool] if action not in one.actions]
    return [action for place, action in enumerate(found) if action not in found[:place]]


@check("reward.repetition")
def repetition(context: CheckContext) -> None:
    for one in context.until_budget(context.solutions[:4]):
        for action in context.until_budget(_not_solving(context, one)[:16], least=6):
            _require_less(context, one, [action] * step_limit(context), "repetition")


@check("reward.toggling")
def toggling(context: CheckContext) -> None:
    rng = context.rng("toggle")
    for one in context.until_budget(context.solutions[:3]):
        actions = _not_solving(context, one)[:10]
        pairs = list(itertools.combinations(actions, 2))
        rng.shuffle(pairs)
        for pair in context.until_budget(pairs[:12], least=4):
            _require_less(context, one, list(pair) * (step_limit(context) // 2), "alternation")


def _require_less(context: CheckContext, one: Rollout, actions: list[Action], label: str) -> None:
    """Less than the oracle on this seed, or at least on some: one seed may be that simple."""
    other = _as_good(context, one, actions)
    if other is None:
        return
    alone = other.total <= one.total + 1e-6 * max(1.0, abs(one.total)) and len(one.actions) > 1
    seeds = [rest for rest in context.solved if rest.seed != one.seed][:5] if alone else []
    if all(_as_good(context, rest, actions) for rest in seeds):
        earned = f"{label} earns {other.total:.4g}, the oracle {one.total:.4g}"
        raise PropertyViolated(earned, other.episode(label))


def _as_good(context: CheckContext, one: Rollout, actions: list[Action]) -> Rollout | None:
    """What the actions do on a seed where they earn what the oracle does without solving it."""
    other = play_actions(context.subject, context.survey, actions, one.seed)
    if other.error or (other.success and len(set(map(repr, other.actions))) <= 1):
        return None
    if "continuing" in context.declared.capabilities and len(other.rewards) != len(one.rewards):
        return None
    if other.total < _best_allowed(context, one) or other.success is True:
        return None
    solved = other.done and other.total <= one.total + 1e-9
    if solved and len(other.actions) < len(actions):
        return None  # it led to the goal, as one thrust may
    return other


@check("reward.oracle_dominates")
def oracle_dominates(context: CheckContext) -> None:
    """Every other policy, on the same seeds."""
    context.require_capability_absent("stochastic", "single returns are luck")
    for one in context.until_budget(context.solutions, least=2):
        for label, other in _panel(context, one):
            if other.error or other.total <= one.total + 1e-6 * max(1.0, abs(one.total)):
                continue
            if "continuing" in context.declared.capabilities and len(other.rewards) > len(
                one.rewards
            ):
                continue
            earned = f"{label} earns {other.total:.4g}, the oracle {one.total:.4g}"
            raise PropertyViolated(earned, other.episode(label))


def _panel(context: CheckContext, one: Rollout) -> Iterator[tuple[str, Rollout]]:
    for label, group in (
        ("doing nothing", context.survey.null_rollouts),
        ("chance", context.survey.random_rollouts),
    ):
        yield from ((label, other) for other in group if other.seed == one.seed)
    solved = [other for other in context.solutions if other.seed != one.seed]
    plays: list[tuple[str, list[Action]]] = [
        ("a wrong move before the solution", context.pool[:1] + one.actions),
        ("the solution twice", one.actions * 2),
        ("its first move repeated", one.actions[:1] * step_limit(context)),
    ]
    plays += [("another solution first", other.actions + one.actions) for other in solved[:2]]
    rng = context.rng(f"panel{one.seed}")
    every = [action for other in context.solutions for action in other.actions] + context.pool
    for _ in range(4):
        plays.append(("mixed play", [rng.choice(every) for _ in range(step_limit(context))]))
    for label, actions in plays:
        yield label, play_actions(context.subject, context.survey, actions, one.seed)
    for policy_label, policy in (
        ("solving after wrong moves", delayed_oracle(context, one.seed, wrong=2)),
        ("solving after every move is repeated", delayed_oracle(context, one.seed, repeat=2)),
    ):
        yield (
            policy_label,
            play_policy(context.subject, context.survey, policy, one.seed, step_limit(context)),
        )


@check("reward.progress_once")
def progress_once(context: CheckContext) -> None:
    context.require_capability_absent("stochastic", "single returns are luck")
    for one in context.until_budget(context.solutions, least=3):
        for actions in _tempting(context, one):
            other = play(context, actions, one.seed)
            if not other.error and other.total > one.total + 1e-6 * max(1.0, abs(one.total)):
                seen = f"with the best-paid wrong move in it, {len(other.rewards)} steps"
                against = f"the oracle's {len(one.rewards)} earn {one.total:.4g}"
                raise PropertyViolated(
                    f"{seen} earn {other.total:.4g}, {against}", other.episode("slow")
                )
    for one in context.until_budget(context.solutions, least=2):
        for wrong in (1, 2, 4):
            for pick in range(3):
                policy = delayed_oracle(context, one.seed, wrong=wrong, pick=pick)
                other = play_policy(
                    context.subject, context.survey, policy, one.seed, step_limit(context) + 8
                )
                if other.error or len(other.rewards) <= len(one.rewards):
                    continue
                if other.total > one.total + 1e-6 * max(1.0, abs(one.total)):
                    seen = f"{len(other.rewards)} steps earn {other.total:.4g}"
                    against = f"the oracle's {len(one.rewards)} earn {one.total:.4g}"
                    raise PropertyViolated(
                        f"solving late in {seen}, {against}", other.episode("slow")
                    )


def _tempting(context: CheckContext, one: Rollout) -> Iterator[list[Action]]:
    """The solution with the wrong move that pays most, at first or at last, some and many times."""
    wrong = [action for action in wrong_moves(context, 120) if action not in one.actions]
    wrong = wrong[: max(4, int(0.5 / max(context.survey.step_s, 1e-4)))]
    most = max(1, step_limit(context) - len(one.actions))
    counts = sorted({1, most} if context.slow else {1, 2, min(4, most), most})
    last = len(one.actions) - 1
    tried = {0: wrong} | ({last: [*context.survey.invalid[:8], *wrong[:24]]} if last else {})
    for place, moves in tried.items():
        before, after = one.actions[:place], one.actions[place:]
        paid = [(play(context, [*before, action], one.seed), action) for action in moves]
        open_ended = [(played.total, action) for played, action in paid if not played.done]
        if open_ended:
            best = max(open_ended, key=lambda pair: pair[0])[1]
            yield from ([*before, *[best] * count, *after] for count in counts)


@check("reward.late_solution")
def late_solution(context: CheckContext) -> None:
    """The oracle delayed so that its solving step is the last one that is allowed."""
    limit = context.declared.max_steps
    if limit is None:
        raise NotApplicable(
            "no max_steps is declared: write declared = {'max_steps': N} in proof.py"
        )
    if limit > 400:
        raise NotApplicable(f"the limit of {limit} steps is too far away to be tried")
    if all(len(one.actions) >= limit for one in context.solutions):
        raise NotApplicable("the oracle always plays to the limit")
    early = late = 0
    failed: tuple[Rollout, float] | None = None
    for one in context.until_budget(context.solutions, least=3):
        for pick in range(3):
            if len(one.actions) > limit:
                continue
            for wrong in range(max(0, limit - len(one.actions) - 1), limit - len(one.actions) + 1):
                policy = delayed_oracle(context, one.seed, wrong=wrong, pick=pick)
                other = play_policy(context.subject, context.survey, policy, one.seed, limit + 2)
                paid = other.rewards[-1] if other.rewards else 0.0
                solved = other.done and paid >= one.rewards[-1] - abs(context.scale) / 2
                if len(other.rewards) == limit - 1 and solved:
                    early += 1
                elif len(other.rewards) == limit:
                    late += solved
                    if not solved and one.actions[-1] == other.actions[-1]:
                        failed = failed or (other, paid)
                elif other.done and len(other.rewards) < len(one.actions) + wrong and not solved:
                    failed = failed or (other, paid)
    attempts = _second_attempts(context, limit)
    if attempts is not None:
        raise PropertyViolated(
            "the right answer is not paid after a wrong one", attempts.episode("second")
        )
    if failed is not None and early and not late:
        other, paid = failed
        raise PropertyViolated(
            f"the solution in step {len(other.rewards)} of {limit} pays {paid:.4g}; "
            "one step earlier it is paid in full",
            other.episode("late"),
        )


def _second_attempts(context: CheckContext, limit: int) -> Rollout | None:
    """Where one action solves: a case in which it never does as the second action."""
    refused: list[Rollout] = []
    for one in context.solutions:
        if len(one.actions) != 1 or limit < 2:
            return None
        for action in _not_solving(context, one)[:3]:
            played = play_actions(context.subject, context.survey, [action, *one.actions], one.seed)
            if len(played.actions) == 2 and not played.error:
                if played.total > context.floor + 0.1 * abs(context.scale):
                    return None
                refused.append(played)
    return refused[0] if len(refused) >= 4 else None
