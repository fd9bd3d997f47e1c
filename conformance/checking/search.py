"""Search for an episode that violates a property, and make it short."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.action_variations import (
    action_variations,
    named_actions,
)
from hallmark_rl.conformance.checking.probes.odd_actions import odd_actions
from hallmark_rl.conformance.core.episode_data import Call, Episode
from hallmark_rl.conformance.core.profiles import PROFILES, Profile
from hallmark_rl.conformance.core.results import (
    BUDGET_USED_UP,
    EvidenceMissing,
    NotApplicable,
    PropertyViolated,
)
from hallmark_rl.conformance.survey.survey_data import BASE_POOL

EpisodeCheck = Callable[[CheckContext, Episode], None]
_MOST_INCOMPLETE, _SEEDS = 80, 3


class EndSearch(BaseException):
    """Ends Hypothesis's search at once: it neither shrinks nor repeats the episode."""


def search_for_violation(
    context: CheckContext,
    check: EpisodeCheck,
    *,
    odd: bool = False,
    long: bool = False,
) -> None:
    """Check a property on stored episodes, the corpus, and episodes that Hypothesis draws.

    Raises the first violation (of drawn episodes the shortest), with its episode shortened; those
    of stored episodes are not shortened here.

    Args:
        context: the context of the check.
        check: raises `PropertyViolated` if an episode violates the property.
        odd: whether odd and incomplete actions are tried as well.
        long: whether episodes are played to their ends as well; not in the profile `quick`.
    """
    for episode in context.stored:
        _check_episode(context, check, episode)
    try:
        for episode in context.until_budget(context.corpus(), least=6):
            _check_episode(context, check, episode)
        if odd:
            for episode in context.until_budget(_incomplete(context), least=24):
                _check_episode(context, check, episode)
            for action in context.until_budget(odd_actions(context)):
                _check_episode(context, check, Episode.of(context.seeds[0], [action], "odd"))
        if long and context.profile.covers("default"):
            for episode in context.until_budget(context.long_episodes(), least=2):
                _check_episode(context, check, episode)
        for profile in PROFILES.values():  # what a shorter profile draws comes first
            if context.profile.covers(profile.name):
                _check_drawn(context, check, profile, odd=odd)
    except PropertyViolated as violation:
        raise shrink(context, check, violation) from None


def _check_episode(context: CheckContext, check: EpisodeCheck, episode: Episode) -> None:
    """Check an episode; a violation without an episode gets this one."""
    try:
        check(context, episode)
    except PropertyViolated as violation:
        raise _with_episode(violation, episode) from None


def episode_strategy(
    context: CheckContext, profile: Profile, *, odd: bool = False
) -> st.SearchStrategy[Episode]:
    """A strategy for episodes of one to ten valid actions.

    It has the seeds and actions of `profile`. `odd` draws actions from the schema as well where the
    author has written `actions()`.
    """
    seeds = st.sampled_from([None, 0, *context.seeds[: profile.seeds]])
    actions = context.source.drawn()
    pool = context.survey.pool if profile.covers("default") else context.survey.pool[:BASE_POOL]
    if pool:
        actions = st.one_of(st.sampled_from(pool), actions)
    if odd and context.source.strategy is not None:
        actions = st.one_of(actions, replace(context.source, strategy=None).drawn())
    return st.builds(
        lambda seed, steps: Episode.of(seed, [*context.survey.opening, *steps], "drawn"),
        seeds.filter(lambda seed: seed is not None),
        st.lists(actions, min_size=1, max_size=10),
    )


def _incomplete(context: CheckContext) -> Iterator[Episode]:
    """Actions with a shown name, without one of their fields, or with another choice."""
    for seed in context.seeds[:_SEEDS]:
        for action in named_actions(context, seed):
            yield Episode.of(seed, [action], "incomplete")
    for action in itertools.islice(action_variations(context), _MOST_INCOMPLETE):
        for seed in context.seeds[:_SEEDS]:
            yield Episode.of(seed, [action], "incomplete")


def _check_drawn(
    context: CheckContext, check: EpisodeCheck, profile: Profile, *, odd: bool
) -> None:
    """Check episodes that Hypothesis draws and shrinks; raise the shortest violation.

    As many are drawn as in `profile`, which may be a shorter one than that of the run.
    """
    if context.slow and context.out_of_time():
        return
    violations: list[PropertyViolated] = []
    unchecked: list[NotApplicable | EvidenceMissing] = []
    ends = time.monotonic() + max(context.seconds_left(), context.profile.budget / 4)

    @seeded(context.seed)
    @settings(
        max_examples=profile.examples,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
        print_blob=False,
    )
    @given(episode_strategy(context, profile, odd=odd))
    def search(episode: Episode) -> None:
        if time.monotonic() > ends:
            context.figures[BUDGET_USED_UP] = True
            raise EndSearch
        try:
            _check_episode(context, check, episode)
        except PropertyViolated as violation:
            violations.append(violation)
            raise
        except (NotApplicable, EvidenceMissing) as reason:
            unchecked.append(reason)  # where state is shared, it need not be raised again
            raise EndSearch from None

    try:
        search()
    except EndSearch:
        pass
    except Exception:
        if not violations:
            raise
    if violations:
        raise min(violations, key=_length)
    if unchecked:
        raise unchecked[0]


def shrink(
    context: CheckContext, check: EpisodeCheck, violation: PropertyViolated, seconds: float = 2.0
) -> PropertyViolated:
    """Shorten a violation: leave out calls as long as the property is still violated.

    First half of the calls at a time, then single ones; never the first call. Ends after `seconds`,
    or after six steps of a slow environment.
    """
    best = violation
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
                candidate = _violation(context, check, Episode(fewer, best.episode.label))
                if candidate is not None and _length(candidate) < _length(best):
                    best, progress = candidate, True
                    break
            if progress:
                break
    return best


def _violation(
    context: CheckContext, check: EpisodeCheck, episode: Episode
) -> PropertyViolated | None:
    """Check an episode; its violation, or None if there is none or the check fails."""
    try:
        check(context, episode)
    except PropertyViolated as violation:
        return _with_episode(violation, episode)
    except Exception:
        return None
    return None


def _with_episode(violation: PropertyViolated, episode: Episode) -> PropertyViolated:
    """The violation; if it has no episode, with this one."""
    return PropertyViolated(violation.observed, violation.episode or episode, violation.details)


def _length(violation: PropertyViolated) -> int:
    """The size of a violation's episode, as the length of its text."""
    if violation.episode is None:
        return 1 << 30
    return sum(10 + len(repr(call.action)) for call in violation.episode.calls)
