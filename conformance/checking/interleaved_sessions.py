"""A state machine plays two sessions in any order and compares each with the session alone."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from hallmark_rl.conformance.checking.check_context import CheckContext, Messages, is_over
from hallmark_rl.conformance.checking.search import EndSearch, shrink
from hallmark_rl.conformance.client.open_driver import Driver
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode_data import Call, Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated

_FULL = "CAPACITY_REACHED"
"""The error code with which OpenEnv's server refuses a session."""


def check_interleavings(context: CheckContext, sessions: int = 2) -> None:
    """Play interleaved sessions that Hypothesis draws.

    Raises `PropertyViolated` with the shortest interleaving in which a session gets messages that
    it does not get alone, or `EvidenceMissing` if an episode could not be played alone.
    """
    violations: list[PropertyViolated] = []
    unchecked: list[EvidenceMissing] = []
    alone: dict[str, Messages] = {}
    ends = time.monotonic() + context.profile.budget * 2
    actions = st.one_of(st.sampled_from(context.pool), context.source.drawn())
    solving = [action for rollout in context.survey.solutions for action in rollout.actions]
    if solving:
        actions = st.one_of(actions, st.sampled_from(solving))
    seeds = st.sampled_from(context.seeds[:3])
    session_numbers = st.integers(0, sessions - 1)

    class Machine(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.out_of_time = time.monotonic() > ends
            self.drivers: list[Driver | None] = [None] * sessions
            self.played: list[_SessionEpisode] = []
            self.current: list[_SessionEpisode | None] = [None] * sessions
            self.calls: list[Call] = []

        @rule(session=session_numbers, seed=seeds)
        def reset(self, session: int, seed: int) -> None:
            if self.out_of_time:
                return
            if self.drivers[session] is None:
                self.drivers[session] = context.new_driver()
            self.current[session] = episode = _SessionEpisode(session)
            self.played.append(episode)
            self._call(episode, Call("reset", options={"seed": seed}, session=session))

        @rule(session=session_numbers, action=actions)
        def step(self, session: int, action: dict[str, Any]) -> None:
            episode = self.current[session]
            if self.out_of_time or episode is None or is_over(episode.responses):
                return
            self._call(episode, Call("step", action, session=session))

        @rule(session=session_numbers)
        def state(self, session: int) -> None:
            driver = self.drivers[session]
            if driver is not None:
                self.calls.append(Call("state", session=session))
                driver.state()

        def _call(self, episode: _SessionEpisode, call: Call) -> None:
            driver = self.drivers[episode.session]
            assert driver is not None
            self.calls.append(call)
            episode.calls.append(call)
            episode.responses.append(context.call(driver, call))

        def teardown(self) -> None:
            for driver in self.drivers:  # first, because a server may have room for these only
                if driver is not None:
                    driver.close()
            try:
                for episode in self.played:
                    episode.require_same_alone(context, alone, self.calls)
            except PropertyViolated as violation:
                violations.append(violation)
                raise
            except EvidenceMissing as reason:
                unchecked.append(reason)
                raise EndSearch from None

    Machine.TestCase.settings = settings(database=None)
    search = seeded(context.seed)(Machine)
    try:
        run_state_machine_as_test(
            search,
            settings=settings(
                max_examples=context.profile.examples,
                stateful_step_count=12,
                deadline=None,
                database=None,
                print_blob=False,
                suppress_health_check=list(HealthCheck),
                phases=[Phase.generate, Phase.shrink],
            ),
        )
    except EndSearch:
        pass
    except Exception:
        if not violations:
            raise
    if violations:
        best = min(violations, key=lambda v: len(v.episode.calls) if v.episode else 1 << 30)
        raise shrink(context, replay_interleaved, best, 3.0)
    if unchecked:
        raise unchecked[0]


def replay_interleaved(context: CheckContext, episode: Episode) -> None:
    """Play an interleaving; `PropertyViolated` if a session differs from the session alone."""
    drivers: dict[int, Driver] = {}
    current: dict[int, _SessionEpisode] = {}
    played: list[_SessionEpisode] = []
    for call in episode.calls:
        if call.op == "reset":
            if call.session not in drivers:
                drivers[call.session] = context.new_driver()
            current[call.session] = _SessionEpisode(call.session)
            played.append(current[call.session])
        elif call.session not in drivers:
            continue
        if call.op == "state":
            drivers[call.session].state()
        elif call.op == "reset" or not is_over(current[call.session].responses):
            current[call.session].calls.append(call)
            current[call.session].responses.append(context.call(drivers[call.session], call))
    for driver in drivers.values():
        driver.close()
    for part in played:
        part.require_same_alone(context, {}, list(episode.calls))


@dataclass
class _SessionEpisode:
    """The calls of one session from a reset to the next, with their responses."""

    session: int
    calls: list[Call] = field(default_factory=list)
    responses: list[Response] = field(default_factory=list)

    def require_same_alone(
        self, context: CheckContext, alone: dict[str, Messages], shown: list[Call]
    ) -> None:
        """Raise `PropertyViolated` if the same calls alone give messages with other content.

        Args:
            context: the context of the check.
            alone: messages of episodes that were played alone already, by their calls; extended.
            shown: the interleaving that the violation shows.
        """
        if len(self.calls) < 2 or self.responses[0].error == _FULL:
            return
        episode = Episode(tuple(Call(c.op, c.action, c.options) for c in self.calls))
        key = json.dumps(episode.to_dict(), default=repr)
        if key not in alone:
            alone[key] = _play_alone(context, episode)
        differing = content_difference(alone[key], [r.plain() for r in self.responses])
        if differing is None or alone[key][0].get("error") == _FULL:
            return
        if content_difference(alone[key], _play_alone(context, episode)) is None:
            text = f"session {self.session} differs from itself alone: {differing}"
            raise PropertyViolated(text, Episode(tuple(shown), "interleaved"))


def _play_alone(context: CheckContext, episode: Episode) -> Messages:
    """Play an episode in a fresh process, or in the only session of a server."""
    if context.subject.url is None:
        return context.play_in_fresh_process(episode, again=True)
    for _ in range(10):
        messages = context.play_messages(episode)
        if messages[0].get("error") != _FULL:
            break
        time.sleep(0.2)  # until the server has released the sessions that were closed
    return messages
