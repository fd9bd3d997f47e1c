"""Reward columns: they add up to the reward, vary, and differ from each other."""

from __future__ import annotations

import itertools
import math
import statistics
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext, Trace
from hallmark_rl.conformance.checking.policies import oracle_rollout, play_past_end
from hallmark_rl.conformance.checking.probes.near_misses import single_edits
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import (
    EvidenceMissing,
    NotApplicable,
    PropertyViolated,
)
from hallmark_rl.conformance.survey.rollouts import play_policy

_CHANGES_NEEDED = 12
"""Two proportional columns count as one measure if so many steps differ from the usual values."""

_MORE_SECONDS = 3.0
"""Seconds beyond the budget for which rare episodes are played to see a column change."""

_FEWEST_REWARDS = 3
"""Different rewards that a column must equal to be the total of the others."""

Step = tuple[dict[str, float], float, Episode]
"""Columns and reward of a step, and the episode up to it."""


def columns_of(data: dict[str, Any]) -> dict[str, float]:
    """The reward columns of a message, from the fields in which authors report them; or empty."""
    metadata = data.get("metadata")
    places = [data, metadata if isinstance(metadata, dict) else {}]
    for place in places:
        for name in ("columns", "components", "reward_components", "reward_breakdown", "rewards"):
            parts = place.get(name)
            if isinstance(parts, dict) and parts:
                numbers = {
                    key: float(value)
                    for key, value in parts.items()
                    if isinstance(value, int | float) and key not in ("total", "reward", "sum")
                }
                if len(numbers) == len(
                    [key for key in parts if key not in ("total", "reward", "sum")]
                ):
                    return _without_flags(numbers, parts, data.get("reward"))
    return {}


def _without_flags(
    numbers: dict[str, float], parts: dict[str, Any], reward: Any
) -> dict[str, float]:
    """The columns without flags (bools), if those without flags add up to the reward."""
    without_flags = {
        key: value for key, value in numbers.items() if not isinstance(parts[key], bool)
    }
    adds_up = isinstance(reward, int | float) and math.isclose(
        sum(without_flags.values()), reward, abs_tol=1e-6
    )
    return without_flags if without_flags and adds_up else numbers


def _reported_steps(context: CheckContext) -> list[Step]:
    """Steps of solved, idle and random episodes; `NotApplicable` if none reports columns."""
    episodes = [
        rollout.episode("solution") for rollout in context.survey.solutions if not rollout.error
    ]
    episodes += [rollout.episode("nothing") for rollout in context.survey.null_rollouts[:3]]
    episodes += [
        Episode.of(seed, context.random_episode(seed, 6).actions, "walk")
        for seed in context.seeds[:4]
    ]
    episodes += [
        Episode.of(context.seeds[0], [action], "one action") for action in _single_actions(context)
    ]
    for rollout, other in itertools.pairwise(context.survey.solutions[:4]):
        episodes.append(Episode.of(rollout.seed, other.actions, "another seed's solution"))
    steps = _steps_with_columns(context, episodes)
    if not steps:
        raise NotApplicable("the observations report no reward columns")
    return steps


def _single_actions(context: CheckContext) -> list[Action]:
    """Actions to be played alone: a random episode may end at its first action."""
    return context.pool[: 4 if context.slow else None]


def _steps_with_columns(context: CheckContext, episodes: list[Episode]) -> list[Step]:
    """The columns and the reward of every step of the episodes that reports columns."""
    return [step for episode in episodes for step in _steps_of(episode, context.play(episode))]


def _steps_of(episode: Episode, trace: Trace) -> list[Step]:
    """The columns and the reward of every step that reports columns."""
    return [
        (columns, response.numeric_reward, Episode(episode.calls[: number + 1], episode.label))
        for number, response in enumerate(trace)
        if number and (columns := columns_of(response.data or {}))
    ]


@check("runtime.reward_attribution")
def attribution(context: CheckContext) -> None:
    steps = _reported_steps(context)
    driver = context.new_driver()
    declared = (
        getattr(getattr(driver.env, "reward", None), "combine", None)
        if isinstance(driver, InProcessDriver)
        else None
    )
    if not callable(declared) and (total := _total_column(steps)):
        rest = [({k: v for k, v in c.items() if k != total}, r, e) for c, r, e in steps]
        if not _is_weighted_sum(rest, equal=True):
            raise EvidenceMissing(
                f"{total!r} is the reward itself, and how the other columns combine to it is "
                "declared nowhere"
            )
        return
    for columns, reward, episode in steps:
        expected = float(declared(columns)) if callable(declared) else sum(columns.values())
        if abs(expected - reward) > 1e-6 * max(1.0, abs(reward)):
            if not callable(declared) and _is_weighted_sum(steps):
                return
            if context.subject.url is not None:
                raise EvidenceMissing(
                    f"columns {columns} do not add up to the reward {reward}: whether their "
                    "weights explain it is known in process only"
                )
            raise PropertyViolated(
                f"columns {columns} combine to {expected:.6g}, but the reward is {reward}", episode
            )


def _total_column(steps: list[Step]) -> str:
    """The column beside others that is the reward of every step, or empty."""
    if len({reward for _, reward, _ in steps}) < _FEWEST_REWARDS:
        return ""
    for name in steps[0][0] if len(steps[0][0]) > 1 else ():
        if all(math.isclose(c.get(name, math.nan), r, abs_tol=1e-9) for c, r, _ in steps):
            return name
    return ""


def _is_weighted_sum(steps: list[Step], *, equal: bool = False) -> bool:
    """Whether one set of positive weights explains every step.

    False if there are not more distinct steps than weights, or, unless `equal`, if all weights are
    equal.
    """
    names = sorted({name for columns, _, _ in steps for name in columns})
    if any(set(columns) != set(names) for columns, _, _ in steps):
        return False
    distinct = {(tuple(columns[name] for name in names), reward) for columns, reward, _ in steps}
    if len(distinct) <= len(names):
        return False
    import numpy

    matrix = numpy.array([values for values, _ in distinct])
    target = numpy.array([reward for _, reward in distinct])
    weights, *_ = numpy.linalg.lstsq(matrix, target, rcond=None)
    fits = numpy.abs(matrix @ weights - target).max() < 1e-6
    # A zero weight is a column that is not paid; equal weights are a scaled total.
    differ = weights.max() - weights.min() > 1e-6
    return bool(fits and (weights > 1e-6).all() and (differ or equal))


@check("reward.columns_vary")
def columns_vary(context: CheckContext) -> None:
    _ = context.solutions
    steps = _reported_steps(context)
    values: dict[str, set[float]] = {}

    def constant() -> list[str]:
        for columns, _, _ in steps:
            for name, value in columns.items():
                values.setdefault(name, set()).add(round(value, 9))
        return [name for name, distinct in values.items() if len(distinct) == 1]

    cut_short = False
    for more in _in_turn(_first_actions_of_setups(context), _rare_steps(context)):
        if not constant():
            return
        if cut_short := context.out_of_time(_MORE_SECONDS):
            break
        steps += more
    if (names := constant()) and len(steps) > 5:
        listed = ", ".join(f"{name!r} is {next(iter(values[name]))}" for name in names)
        text = f"in all {len(steps)} steps, {listed}"
        if cut_short:
            raise EvidenceMissing(f"{text}; there was no time to play every mode and exploit")
        raise PropertyViolated(text)


def _first_actions_of_setups(context: CheckContext) -> Iterator[list[Step]]:
    """Each action alone in each declared setup of reset()."""
    for setup in context.declared.setups:
        for action in _single_actions(context):
            example = Episode.of(context.seeds[0], [action], "one action in a setup", **setup)
            yield _steps_with_columns(context, [example])


def _rare_steps(context: CheckContext) -> Iterator[list[Step]]:
    """Steps from the author's evidence: setups of reset(), invalid actions, exploits, in turn."""
    return _in_turn(_plays_of_setups(context), _invalid_steps(context), _exploit_steps(context))


def _in_turn(*kinds: Iterator[list[Step]]) -> Iterator[list[Step]]:
    turns = itertools.zip_longest(*kinds)
    return (steps for turn in turns for steps in turn if steps is not None)


def _plays_of_setups(context: CheckContext) -> Iterator[list[Step]]:
    """Solved, random and other episodes in each declared setup of reset()."""
    limit = _step_limit(context)
    for setup in context.declared.setups:
        for seed in context.seeds[:2]:
            rollout = oracle_rollout(context, seed, limit, **setup)
            for actions in (
                rollout.actions,
                context.random_episode(seed, limit).actions,
                context.pool[:limit],
            ):
                example = Episode.of(seed, actions, "another setup", **setup)
                yield _steps_with_columns(context, [example])


def _invalid_steps(context: CheckContext) -> Iterator[list[Step]]:
    """Each of the author's invalid actions alone."""
    for action in context.survey.invalid:
        illegal = Episode.of(context.seeds[0], [action], "illegal")
        yield _steps_with_columns(context, [illegal])


def _exploit_steps(context: CheckContext) -> Iterator[list[Step]]:
    """The author's exploits, in random order."""
    maker = getattr(context.subject.proof, "exploits", None)
    exploits = list(maker()) if callable(maker) else []
    context.rng("exploits").shuffle(exploits)
    for name, policy in exploits:
        trace: Trace = []
        rollout = play_policy(
            context.subject, context.survey, policy, context.seeds[0], _step_limit(context), trace
        )
        yield _steps_of(rollout.episode(str(name)), trace)


def _step_limit(context: CheckContext) -> int:
    return min(context.declared.max_steps or 20, 20)


@check("reward.columns_distinct")
def columns_distinct(context: CheckContext) -> None:
    """Pairs of columns that are proportional in the first episodes are compared in many more."""
    _ = context.solutions
    steps = _reported_steps(context)
    variants = (_steps_with_columns(context, [episode]) for episode in _solution_variants(context))
    for more in context.until_budget(itertools.chain(variants, _rare_steps(context)), least=30):
        if not _proportional_pairs(steps):
            return
        steps += more
    for left, right, changes in _proportional_pairs(steps):
        if changes >= _CHANGES_NEEDED:
            raise PropertyViolated(
                f"columns {left!r} and {right!r} are proportional in {changes} changes"
            )


def _solution_variants(context: CheckContext) -> Iterator[Episode]:
    """Each solution after other moves, its first half, and the solution with one edit."""
    for number, solution in enumerate(context.solutions):
        before = context.pool[number % len(context.pool) :][: 1 + number % 3]
        yield Episode.of(solution.seed, [*before, *solution.actions], "late solution")
        yield Episode.of(
            solution.seed, solution.actions[: len(solution.actions) // 2], "half a solution"
        )
        for _, edited in single_edits(context, solution):
            yield Episode.of(solution.seed, [*solution.actions[:-1], edited], "near miss")


def _proportional_pairs(
    steps: list[Step],
) -> list[tuple[str, str, int]]:
    """Pairs of proportional columns, with the number of steps off their most common values."""
    names = sorted({name for columns, _, _ in steps for name in columns})
    proportional = []
    for left, right in itertools.combinations(names, 2):
        pairs = [
            (columns[left], columns[right])
            for columns, _, _ in steps
            if left in columns and right in columns
        ]
        most_common = Counter(pairs).most_common(1)[0][1] if pairs else 0
        if _in_proportion(pairs):
            proportional.append((left, right, len(pairs) - most_common))
    return proportional


def _in_proportion(pairs: list[tuple[float, float]]) -> bool:
    """Whether two columns correlate above 0.98 and are zero in the same steps."""
    left, right = [a for a, _ in pairs], [b for _, b in pairs]
    if len(set(left)) < 2 or len(set(right)) < 2:
        return False
    alike = statistics.correlation(left, right) > 0.98
    return alike and all((a == 0) == (b == 0) for a, b in pairs)


@check("reward.immediate")
def immediate(context: CheckContext) -> None:
    """Step on after each solution and look for a reward that comes late."""
    late = []
    for solution in context.solutions:
        if not solution.done or "continuing" in context.declared.capabilities:
            raise NotApplicable("the oracle's episodes do not end with the solving step")
        trace = play_past_end(
            context, solution.seed, solution.actions, more=solution.actions[-1:] + context.pool[:1]
        )
        after = max(
            (response.numeric_reward for response in trace[len(solution.actions) + 1 :]),
            default=0.0,
        )
        if solution.rewards[-1] <= 0 < after:
            late.append((solution, after))
    if late:
        solution, after = late[0]
        raise PropertyViolated(
            f"the solving step pays {solution.rewards[-1]:.4g}, the step after it pays {after:.4g}",
            solution.episode("solution"),
        )
