"""Reset: seeds, ids, and a clean beginning whatever went before."""

from __future__ import annotations

import inspect
import itertools
import re

from hallmark_rl.conformance.checking.context import Lab
from hallmark_rl.conformance.checking.registry import check, each_episode
from hallmark_rl.conformance.client.in_process import Local, Seen
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode import Call, Episode
from hallmark_rl.conformance.core.results import Broken, Excluded


def _require_accepted(lab: Lab, name: str, value: object) -> None:
    episode = Episode((Call("reset", options={name: value}),))
    if not lab.survey.accepts.get(name, True):
        raise Broken(f"reset() has no parameter {name!r} and no **kwargs", episode)
    seen = lab.new().reset(**{name: value})
    if seen.data is None:
        raise Broken(f"reset({name}={value!r}) raises {seen}", episode)


@check("reset.accepts_seed")
def accepts_seed(lab: Lab) -> None:
    _require_accepted(lab, "seed", 7)


@check("reset.accepts_episode_id")
def accepts_episode_id(lab: Lab) -> None:
    _require_accepted(lab, "episode_id", "hallmark-1")


@check("reset.accepts_options")
def accepts_options(lab: Lab) -> None:
    driver = lab.local()
    if not lab.survey.accepts.get("options", True):
        raise Broken("reset() has no **kwargs, so an option that it does not know raises")
    seen = driver.reset(hallmark_unknown_option="x")
    if seen.data is None:
        episode = Episode.of(None, [], hallmark_unknown_option="x")
        raise Broken(f"an option that it does not know raises {seen}", episode)


@check("reset.not_done")
def not_done(lab: Lab) -> None:
    for seed in lab.within([None, 0, *lab.seeds]):
        for calls in _openings(lab, seed):
            driver = lab.new()
            seen = [lab.call(driver, call) for call in calls][-1]
            if seen.done:
                raise Broken("reset() returned done=True", Episode(tuple(calls)))
            driver.close()


@check("reset.no_reward")
def no_reward(lab: Lab) -> None:
    for seed in lab.within([None, 0, *lab.seeds]):
        for calls in _openings(lab, seed):
            driver = lab.new()
            seen = [lab.call(driver, call) for call in calls][-1]
            if seen.data is not None and seen.reward is not None and seen.reward != 0:
                raise Broken(f"reset() returned reward {seen.reward!r}", Episode(tuple(calls)))
            driver.close()


def _openings(lab: Lab, seed: int | None) -> list[list[Call]]:
    """Resets of a new instance, of one in mid-episode, and of one whose episode was solved."""
    reset = Call("reset", options={} if seed is None else {"seed": seed})
    found = [[reset], [reset, *(Call("step", action) for action in lab.pool[:2]), reset]]
    for one in lab.survey.solutions[:1]:
        found.append([*one.episode("").calls, reset])
    return found


@check("runtime.seed_control", clean=True)
def seed_control(lab: Lab) -> None:
    _require_seed(lab)
    for seed in lab.within(lab.seeds, least=3):
        _require_repeatable(lab, seed)


@check("reset.seed_zero", clean=True)
def seed_zero(lab: Lab) -> None:
    _require_seed(lab)
    for _ in range(8):  # a walk tells two unlike openings apart more often than not
        _require_repeatable(lab, 0)


def _require_seed(lab: Lab) -> None:
    lab.require_capability_absent("stochastic", "seeds need not fix everything")
    lab.require_capability_absent("unseeded", "the environment takes no seed")
    if not lab.survey.accepts.get("seed", True):
        raise Broken("reset() takes no seed, so no episode can be repeated", Episode.of(1, []))


def _require_repeatable(lab: Lab, seed: int) -> None:
    """The opening and a short walk are the same in two processes with different global chance."""
    episode = lab.walk(seed, 5)
    if lab.subject.url is not None:
        traces = [lab.plain(episode), lab.plain(episode)]
    else:
        traces = [lab.pristine(episode), lab.plain(episode)]
    found = content_difference(*traces)
    if found is not None:
        opening = content_difference(traces[0][:1], traces[1][:1])
        shown = Episode.of(seed, [], "opening") if opening is not None else episode
        raise Broken(f"seed {seed} twice: {opening or found}", shown)


@check("reset.episode_id_echo")
def episode_id_echo(lab: Lab) -> None:
    if not lab.survey.accepts.get("episode_id", True):
        raise Excluded("reset() takes no episode_id: see reset.accepts_episode_id")
    driver = lab.new()
    for wanted in ("hallmark-a", "hallmark-b"):
        driver.reset(episode_id=wanted)
        found = _episode_id(driver.state())
        if found != wanted:
            episode = Episode.of(None, [], episode_id=wanted)
            raise Broken(f"asked for episode {wanted!r}, the state says {found!r}", episode)


@check("reset.episode_id_unique")
def episode_id_unique(lab: Lab) -> None:
    seen: list[object] = []
    for _ in range(2):
        driver = lab.new()
        for _ in range(3):
            driver.reset()
            seen.append(_episode_id(driver.state()))
        driver.close()
    if len(set(map(str, seen))) < len(seen):
        ids = sorted({repr(one) for one in seen})
        raise Broken(f"six episodes have the ids {', '.join(ids)}", Episode.of(None, []))


@check("reset.episode_id_reused", clean=True)
def episode_id_reused(lab: Lab) -> None:
    lab.require_deterministic()
    if not lab.survey.accepts.get("episode_id", True):
        raise Excluded("reset() takes no episode_id: see reset.accepts_episode_id")
    lab.local().close()
    for seed, other in itertools.pairwise(lab.seeds[:4]):
        before, after = (
            Episode.of(number, lab.walk(number, 3).actions, episode_id="hallmark-again")
            for number in (other, seed)
        )
        lab.play(before)
        shown = Episode((*before.calls, *after.calls), "an id used again")
        what = "under an id that was used before, against the first use of it"
        lab.require_same(after, lab.pristine(after), lab.plain(after), what, show=shown)


def _episode_id(state: Seen) -> object:
    return None if state.data is None else state.data.get("episode_id")


@each_episode("runtime.episode_isolation", clean=True)
def episode_isolation(lab: Lab, episode: Episode) -> None:
    """Whole episodes before, on the same instance."""
    _require_same_opening(lab, episode, _before(lab, episode))
    lab.require_deterministic()
    expected = lab.pristine(episode)
    driver = lab.local()
    before = _before(lab, episode)
    for other in before:
        lab.play(other, driver)
    seen = lab.plain(episode, driver)
    shown = Episode((*[c for e in before for c in e.calls], *episode.calls), "used instance")
    lab.require_same(episode, expected, seen, "a used instance against a fresh one", show=shown)


def _require_same_opening(lab: Lab, episode: Episode, before: list[Episode]) -> None:
    """Where chance plays a part, the opening at least, if that of new instances is always alike."""
    if "stochastic" not in lab.declared.capabilities and lab.survey.deterministic:
        return
    opening = Episode(episode.calls[:1], "opening")
    for _ in range(2):
        fresh = [lab.plain(opening) for _ in range(3 if lab.slow else 8)]
        if any(content_difference(fresh[0], other) is not None for other in fresh):
            return
        driver = lab.local()
        for other in before:
            lab.play(other, driver)
        found = content_difference(fresh[0], lab.plain(opening, driver))
        driver.close()
        if found is None:
            return
    shown = Episode((*[c for e in before for c in e.calls], *opening.calls), "used instance")
    raise Broken(f"an opening on a used instance against a fresh one: {found}", shown)


def _before(lab: Lab, episode: Episode) -> list[Episode]:
    """What is played first: the same actions on another seed, and a solution."""
    found = [Episode.of((episode.seed or 0) + 1, episode.actions, "before")]
    found += [one.episode("before") for one in lab.survey.solutions[:2] if not one.error]
    if lab.survey.chance:
        longest = max(lab.survey.chance, key=lambda one: len(one.actions))
        found.append(Episode.of(longest.seed, longest.actions[:12], "before"))
    if options := _own_options(lab):
        found.append(Episode.of(episode.seed, episode.actions[:1], "before", **options))
    return found


def _own_options(lab: Lab) -> dict[str, int]:
    """A number for each option of reset() that the author added and that may be left out."""
    driver = lab.new()
    if not isinstance(driver, Local):
        return {}
    known = ("seed", "episode_id", "index")
    parameters = inspect.signature(driver.env.reset).parameters.values()
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    named = [p for p in parameters if p.kind in kinds and p.name not in known]
    highest = max(lab.declared.levels, default=2)
    whole = re.compile(r"\bint\b")  # an annotation may be a text or a type
    return {
        p.name: highest
        for p in named
        if type(p.default) is int or (p.default is None and whole.search(str(p.annotation)))
    }


@each_episode("reset.mid_episode", clean=True)
def mid_episode(lab: Lab, episode: Episode) -> None:
    half = [*episode.actions[: max(1, len(episode.actions) // 2)]]
    cut = Episode.of((episode.seed or 0) + 1, half, "cut short")
    _require_same_opening(lab, episode, [cut])
    lab.require_deterministic()
    expected = lab.pristine(episode)
    driver = lab.local()
    lab.play(cut, driver)
    seen = lab.plain(episode, driver)
    shown = Episode((*cut.calls, *episode.calls), "reset in mid-episode")
    lab.require_same(episode, expected, seen, "reset in mid-episode against fresh", show=shown)


@each_episode("reset.history_independent", clean=True)
def history_independent(lab: Lab, episode: Episode) -> None:
    """Other instances before, in the same process."""
    lab.require_deterministic()
    expected = lab.pristine(episode)
    before = [*_before(lab, episode), episode]
    for other in before:
        lab.play(other)
    seen = lab.plain(episode)
    calls = [*[c for e in before for c in e.calls], *episode.calls]
    shown = Episode(tuple(calls), "after other episodes in the process")
    lab.require_same(episode, expected, seen, "after other episodes against alone", show=shown)
