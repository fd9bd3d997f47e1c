"""Isolation: defects that show only late in an episode, or after many episodes in one process."""

from __future__ import annotations

from collections.abc import Callable

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.open_driver import Driver
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable
from hallmark_rl.conformance.properties.isolation.concurrent_sessions import require_independent
from hallmark_rl.conformance.survey.survey_data import Rollout

_LONGEST = 200
_EPISODE_S = 0.3
"""Seconds that one long episode may take; slower environments are played for fewer steps."""
_SHORT = 8
"""Steps that other properties play: shorter episodes are compared there."""
_REPETITIONS = 60
_FEWEST_REPETITIONS = 20
_LATER_PROBES = 6


@check("isolation.whole_episodes", needs_fresh_process=True)
def whole_episodes(context: CheckContext) -> None:
    """Alternate long episodes to their ends, and play one after the other on one instance."""
    context.require_deterministic()
    context.new_in_process_driver().close()
    episodes = long_episodes(context)
    if not episodes:
        raise NotApplicable(f"no episode was found with more than {_SHORT} steps")
    context.figures["steps"] = len(episodes[0].actions)
    for episode in context.until_budget(episodes[:3], least=1):
        for shift in (1, 0):
            other = Episode.of((episode.seed or 0) + shift, episodes[-1].actions, "beside")
            require_independent(context, episode, other)
        before = Episode.of((episode.seed or 0) + 1, episodes[0].actions, "before")
        driver = context.new_driver()
        context.play(before, driver)
        observed = context.play_messages(episode, driver)
        driver.close()
        context.require_same_messages(
            episode,
            context.play_in_fresh_process(episode),
            observed,
            "on an instance that played an episode to its end, compared with a new one",
            show=Episode((*before.calls, *episode.calls), "used instance"),
        )


def long_episodes(context: CheckContext) -> list[Episode]:
    """Episodes of more than `_SHORT` steps, the longest first, without steps after the end."""
    length = min(context.declared.max_steps or _LONGEST, _LONGEST)
    length = min(length, int(_EPISODE_S / max(context.survey.step_s, 1e-5)))
    if length <= _SHORT:
        return []
    candidates = [context.random_episode(seed, length, "long") for seed in context.seeds[:3]]
    for rollout in [*context.survey.solutions[:2], *context.survey.null_rollouts[:1]]:
        actions = [*rollout.actions, *[*rollout.actions[-1:]] * (length - len(rollout.actions))]
        candidates.append(Episode.of(rollout.seed, actions[:length], "long"))
    candidates += [
        Episode.of(context.seeds[0], [action] * length, "long") for action in context.pool[:3]
    ]
    played = []
    for episode in candidates:
        steps = len(context.play(episode)) - 1
        if steps > _SHORT:
            played.append(Episode(episode.calls[: steps + 1], episode.label))
    return sorted(played, key=lambda episode: -len(episode.calls))


@check("isolation.many_episodes", needs_fresh_process=True)
def many_episodes(context: CheckContext) -> None:
    """Repeat episodes among many others, on one instance and on new instances."""
    context.require_deterministic()
    context.new_in_process_driver().close()
    probes = _probes(context)
    solved = [*context.survey.solutions, *_fresh_solutions(context)]
    solutions = [item.episode("between") for item in solved if not item.error]
    shared = context.new_driver()
    ways: list[tuple[str, Callable[[], Driver | None]]] = [
        ("on one instance", lambda: shared),
        ("on new instances", lambda: None),
    ]
    for where, driver in ways:
        count = 0
        for number in context.until_budget(range(_REPETITIONS), least=_FEWEST_REPETITIONS):
            between = context.random_episode(number, _SHORT, "between")
            if solutions and number % 2:
                between = solutions[number // 2 % len(solutions)]
            context.play(between, driver())
            probe = probes[number % len(probes)]
            expected = context.play_in_fresh_process(probe)
            observed = context.play_messages(probe, driver())
            count += 1
            if content_difference(expected, observed) is not None:
                what = f"episode {2 * count} {where}, compared with a new process"
                context.require_same_messages(probe, expected, observed, what)
        context.figures[where.replace(" ", "_")] = 2 * count
    shared.close()


def _probes(context: CheckContext) -> list[Episode]:
    """A solution with some random actions, random actions on two other seeds, other solutions.

    What is kept for all episodes under a name that several tasks share (a question, a row) shows
    only if one of them is solved after another.
    """
    solved = [rollout for rollout in context.survey.solutions if not rollout.error]
    first = solved[0].actions if solved else []
    actions = [*first, *context.random_episode(0, 6, "probe").actions]
    others = [context.random_episode(seed, _SHORT, "probe") for seed in context.seeds[1:3]]
    later = [rollout.episode("repeated") for rollout in solved[1 : 1 + _LATER_PROBES]]
    return [Episode.of(context.seeds[0], actions, "repeated"), *others, *later[::-1]]


def _fresh_solutions(context: CheckContext) -> list[Rollout]:
    """Solutions of further seeds; none without the author's oracle."""
    try:
        return more_solutions(context, _REPETITIONS // 2)
    except EvidenceMissing:
        return []
