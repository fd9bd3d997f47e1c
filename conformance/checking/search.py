"""Look for an episode that breaks a property, and make it as short as it gets."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.odd_actions import odd_actions
from hallmark_rl.conformance.core.episode_data import Call, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

EpisodeCheck = Callable[[CheckContext, Episode], None]


class _Enough(BaseException):
    """The time for this property is used up."""


def search_for_violation(
    context: CheckContext, check: EpisodeCheck, stored: list[Episode], *, odd: bool = False
) -> None:
    """Raise `Broken` with the shortest failing episode found: stored ones, corpus, then drawn."""
    for episode in stored:
        _try(context, check, episode)
    try:
        for episode in context.until_budget(context.corpus(), least=6):
            _try(context, check, episode)
        if odd:
            for action in context.until_budget(odd_actions(context)):
                _try(context, check, Episode.of(context.seeds[0], [action], "odd"))
        _draw(context, check, odd=odd)
    except PropertyViolated as broken:
        raise shrink(context, check, broken) from None


def _try(context: CheckContext, check: EpisodeCheck, episode: Episode) -> None:
    try:
        check(context, episode)
    except PropertyViolated as broken:
        raise PropertyViolated(broken.observed, broken.episode or episode) from None


def episode_strategy(context: CheckContext, *, odd: bool = False) -> st.SearchStrategy[Episode]:
    """Episodes of valid actions; `odd` draws from the schema beside the author's `actions()`."""
    seeds = st.sampled_from([None, 0, *context.seeds])
    actions = context.source.drawn()
    if context.survey.pool:
        actions = st.one_of(st.sampled_from(context.survey.pool), actions)
    if odd and context.source.strategy is not None:
        actions = st.one_of(actions, replace(context.source, strategy=None).drawn())
    return st.builds(
        lambda seed, steps: Episode.of(seed, steps, "drawn"),
        seeds.filter(lambda seed: seed is not None),
        st.lists(actions, min_size=1, max_size=10),
    )


def _draw(context: CheckContext, check: EpisodeCheck, *, odd: bool) -> None:
    if context.slow and context.seconds_left() <= 0:
        return
    shortest: list[PropertyViolated] = []
    ends = time.monotonic() + max(context.seconds_left(), context.profile.budget / 4)

    @seeded(context.seed)
    @settings(
        max_examples=context.profile.examples,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
        print_blob=False,
    )
    @given(episode_strategy(context, odd=odd))
    def search(episode: Episode) -> None:
        if time.monotonic() > ends:
            raise _Enough
        try:
            _try(context, check, episode)
        except PropertyViolated as broken:
            shortest.append(broken)
            raise

    try:
        search()
    except _Enough:
        pass
    except NotApplicable:
        raise
    except Exception:
        if not shortest:
            raise
    if shortest:
        raise min(shortest, key=_length)


def shrink(
    context: CheckContext, check: EpisodeCheck, broken: PropertyViolated, seconds: float = 2.0
) -> PropertyViolated:
    """The same breach by fewer calls: leave out one call after another while it still breaks."""
    best = broken
    ends = time.monotonic() + max(seconds, 6 * context.survey.step_s)
    progress = True
    while progress and best.episode is not None and time.monotonic() < ends:
        progress = False
        calls = best.episode.calls
        for size in (max(1, len(calls) // 2), 1):
            for start in range(len(calls) - size, 0, -1):
                if time.monotonic() > ends:
                    break
                fewer: tuple[Call, ...] = calls[:start] + calls[start + size :]
                candidate = _breach(context, check, Episode(fewer, best.episode.label))
                if candidate is not None and _length(candidate) < _length(best):
                    best, progress = candidate, True
                    break
            if progress:
                break
    return best


def _breach(
    context: CheckContext, check: EpisodeCheck, episode: Episode
) -> PropertyViolated | None:
    try:
        check(context, episode)
    except PropertyViolated as broken:
        return PropertyViolated(broken.observed, broken.episode or episode)
    except Exception:
        return None
    return None


def _length(broken: PropertyViolated) -> int:
    if broken.episode is None:
        return 1 << 30
    return sum(10 + len(repr(call.action)) for call in broken.episode.calls)
