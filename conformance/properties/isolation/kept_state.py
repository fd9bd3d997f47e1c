"""Isolation: nothing that an episode reports comes from other episodes, its state included."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import (
    CheckContext,
    Messages,
    Trace,
    is_over,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.varied_episodes import varied_episode
from hallmark_rl.conformance.client.open_driver import Driver
from hallmark_rl.conformance.core.diff import content_differences
from hallmark_rl.conformance.core.episode_data import Action, Call, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable

_READ = Call("state")
_OF_MANY_EPISODES = re.compile(
    r"(^|_)(lifetime|overall|all_time|ever|best|record|highest|high_?score|streak|average|avg|mean"
    r"|success_rate|win_rate|global|cache|requests?|total_steps|episodes?|resets?|games?|sessions?|wins|losses|played)(_|$)",
    re.IGNORECASE,
)
"""Names of numbers that may count or sum up episodes: they belong to the instance."""

Schedule = list[tuple[int, Call]]
"""Calls in order, each with its session: 0 is the episode that is looked at."""


@dataclass(frozen=True)
class _Earlier:
    """An episode that may leave something behind, and how it ends."""

    episode: Episode
    ending: str


@check("isolation.state", needs_fresh_process=True)
def state(context: CheckContext) -> None:
    """Play an episode alone, after and beside others of each ending; read the state each time."""
    context.require_deterministic()
    context.new_in_process_driver().close()
    probes, others = _probes(context), _others(context)
    if not probes or not others:
        raise NotApplicable("no episode could be played")
    ways: list[tuple[str, Callable[[Episode, Episode], Schedule], bool]] = [
        ("beside a session whose episode", _beside, False),
        ("on an instance whose last episode", _after, True),
        ("in a process in which an episode of another instance", _after, False),
    ]
    changing = changing_numbers(context, [*probes, *(other.episode for other in others)])
    plays = itertools.product(probes, others, ways)
    for probe, other, (where, schedule, one_instance) in context.until_budget(plays, least=6):
        calls = schedule(probe, other.episode)
        observed = _play(context, calls, one_instance=one_instance)
        expected = context.play_in_fresh_process(probe)
        if any(set(message) == {"error"} for message in expected[1::2]):
            raise NotApplicable("the state cannot be read: see runtime.state_contract")
        view = own_values(changing)
        if not content_differences(view(expected), [view(observed)]):
            continue
        sessions = (0 if one_instance else session for session, _ in calls)
        shown = [
            Call(call.op, call.action, call.options, session)
            for session, (_, call) in zip(sessions, calls, strict=True)
        ]
        context.require_same_messages(
            probe,
            expected,
            observed,
            f"{where} {other.ending}, compared with the episode alone",
            show=Episode(tuple(shown), "an episode and its state"),
            view=view,
        )


def _play(context: CheckContext, calls: Schedule, *, one_instance: bool) -> Messages:
    """Play a schedule; what session 0 returned. Both sessions are one instance if so said."""
    first = context.new_in_process_driver()
    drivers: dict[int, Driver] = {0: first}
    drivers[1] = first if one_instance else context.new_in_process_driver()
    observed: Trace = []
    for session, call in calls:
        if session == 0 and call.op == "step" and is_over(observed):
            continue  # as `context.play` leaves it out
        response = context.call(drivers[session], call)
        if session == 0:
            observed.append(response)
    for driver in {id(driver): driver for driver in drivers.values()}.values():
        driver.close()
    return [response.plain() for response in observed]


def _after(probe: Episode, other: Episode) -> Schedule:
    """The other episode, then the probe."""
    return [*((1, call) for call in other.calls), *((0, call) for call in probe.calls)]


def _beside(probe: Episode, other: Episode) -> Schedule:
    """The first half of the probe with its state, all of the other episode, then the rest."""
    half = 2 * max(1, len(probe.calls) // 4)
    return [
        *((0, call) for call in probe.calls[:half]),
        *((1, call) for call in other.calls),
        *((0, call) for call in probe.calls[half:]),
    ]


def _probes(context: CheckContext) -> list[Episode]:
    """Episodes to their ends, with a look at the state after each call; the longest first."""
    solutions = _solutions(context)[:2]
    walk = _to_its_end(context, context.random_episode(context.seeds[0], 8))
    played = [
        varied_episode(context, context.seeds[0]),
        *(rollout.episode("solution") for rollout in solutions),
        walk,
    ]
    played.sort(key=lambda episode: -len(episode.calls))
    return [with_states(episode) for episode in played]


def _others(context: CheckContext) -> list[_Earlier]:
    """Episodes that end in different ways: solved, failed, at the limit, abandoned."""
    found: list[_Earlier] = []
    solutions = _solutions(context)
    for solution in solutions[:1]:
        found.append(_Earlier(solution.episode("before"), "was solved"))
    for solution, other in itertools.pairwise(solutions[:2]):
        wrong = Episode.of(other.seed, solution.actions, "before")
        found.append(_Earlier(_to_its_end(context, wrong), "was played wrongly"))
    for solution in solutions[1:2]:
        if len(solution.actions) > 1:
            half = solution.actions[: len(solution.actions) // 2]
            text = "was abandoned on the way to its solution"
            found.append(_Earlier(Episode.of(solution.seed, half, "before"), text))
    for actions, seed in _unsolved(context):
        length = min(context.full_length, 60)
        long = Episode.of(seed, itertools.islice(itertools.cycle(actions), length), "before")
        found.append(_Earlier(_to_its_end(context, long), "was played up to its limit"))
    found.insert(1, _Earlier(varied_episode(context, context.seeds[-1]), "was abandoned"))
    return [_Earlier(with_states(item.episode), item.ending) for item in found]


def _solutions(context: CheckContext) -> list[Any]:
    solved = context.survey.solutions
    return [rollout for rollout in solved if not rollout.error and rollout.actions]


def _unsolved(context: CheckContext) -> Iterator[tuple[list[Action], int]]:
    """Lists of actions that hardly solve anything, each with a seed."""
    idle = [action for rollout in context.survey.null_rollouts for action in rollout.actions[:1]]
    yield from ((idle[:1], seed) for seed in context.seeds[1:2] if idle)
    played = [r for r in context.survey.random_rollouts if r.actions and not r.error]
    for rollout in sorted(played, key=lambda r: r.refused - len(r.actions))[:1]:
        yield rollout.actions, rollout.seed or context.seeds[0]


def _to_its_end(context: CheckContext, episode: Episode) -> Episode:
    """The episode without steps after its end."""
    return Episode(episode.calls[: len(context.play(episode))], episode.label)


def with_states(episode: Episode) -> Episode:
    """The episode with a look at the state after each call."""
    calls = [both for call in episode.calls for both in (call, _READ)]
    return Episode(tuple(calls), episode.label)


def changing_numbers(context: CheckContext, episodes: list[Episode]) -> set[str]:
    """Paths of whole numbers in the state that change while an episode goes on."""
    changing: set[str] = set()
    for episode in episodes:
        trace = context.play(episode)
        states = [_leaves(response.data or {}) for response in trace[1::2]]
        for path, value in (states[0] if states else {}).items():
            if type(value) is int and any(other.get(path, value) != value for other in states):
                changing.add(path)
    return changing


def own_values(changing: set[str]) -> Callable[[Messages], Messages]:
    """Selects messages and what of the states belongs to one episode.

    Left out are numbers that may count episodes: by their names, or because they are whole and
    never seen to change while an episode goes on.
    """

    def is_own(path: str, value: Any) -> bool:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return True
        if isinstance(value, int) and path not in changing:
            return False
        return not _OF_MANY_EPISODES.search(path.rpartition(".")[2])

    def view(messages: Messages) -> Messages:
        return [
            {path: value for path, value in _leaves(item).items() if is_own(path, value)}
            if place % 2
            else item
            for place, item in enumerate(messages)
        ]

    return view


def _leaves(data: dict[str, Any]) -> dict[str, Any]:
    """The values of a state that are no dicts and no lists, by their paths."""
    return {f"state.{p}": v for p, v in subtrees(data) if not isinstance(v, dict | list)}
