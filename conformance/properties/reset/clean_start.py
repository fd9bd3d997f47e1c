"""Reset: an episode starts the same way whatever was played before."""

from __future__ import annotations

import inspect
import re

from hallmark_rl.conformance.checking.check_context import CHANGES, CheckContext
from hallmark_rl.conformance.checking.registry import check, each_episode
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode_data import Call, Episode
from hallmark_rl.conformance.core.results import PropertyViolated

_MOST_CHANGING = 6


@check("reset.not_done")
def not_done(context: CheckContext) -> None:
    for seed in context.until_budget([None, 0, *context.seeds]):
        for calls in _openings(context, seed):
            driver = context.new_driver()
            response = [context.call(driver, call) for call in calls][-1]
            if response.done:
                raise PropertyViolated("reset() returned done=True", Episode(tuple(calls)))
            driver.close()


@check("reset.no_reward")
def no_reward(context: CheckContext) -> None:
    for seed in context.until_budget([None, 0, *context.seeds]):
        for calls in _openings(context, seed):
            driver = context.new_driver()
            response = [context.call(driver, call) for call in calls][-1]
            if response.data is not None and response.reward is not None and response.reward != 0:
                raise PropertyViolated(
                    f"reset() returned reward {response.reward!r}", Episode(tuple(calls))
                )
            driver.close()


def _openings(context: CheckContext, seed: int | None) -> list[list[Call]]:
    """Calls that end with a reset: of a new instance, during an episode, after a solution."""
    reset = Call("reset", options={} if seed is None else {"seed": seed})
    openings = [[reset], [reset, *(Call("step", action) for action in context.pool[:2]), reset]]
    for solution in context.survey.solutions[:1]:
        openings.append([*solution.episode("").calls, reset])
    return openings


@each_episode("runtime.episode_isolation", needs_fresh_process=True)
def episode_isolation(context: CheckContext, episode: Episode) -> None:
    """Play other episodes on the same instance first."""
    _require_same_opening(context, episode, _before(context, episode))
    context.require_deterministic()
    expected = context.play_in_fresh_process(episode)
    driver = context.new_in_process_driver()
    before = _before(context, episode)
    for earlier in before:
        context.play(earlier, driver)
    observed = context.play_messages(episode, driver)
    example = Episode((*[c for e in before for c in e.calls], *episode.calls), "used instance")
    context.require_same_messages(
        episode, expected, observed, "on a used instance, compared with a new one", show=example
    )


def _require_same_opening(context: CheckContext, episode: Episode, before: list[Episode]) -> None:
    """For environments with randomness: compare only the first observation.

    Nothing is compared if the first observations of new instances differ from each other.
    """
    if "stochastic" not in context.declared.capabilities and context.survey.deterministic:
        return
    opening = Episode(episode.calls[:1], "opening")
    for _ in range(2):
        new_openings = [context.play_messages(opening) for _ in range(3 if context.slow else 8)]
        if any(content_difference(new_openings[0], other) is not None for other in new_openings):
            return
        driver = context.new_in_process_driver()
        for earlier in before:
            context.play(earlier, driver)
        difference = content_difference(new_openings[0], context.play_messages(opening, driver))
        driver.close()
        if difference is None:
            return
    example = Episode((*[c for e in before for c in e.calls], *opening.calls), "used instance")
    raise PropertyViolated(
        f"first observation on a used instance, compared with a new one: {difference}", example
    )


def _before(context: CheckContext, episode: Episode) -> list[Episode]:
    """Episodes to play first: the same actions on another seed, solutions, random actions."""
    episodes = [Episode.of((episode.seed or 0) + 1, episode.actions, "before")]
    episodes += [
        rollout.episode("before") for rollout in context.survey.solutions[:2] if not rollout.error
    ]
    if context.survey.random_rollouts:
        longest = max(context.survey.random_rollouts, key=lambda rollout: len(rollout.actions))
        episodes.append(Episode.of(longest.seed, longest.actions[:12], "before"))
    if options := _author_options(context):
        episodes.append(Episode.of(episode.seed, episode.actions[:1], "before", **options))
    return episodes


def _author_options(context: CheckContext) -> dict[str, int]:
    """A value for each optional integer parameter of reset() that OpenEnv does not define."""
    driver = context.new_driver()
    if not isinstance(driver, InProcessDriver):
        return {}
    standard = ("seed", "episode_id", "index")
    parameters = inspect.signature(driver.env.reset).parameters.values()
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    named = [p for p in parameters if p.kind in kinds and p.name not in standard]
    highest = max(context.declared.levels, default=2)
    integer = re.compile(r"\bint\b")  # an annotation is a text or a type
    return {
        p.name: highest
        for p in named
        if type(p.default) is int or (p.default is None and integer.search(str(p.annotation)))
    }


@each_episode("reset.mid_episode", needs_fresh_process=True)
def mid_episode(context: CheckContext, episode: Episode) -> None:
    first_half = [*episode.actions[: max(1, len(episode.actions) // 2)]]
    _after_a_cut(context, episode, Episode.of((episode.seed or 0) + 1, first_half, "cut short"))
    if episode.label == CHANGES:  # what one action adds, another one may take away
        changing = context.survey.changing
        backwards = Episode.of(episode.seed, changing[::-1], CHANGES)
        for action in context.until_budget(changing[:_MOST_CHANGING]):
            _after_a_cut(context, backwards, Episode.of(episode.seed, [action], "cut short"))


def _after_a_cut(context: CheckContext, episode: Episode, unfinished: Episode) -> None:
    """Play an episode on an instance whose last one was cut short, and on a new one."""
    _require_same_opening(context, episode, [unfinished])
    context.require_deterministic()
    expected = context.play_in_fresh_process(episode)
    driver = context.new_in_process_driver()
    context.play(unfinished, driver)
    observed = context.play_messages(episode, driver)
    example = Episode((*unfinished.calls, *episode.calls), "reset during an episode")
    context.require_same_messages(
        episode,
        expected,
        observed,
        "after a reset during an episode, compared with a new instance",
        show=example,
    )


@each_episode("reset.history_independent", needs_fresh_process=True)
def history_independent(context: CheckContext, episode: Episode) -> None:
    """Play other instances in the same process first."""
    context.require_deterministic()
    expected = context.play_in_fresh_process(episode)
    before = [*_before(context, episode), episode]
    for earlier in before:
        context.play(earlier)
    observed = context.play_messages(episode)
    calls = [*[c for e in before for c in e.calls], *episode.calls]
    example = Episode(tuple(calls), "after other episodes in the process")
    context.require_same_messages(
        episode,
        expected,
        observed,
        "after other episodes in the process, compared with a new process",
        show=example,
    )
