"""Reset: what seeds choose between, and what comes without one."""

from __future__ import annotations

from collections.abc import Sequence

from hallmark_rl.conformance.checking.context import Lab, Plain
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode import Episode
from hallmark_rl.conformance.core.results import Broken, Excluded

_REACH = 36
"""Up to how many seeds are compared with as many resets without one."""
_CHANCE = 1e-4
"""How likely resets may be all alike by chance before that is held against them."""


@check("reset.seed_varies")
def seed_varies(lab: Lab) -> None:
    lab.require_capability_absent("single_task", "there is one task")
    lab.require_capability_absent("unseeded", "the environment takes no seed")
    if not lab.survey.accepts.get("seed", True):
        raise Excluded("reset() takes no seed")
    different = _different(lab, list(range(1, 17)))
    if different <= 2:
        raise Broken(f"sixteen seeds gave {different} different episodes", lab.walk(1, 4))
    _require_reach(lab)


def _require_reach(lab: Lab) -> None:
    """Where episodes without a seed are many, those with one are not a few of them."""
    kinds: list[list[Plain]] = [[], []]
    actions = lab.walk(1, 2, "variety").actions
    for number in lab.within(range(1, _REACH + 1), least=12):
        for seed, kind in zip((number, None), kinds, strict=True):
            trace = lab.plain(Episode.of(seed, actions))
            if all(content_difference(other, trace) is not None for other in kind):
                kind.append(trace)
        with_seed, without = map(len, kinds)
        if with_seed > _REACH / 4:
            return
    if without >= 10 and without >= 3 * with_seed:
        seen = f"{number} seeds gave {with_seed} different episodes, as many resets without a seed"
        raise Broken(f"{seen} {without}", lab.walk(1, 2))


@check("reset.unseeded_varies")
def unseeded_varies(lab: Lab) -> None:
    lab.require_capability_absent("single_task", "there is one task")
    if _different(lab, list(range(1, 9))) < 2:
        raise Excluded("episodes do not vary with the seed either: see reset.seed_varies")
    count = _enough(lab)
    if _different(lab, [None] * count) < 2:
        seen = f"{count} resets without a seed gave {count} equal episodes"
        raise Broken(seen, lab.walk(None, 4))


def _enough(lab: Lab) -> int:
    """How many episodes are not all alike by chance, as seeded ones are alike under these actions.

    Leaves the property out where 64 could be.
    """
    kinds: list[list[Plain]] = []
    for seed in range(1, 25):
        trace = _trace(lab, seed)
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
    raise Excluded("what is seen of an episode differs too rarely between seeds to tell")


def _different(lab: Lab, seeds: Sequence[int | None]) -> int:
    """How many different episodes the seeds give, under the same actions or under the oracle's."""
    solved = {repr(one.actions) for one in lab.survey.solutions if one.seed in seeds}
    traces: list[Plain] = []
    for seed in seeds:
        trace = _trace(lab, seed)
        if all(content_difference(other, trace) is not None for other in traces):
            traces.append(trace)
        if len(traces) > 2:
            break
    return max(len(solved), len(traces))


def _trace(lab: Lab, seed: int | None) -> Plain:
    walks = [lab.walk(number, 6, "variety").actions for number in (1, 2)]
    return [message for actions in walks for message in lab.plain(Episode.of(seed, actions))]


@check("reset.seed_range")
def seed_range(lab: Lab) -> None:
    if not lab.survey.accepts.get("seed", True):
        raise Excluded("reset() takes no seed")
    for seed in (2**31, 2**32, 2**63 - 1):
        seen = lab.new().reset(seed=seed)
        if seen.data is None:
            raise Broken(f"reset(seed={seed}) raises {seen}", Episode.of(seed, []))
