"""Reward columns: what is reported adds up, varies, and arrives in time."""

from __future__ import annotations

import itertools
import math
import statistics
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_of, play_past_end
from hallmark_rl.conformance.checking.probes.near_misses import single_edits
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.rollouts import play_policy

_MOVES = 12
"""In how many steps two columns must leave their usual values before they are called alike."""


def columns_of(data: dict[str, Any]) -> dict[str, float]:
    """The reported parts of a reward, under the names that authors use."""
    metadata = data.get("metadata")
    places = [data, metadata if isinstance(metadata, dict) else {}]
    for place in places:
        for name in ("columns", "components", "reward_components", "reward_breakdown", "rewards"):
            found = place.get(name)
            if isinstance(found, dict) and found:
                numbers = {
                    key: float(value)
                    for key, value in found.items()
                    if isinstance(value, int | float) and key not in ("total", "reward", "sum")
                }
                if len(numbers) == len([k for k in found if k not in ("total", "reward", "sum")]):
                    return _without_flags(numbers, found, data.get("reward"))
    return {}


def _without_flags(
    numbers: dict[str, float], found: dict[str, Any], reward: Any
) -> dict[str, float]:
    """Without what is True or False, if the others come to the reward: those say what happened."""
    kept = {key: value for key, value in numbers.items() if not isinstance(found[key], bool)}
    paid = isinstance(reward, int | float) and math.isclose(
        sum(kept.values()), reward, abs_tol=1e-6
    )
    return kept if kept and paid else numbers


def _column_rows(context: CheckContext) -> list[tuple[dict[str, float], float, Episode]]:
    plays = [one.episode("solution") for one in context.survey.solutions if not one.error]
    plays += [one.episode("nothing") for one in context.survey.null_rollouts[:3]]
    plays += [
        Episode.of(seed, context.random_episode(seed, 6).actions, "walk")
        for seed in context.seeds[:4]
    ]
    each = context.pool[: 4 if context.slow else None]  # a walk may end at its first action
    plays += [Episode.of(context.seeds[0], [action], "one action") for action in each]
    for one, other in itertools.pairwise(context.survey.solutions[:4]):
        plays.append(Episode.of(one.seed, other.actions, "another seed's solution"))
    rows = _rows(context, plays)
    if not rows:
        raise NotApplicable("observations report no reward columns")
    return rows


def _rows(
    context: CheckContext, plays: list[Episode]
) -> list[tuple[dict[str, float], float, Episode]]:
    """The columns and the pay of every step of some episodes."""
    rows = []
    for episode in plays:
        for number, seen in enumerate(context.play(episode)):
            columns = columns_of(seen.data or {})
            if number and columns:
                rows.append(
                    (
                        columns,
                        seen.numeric_reward,
                        Episode(episode.calls[: number + 1], episode.label),
                    )
                )
    return rows


@check("runtime.reward_attribution")
def attribution(context: CheckContext) -> None:
    rows = _column_rows(context)
    driver = context.new_driver()
    declared = (
        getattr(getattr(driver.env, "reward", None), "combine", None)
        if isinstance(driver, InProcessDriver)
        else None
    )
    for columns, paid, episode in rows:
        expected = float(declared(columns)) if callable(declared) else sum(columns.values())
        if abs(expected - paid) > 1e-6 * max(1.0, abs(paid)):
            if not callable(declared) and _linear(rows):
                return
            raise PropertyViolated(
                f"columns {columns} come to {expected:.6g}, the reward is {paid}", episode
            )


def _linear(rows: list[tuple[dict[str, float], float, Episode]]) -> bool:
    """Whether one set of weights explains every row (and there are more rows than weights)."""
    names = sorted({name for columns, _, _ in rows for name in columns})
    if any(set(columns) != set(names) for columns, _, _ in rows):
        return False
    distinct = {(tuple(columns[name] for name in names), paid) for columns, paid, _ in rows}
    if len(distinct) <= len(names):
        return False
    import numpy

    matrix = numpy.array([values for values, _ in distinct])
    target = numpy.array([paid for _, paid in distinct])
    weights, *_ = numpy.linalg.lstsq(matrix, target, rcond=None)
    fits = numpy.abs(matrix @ weights - target).max() < 1e-6
    # A part that is not paid, or a total that is scaled, is not a combination of its own.
    return bool(fits and (weights > 1e-6).all() and weights.max() - weights.min() > 1e-6)


@check("reward.columns_vary")
def columns_vary(context: CheckContext) -> None:
    _ = context.solutions
    rows = _column_rows(context)
    values: dict[str, set[float]] = {}

    def constant() -> list[str]:
        for columns, _, _ in rows:
            for name, value in columns.items():
                values.setdefault(name, set()).add(round(value, 9))
        return [name for name, seen in values.items() if len(seen) == 1]

    for episode in _rarer(context):
        if not constant():
            return
        if context.seconds_left() < -3:
            break
        rows += _rows(context, [episode])
    if (names := constant()) and len(rows) > 5:
        listed = ", ".join(f"{name!r} is {next(iter(values[name]))}" for name in names)
        raise PropertyViolated(f"in all of {len(rows)} steps {listed}")


def _rarer(context: CheckContext) -> Iterator[Episode]:
    """Other ways to play that the author names: setups of reset(), illegal moves, exploits."""
    limit = min(context.declared.max_steps or 20, 20)
    for setup in context.declared.setups:
        for seed in context.seeds[:2]:
            one = play_policy(
                context.subject, context.survey, oracle_of(context), seed, limit, **setup
            )
            for actions in (
                one.actions,
                context.random_episode(seed, limit).actions,
                context.pool[:limit],
            ):
                yield Episode.of(seed, actions, "another setup", **setup)
    for action in context.survey.invalid:
        yield Episode.of(context.seeds[0], [action], "illegal")
    maker = getattr(context.subject.proof, "exploits", None)
    exploits = list(maker()) if callable(maker) else []
    context.rng("exploits").shuffle(exploits)
    for name, policy in exploits:
        one = play_policy(context.subject, context.survey, policy, context.seeds[0], limit)
        yield one.episode(str(name))


@check("reward.columns_distinct")
def columns_distinct(context: CheckContext) -> None:
    """Two columns that move together in the first episodes are looked at in many others."""
    _ = context.solutions
    rows = _column_rows(context)
    for episode in context.until_budget(
        itertools.chain(_variants(context), _rarer(context)), least=30
    ):
        if not _together(rows):
            return
        rows += _rows(context, [episode])
    for one, other, moves in _together(rows):
        if moves >= _MOVES:
            raise PropertyViolated(f"columns {one!r} and {other!r} move together, {moves} times")


def _variants(context: CheckContext) -> Iterator[Episode]:
    """Solutions after other moves, as far as half their way, and with a single edit."""
    for number, one in enumerate(context.solutions):
        before = context.pool[number % len(context.pool) :][: 1 + number % 3]
        yield Episode.of(one.seed, [*before, *one.actions], "late solution")
        yield Episode.of(one.seed, one.actions[: len(one.actions) // 2], "half a solution")
        for _, edited in single_edits(context, one):
            yield Episode.of(one.seed, [*one.actions[:-1], edited], "near miss")


def _together(
    rows: list[tuple[dict[str, float], float, Episode]],
) -> list[tuple[str, str, int]]:
    """The pairs of columns that are in proportion, and in how many steps off their usual values."""
    names = sorted({name for columns, _, _ in rows for name in columns})
    found = []
    for one, other in itertools.combinations(names, 2):
        pairs = [(c[one], c[other]) for c, _, _ in rows if one in c and other in c]
        usual = Counter(pairs).most_common(1)[0][1] if pairs else 0
        if _in_proportion(pairs):
            found.append((one, other, len(pairs) - usual))
    return found


def _in_proportion(pairs: list[tuple[float, float]]) -> bool:
    """Whether one number follows the other: where either is nothing, so are both."""
    left, right = [a for a, _ in pairs], [b for _, b in pairs]
    if len(set(left)) < 2 or len(set(right)) < 2:
        return False
    alike = statistics.correlation(left, right) > 0.98
    return alike and all((a == 0) == (b == 0) for a, b in pairs)


@check("reward.immediate")
def immediate(context: CheckContext) -> None:
    """With a sparse reward, what solving adds arrives with the solving step."""
    late = []
    for one in context.solutions:
        if not one.done or "continuing" in context.declared.capabilities:
            raise NotApplicable("the oracle's episodes do not end with its solution")
        trace = play_past_end(
            context, one.seed, one.actions, more=one.actions[-1:] + context.pool[:1]
        )
        after = max((seen.numeric_reward for seen in trace[len(one.actions) + 1 :]), default=0.0)
        if one.rewards[-1] <= 0 < after:
            late.append((one, after))
    if late:
        one, after = late[0]
        raise PropertyViolated(
            f"the solving step pays {one.rewards[-1]:.4g}, the step after it {after:.4g}",
            one.episode("solution"),
        )
