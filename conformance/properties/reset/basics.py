"""Reset: seeds, ids, and a clean beginning whatever went before."""

from __future__ import annotations

import inspect
import itertools
import re

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check, each_episode
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode_data import Call, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated


def _require_accepted(context: CheckContext, name: str, value: object) -> None:
    episode = Episode((Call("reset", options={name: value}),))
    if not context.survey.accepts.get(name, True):
        raise PropertyViolated(f"reset() has no parameter {name!r} and no **kwargs", episode)
    seen = context.new_driver().reset(**{name: value})
    if seen.data is None:
        raise PropertyViolated(f"reset({name}={value!r}) raises {seen}", episode)


@check("reset.accepts_seed")
def accepts_seed(context: CheckContext) -> None:
    _require_accepted(context, "seed", 7)


@check("reset.accepts_episode_id")
def accepts_episode_id(context: CheckContext) -> None:
    _require_accepted(context, "episode_id", "hallmark-1")


@check("reset.accepts_options")
def accepts_options(context: CheckContext) -> None:
    driver = context.new_in_process_driver()
    if not context.survey.accepts.get("options", True):
        raise PropertyViolated("reset() has no **kwargs, so an option that it does not know raises")
    seen = driver.reset(hallmark_unknown_option="x")
    if seen.data is None:
        episode = Episode.of(None, [], hallmark_unknown_option="x")
        raise PropertyViolated(f"an option that it does not know raises {seen}", episode)


@check("reset.not_done")
def not_done(context: CheckContext) -> None:
    for seed in context.until_budget([None, 0, *context.seeds]):
        for calls in _openings(context, seed):
            driver = context.new_driver()
            seen = [context.call(driver, call) for call in calls][-1]
            if seen.done:
                raise PropertyViolated("reset() returned done=True", Episode(tuple(calls)))
            driver.close()


@check("reset.no_reward")
def no_reward(context: CheckContext) -> None:
    for seed in context.until_budget([None, 0, *context.seeds]):
        for calls in _openings(context, seed):
            driver = context.new_driver()
            seen = [context.call(driver, call) for call in calls][-1]
            if seen.data is not None and seen.reward is not None and seen.reward != 0:
                raise PropertyViolated(
                    f"reset() returned reward {seen.reward!r}", Episode(tuple(calls))
                )
            driver.close()


def _openings(context: CheckContext, seed: int | None) -> list[list[Call]]:
    """Resets of a new instance, of one in mid-episode, and of one whose episode was solved."""
    reset = Call("reset", options={} if seed is None else {"seed": seed})
    found = [[reset], [reset, *(Call("step", action) for action in context.pool[:2]), reset]]
    for one in context.survey.solutions[:1]:
        found.append([*one.episode("").calls, reset])
    return found


@check("runtime.seed_control", clean=True)
def seed_control(context: CheckContext) -> None:
    _require_seed(context)
    for seed in context.until_budget(context.seeds, least=3):
        _require_repeatable(context, seed)


@check("reset.seed_zero", clean=True)
def seed_zero(context: CheckContext) -> None:
    _require_seed(context)
    for _ in range(8):  # a walk tells two unlike openings apart more often than not
        _require_repeatable(context, 0)


def _require_seed(context: CheckContext) -> None:
    context.require_capability_absent("stochastic", "seeds need not fix everything")
    context.require_capability_absent("unseeded", "the environment takes no seed")
    if not context.survey.accepts.get("seed", True):
        raise PropertyViolated(
            "reset() takes no seed, so no episode can be repeated", Episode.of(1, [])
        )


def _require_repeatable(context: CheckContext, seed: int) -> None:
    """The opening and a short walk are the same in two processes with different global chance."""
    episode = context.random_episode(seed, 5)
    if context.subject.url is not None:
        traces = [context.play_messages(episode), context.play_messages(episode)]
    else:
        traces = [context.play_in_fresh_process(episode), context.play_messages(episode)]
    found = content_difference(*traces)
    if found is not None:
        opening = content_difference(traces[0][:1], traces[1][:1])
        shown = Episode.of(seed, [], "opening") if opening is not None else episode
        raise PropertyViolated(f"seed {seed} twice: {opening or found}", shown)


@check("reset.episode_id_echo")
def episode_id_echo(context: CheckContext) -> None:
    if not context.survey.accepts.get("episode_id", True):
        raise NotApplicable("reset() takes no episode_id: see reset.accepts_episode_id")
    driver = context.new_driver()
    for wanted in ("hallmark-a", "hallmark-b"):
        driver.reset(episode_id=wanted)
        found = _episode_id(driver.state())
        if found != wanted:
            episode = Episode.of(None, [], episode_id=wanted)
            raise PropertyViolated(
                f"asked for episode {wanted!r}, the state says {found!r}", episode
            )


@check("reset.episode_id_unique")
def episode_id_unique(context: CheckContext) -> None:
    seen: list[object] = []
    for _ in range(2):
        driver = context.new_driver()
        for _ in range(3):
            driver.reset()
            seen.append(_episode_id(driver.state()))
        driver.close()
    if len(set(map(str, seen))) < len(seen):
        ids = sorted({repr(one) for one in seen})
        raise PropertyViolated(f"six episodes have the ids {', '.join(ids)}", Episode.of(None, []))


@check("reset.episode_id_reused", clean=True)
def episode_id_reused(context: CheckContext) -> None:
    context.require_deterministic()
    if not context.survey.accepts.get("episode_id", True):
        raise NotApplicable("reset() takes no episode_id: see reset.accepts_episode_id")
    context.new_in_process_driver().close()
    for seed, other in itertools.pairwise(context.seeds[:4]):
        before, after = (
            Episode.of(
                number, context.random_episode(number, 3).actions, episode_id="hallmark-again"
            )
            for number in (other, seed)
        )
        context.play(before)
        shown = Episode((*before.calls, *after.calls), "an id used again")
        what = "under an id that was used before, against the first use of it"
        context.require_same_messages(
            after,
            context.play_in_fresh_process(after),
            context.play_messages(after),
            what,
            show=shown,
        )


def _episode_id(state: Response) -> object:
    return None if state.data is None else state.data.get("episode_id")


@each_episode("runtime.episode_isolation", clean=True)
def episode_isolation(context: CheckContext, episode: Episode) -> None:
    """Whole episodes before, on the same instance."""
    _require_same_opening(context, episode, _before(context, episode))
    context.require_deterministic()
    expected = context.play_in_fresh_process(episode)
    driver = context.new_in_process_driver()
    before = _before(context, episode)
    for other in before:
        context.play(other, driver)
    seen = context.play_messages(episode, driver)
    shown = Episode((*[c for e in before for c in e.calls], *episode.calls), "used instance")
    context.require_same_messages(
        episode, expected, seen, "a used instance against a fresh one", show=shown
    )


def _require_same_opening(context: CheckContext, episode: Episode, before: list[Episode]) -> None:
    """Where chance plays a part, the opening at least, if that of new instances is always alike."""
    if "stochastic" not in context.declared.capabilities and context.survey.deterministic:
        return
    opening = Episode(episode.calls[:1], "opening")
    for _ in range(2):
        fresh = [context.play_messages(opening) for _ in range(3 if context.slow else 8)]
        if any(content_difference(fresh[0], other) is not None for other in fresh):
            return
        driver = context.new_in_process_driver()
        for other in before:
            context.play(other, driver)
        found = content_difference(fresh[0], context.play_messages(opening, driver))
        driver.close()
        if found is None:
            return
    shown = Episode((*[c for e in before for c in e.calls], *opening.calls), "used instance")
    raise PropertyViolated(f"an opening on a used instance against a fresh one: {found}", shown)


def _before(context: CheckContext, episode: Episode) -> list[Episode]:
    """What is played first: the same actions on another seed, and a solution."""
    found = [Episode.of((episode.seed or 0) + 1, episode.actions, "before")]
    found += [one.episode("before") for one in context.survey.solutions[:2] if not one.error]
    if context.survey.random_rollouts:
        longest = max(context.survey.random_rollouts, key=lambda one: len(one.actions))
        found.append(Episode.of(longest.seed, longest.actions[:12], "before"))
    if options := _own_options(context):
        found.append(Episode.of(episode.seed, episode.actions[:1], "before", **options))
    return found


def _own_options(context: CheckContext) -> dict[str, int]:
    """A number for each option of reset() that the author added and that may be left out."""
    driver = context.new_driver()
    if not isinstance(driver, InProcessDriver):
        return {}
    known = ("seed", "episode_id", "index")
    parameters = inspect.signature(driver.env.reset).parameters.values()
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    named = [p for p in parameters if p.kind in kinds and p.name not in known]
    highest = max(context.declared.levels, default=2)
    whole = re.compile(r"\bint\b")  # an annotation may be a text or a type
    return {
        p.name: highest
        for p in named
        if type(p.default) is int or (p.default is None and whole.search(str(p.annotation)))
    }


@each_episode("reset.mid_episode", clean=True)
def mid_episode(context: CheckContext, episode: Episode) -> None:
    half = [*episode.actions[: max(1, len(episode.actions) // 2)]]
    cut = Episode.of((episode.seed or 0) + 1, half, "cut short")
    _require_same_opening(context, episode, [cut])
    context.require_deterministic()
    expected = context.play_in_fresh_process(episode)
    driver = context.new_in_process_driver()
    context.play(cut, driver)
    seen = context.play_messages(episode, driver)
    shown = Episode((*cut.calls, *episode.calls), "reset in mid-episode")
    context.require_same_messages(
        episode, expected, seen, "reset in mid-episode against fresh", show=shown
    )


@each_episode("reset.history_independent", clean=True)
def history_independent(context: CheckContext, episode: Episode) -> None:
    """Other instances before, in the same process."""
    context.require_deterministic()
    expected = context.play_in_fresh_process(episode)
    before = [*_before(context, episode), episode]
    for other in before:
        context.play(other)
    seen = context.play_messages(episode)
    calls = [*[c for e in before for c in e.calls], *episode.calls]
    shown = Episode(tuple(calls), "after other episodes in the process")
    context.require_same_messages(
        episode, expected, seen, "after other episodes against alone", show=shown
    )
