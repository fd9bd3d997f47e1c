"""Look for an episode that breaks a property, and make it as short as it gets."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

from hallmark_rl.conformance.checking.context import Lab
from hallmark_rl.conformance.core.episode import Call, Episode
from hallmark_rl.conformance.core.results import Broken, Excluded

EpisodeCheck = Callable[[Lab, Episode], None]


class _Enough(BaseException):
    """The time for this property is used up."""


def explore(lab: Lab, check: EpisodeCheck, stored: list[Episode], *, odd: bool = False) -> None:
    """Raise `Broken` with the shortest failing episode found: stored ones, corpus, then drawn."""
    for episode in stored:
        _try(lab, check, episode)
    try:
        for episode in lab.within(lab.corpus(), least=6):
            _try(lab, check, episode)
        if odd:
            from hallmark_rl.conformance.properties.robustness import odd_actions

            for action in lab.within(odd_actions(lab)):
                _try(lab, check, Episode.of(lab.seeds[0], [action], "odd"))
        _draw(lab, check, odd=odd)
    except Broken as broken:
        raise shortened(lab, check, broken) from None


def _try(lab: Lab, check: EpisodeCheck, episode: Episode) -> None:
    try:
        check(lab, episode)
    except Broken as broken:
        raise Broken(broken.observed, broken.episode or episode) from None


def episodes(lab: Lab, *, odd: bool = False) -> st.SearchStrategy[Episode]:
    """Episodes of valid actions; `odd` draws from the schema beside the author's `actions()`."""
    seeds = st.sampled_from([None, 0, *lab.seeds])
    actions = lab.source.drawn()
    if lab.survey.pool:
        actions = st.one_of(st.sampled_from(lab.survey.pool), actions)
    if odd and lab.source.strategy is not None:
        actions = st.one_of(actions, replace(lab.source, strategy=None).drawn())
    return st.builds(
        lambda seed, steps: Episode.of(seed, steps, "drawn"),
        seeds.filter(lambda seed: seed is not None),
        st.lists(actions, min_size=1, max_size=10),
    )


def _draw(lab: Lab, check: EpisodeCheck, *, odd: bool) -> None:
    if lab.slow and lab.left() <= 0:
        return
    shortest: list[Broken] = []
    ends = time.monotonic() + max(lab.left(), lab.profile.budget / 4)

    @seeded(lab.seed)
    @settings(
        max_examples=lab.profile.examples,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
        print_blob=False,
    )
    @given(episodes(lab, odd=odd))
    def search(episode: Episode) -> None:
        if time.monotonic() > ends:
            raise _Enough
        try:
            _try(lab, check, episode)
        except Broken as broken:
            shortest.append(broken)
            raise

    try:
        search()
    except _Enough:
        pass
    except Excluded:
        raise
    except Exception:
        if not shortest:
            raise
    if shortest:
        raise min(shortest, key=_length)


def shortened(lab: Lab, check: EpisodeCheck, broken: Broken, seconds: float = 2.0) -> Broken:
    """The same breach by fewer calls: leave out one call after another while it still breaks."""
    best = broken
    ends = time.monotonic() + max(seconds, 6 * lab.survey.step_s)
    progress = True
    while progress and best.episode is not None and time.monotonic() < ends:
        progress = False
        calls = best.episode.calls
        for size in (max(1, len(calls) // 2), 1):
            for start in range(len(calls) - size, 0, -1):
                if time.monotonic() > ends:
                    break
                fewer: tuple[Call, ...] = calls[:start] + calls[start + size :]
                candidate = _breach(lab, check, Episode(fewer, best.episode.label))
                if candidate is not None and _length(candidate) < _length(best):
                    best, progress = candidate, True
                    break
            if progress:
                break
    return best


def _breach(lab: Lab, check: EpisodeCheck, episode: Episode) -> Broken | None:
    try:
        check(lab, episode)
    except Broken as broken:
        return Broken(broken.observed, broken.episode or episode)
    except Exception:
        return None
    return None


def _length(broken: Broken) -> int:
    if broken.episode is None:
        return 1 << 30
    return sum(10 + len(repr(call.action)) for call in broken.episode.calls)
