"""Reset: what seeds choose between, and what comes without one."""

from __future__ import annotations

from collections.abc import Sequence

from hallmark_rl.conformance.checking.check_context import CheckContext, Messages
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_REACH = 36
"""Up to how many seeds are compared with as many resets without one."""
_CHANCE = 1e-4
"""How likely resets may be all alike by chance before that is held against them."""


@check("reset.seed_varies")
def seed_varies(context: CheckContext) -> None:
    context.require_capability_absent("single_task", "there is one task")
    context.require_capability_absent("unseeded", "the environment takes no seed")
    if not context.survey.accepts.get("seed", True):
        raise NotApplicable("reset() takes no seed")
    different = _different(context, list(range(1, 17)))
    if different <= 2:
        raise PropertyViolated(
            f"sixteen seeds gave {different} different episodes", context.random_episode(1, 4)
        )
    _require_reach(context)


def _require_reach(context: CheckContext) -> None:
    """Where episodes without a seed are many, those with one are not a few of them."""
    kinds: list[list[Messages]] = [[], []]
    actions = context.random_episode(1, 2, "variety").actions
    for number in context.until_budget(range(1, _REACH + 1), least=12):
        for seed, kind in zip((number, None), kinds, strict=True):
            trace = context.play_messages(Episode.of(seed, actions))
            if all(content_difference(other, trace) is not None for other in kind):
                kind.append(trace)
        with_seed, without = map(len, kinds)
        if with_seed > _REACH / 4:
            return
    if without >= 10 and without >= 3 * with_seed:
        seen = f"{number} seeds gave {with_seed} different episodes, as many resets without a seed"
        raise PropertyViolated(f"{seen} {without}", context.random_episode(1, 2))


@check("reset.unseeded_varies")
def unseeded_varies(context: CheckContext) -> None:
    context.require_capability_absent("single_task", "there is one task")
    if _different(context, list(range(1, 9))) < 2:
        raise NotApplicable("episodes do not vary with the seed either: see reset.seed_varies")
    count = _enough(context)
    if _different(context, [None] * count) < 2:
        seen = f"{count} resets without a seed gave {count} equal episodes"
        raise PropertyViolated(seen, context.random_episode(None, 4))


def _enough(context: CheckContext) -> int:
    """How many episodes are not all alike by chance, as seeded ones are alike under these actions.

    Leaves the property out where 64 could be.
    """
    kinds: list[list[Messages]] = []
    for seed in range(1, 25):
        trace = _trace(context, seed)
        for kind in kinds:
            if content_difference(kind[0], trace) is None:
                kind.append(trace)
                break
        else:
            kinds.append([trace])
    shares = [len(kind) / 24 for kind in kinds]
    for count in range(8, 65, 8):
        if sum(share**count for share in shares) < _CHANCE:
            return count
    raise NotApplicable("what is seen of an episode differs too rarely between seeds to tell")


def _different(context: CheckContext, seeds: Sequence[int | None]) -> int:
    """How many different episodes the seeds give, under the same actions or under the oracle's."""
    solved = {repr(one.actions) for one in context.survey.solutions if one.seed in seeds}
    traces: list[Messages] = []
    for seed in seeds:
        trace = _trace(context, seed)
        if all(content_difference(other, trace) is not None for other in traces):
            traces.append(trace)
        if len(traces) > 2:
            break
    return max(len(solved), len(traces))


def _trace(context: CheckContext, seed: int | None) -> Messages:
    walks = [context.random_episode(number, 6, "variety").actions for number in (1, 2)]
    return [
        message for actions in walks for message in context.play_messages(Episode.of(seed, actions))
    ]


@check("reset.seed_range")
def seed_range(context: CheckContext) -> None:
    if not context.survey.accepts.get("seed", True):
        raise NotApplicable("reset() takes no seed")
    for seed in (2**31, 2**32, 2**63 - 1):
        seen = context.new_driver().reset(seed=seed)
        if seen.data is None:
            raise PropertyViolated(f"reset(seed={seed}) raises {seen}", Episode.of(seed, []))
