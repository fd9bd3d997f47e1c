"""A state machine: two sessions, any order of reset, step and state, against each session alone."""

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
from hallmark_rl.conformance.checking.search import shrink
from hallmark_rl.conformance.client.open_driver import Driver
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode_data import Call, Episode
from hallmark_rl.conformance.core.results import PropertyViolated

_FULL = "CAPACITY_REACHED"
"""What OpenEnv's server calls a refused session."""


def check_interleavings(context: CheckContext, sessions: int = 2) -> None:
    """Raise `Broken` with the shortest interleaving that gives a session what it would not get."""
    shortest: list[PropertyViolated] = []
    alone: dict[str, Messages] = {}
    ends = time.monotonic() + context.profile.budget * 2
    actions = st.one_of(st.sampled_from(context.pool), context.source.drawn())
    solved = [action for one in context.survey.solutions for action in one.actions]
    if solved:
        actions = st.one_of(actions, st.sampled_from(solved))
    seeds = st.sampled_from(context.seeds[:3])
    which = st.integers(0, sessions - 1)

    class Machine(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.idle = time.monotonic() > ends
            self.drivers: list[Driver | None] = [None] * sessions
            self.played: list[_Played] = []
            self.current: list[_Played | None] = [None] * sessions
            self.calls: list[Call] = []

        @rule(session=which, seed=seeds)
        def reset(self, session: int, seed: int) -> None:
            if self.idle:
                return
            if self.drivers[session] is None:
                self.drivers[session] = context.new_driver()
            self.current[session] = one = _Played(session)
            self.played.append(one)
            self._do(one, Call("reset", options={"seed": seed}, session=session))

        @rule(session=which, action=actions)
        def step(self, session: int, action: dict[str, Any]) -> None:
            one = self.current[session]
            if self.idle or one is None or is_over(one.seen):
                return
            self._do(one, Call("step", action, session=session))

        @rule(session=which)
        def state(self, session: int) -> None:
            driver = self.drivers[session]
            if driver is not None:
                self.calls.append(Call("state", session=session))
                driver.state()

        def _do(self, one: _Played, call: Call) -> None:
            driver = self.drivers[one.session]
            assert driver is not None
            self.calls.append(call)
            one.calls.append(call)
            one.seen.append(context.call(driver, call))

        def teardown(self) -> None:
            for driver in self.drivers:  # a server may have room for these only
                if driver is not None:
                    driver.close()
            try:
                for one in self.played:
                    one.judge(context, alone, self.calls)
            except PropertyViolated as broken:
                shortest.append(broken)
                raise

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
    except Exception:
        if not shortest:
            raise
    if shortest:
        best = min(shortest, key=lambda b: len(b.episode.calls) if b.episode else 1 << 30)
        raise shrink(context, replay_interleaved, best, 3.0)


def replay_interleaved(context: CheckContext, episode: Episode) -> None:
    """Play an interleaving; raise `Broken` if a session differs from itself alone."""
    drivers: dict[int, Driver] = {}
    current: dict[int, _Played] = {}
    played: list[_Played] = []
    for call in episode.calls:
        if call.op == "reset":
            if call.session not in drivers:
                drivers[call.session] = context.new_driver()
            current[call.session] = _Played(call.session)
            played.append(current[call.session])
        elif call.session not in drivers:
            continue
        if call.op == "state":
            drivers[call.session].state()
        elif call.op == "reset" or not is_over(current[call.session].seen):
            current[call.session].calls.append(call)
            current[call.session].seen.append(context.call(drivers[call.session], call))
    for driver in drivers.values():
        driver.close()
    for one in played:
        one.judge(context, {}, list(episode.calls))


@dataclass
class _Played:
    """What one session did between two resets, and what it was answered."""

    session: int
    calls: list[Call] = field(default_factory=list)
    seen: list[Response] = field(default_factory=list)

    def judge(self, context: CheckContext, known: dict[str, Messages], shown: list[Call]) -> None:
        """Raise `Broken` if it differs from the same calls alone; `known` remembers those."""
        if len(self.calls) < 2 or self.seen[0].error == _FULL:
            return
        episode = Episode(tuple(Call(c.op, c.action, c.options) for c in self.calls))
        key = json.dumps(episode.to_dict(), default=repr)
        if key not in known:
            known[key] = _alone(context, episode)
        found = content_difference(known[key], [one.plain() for one in self.seen])
        if found is None or known[key][0].get("error") == _FULL:
            return
        if content_difference(known[key], _alone(context, episode)) is None:
            text = f"session {self.session} differs from itself alone: {found}"
            raise PropertyViolated(text, Episode(tuple(shown), "interleaved"))


def _alone(context: CheckContext, episode: Episode) -> Messages:
    """The messages of an episode that has the process, or a session of a server, to itself."""
    if context.subject.url is None:
        return context.play_in_fresh_process(episode, again=True)
    for _ in range(10):
        trace = context.play_messages(episode)
        if trace[0].get("error") != _FULL:
            break
        time.sleep(0.2)  # the server has not yet given back a session that was closed
    return trace
