"""A state machine: two sessions, any order of reset, step and state, against each session alone."""

from __future__ import annotations

import json
import time
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from conformance.compare import content_difference
from conformance.driver import Driver, Seen
from conformance.episode import Call, Episode
from conformance.explore import shortened
from conformance.lab import Lab, over
from conformance.verdict import Broken


def run_machine(lab: Lab, sessions: int = 2) -> None:
    """Raise `Broken` with the shortest interleaving that gives a session what it would not get."""
    shortest: list[Broken] = []
    alone: dict[str, list[dict[str, Any]]] = {}
    ends = time.monotonic() + lab.profile.budget * 2
    actions = st.one_of(st.sampled_from(lab.pool), lab.source.drawn())
    solved = [action for one in lab.survey.solutions for action in one.actions]
    if solved:
        actions = st.one_of(actions, st.sampled_from(solved))
    seeds = st.sampled_from(lab.seeds[:3])
    which = st.integers(0, sessions - 1)

    class Machine(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.idle = time.monotonic() > ends
            self.drivers: list[Driver | None] = [None] * sessions
            self.open: list[list[Call]] = [[] for _ in range(sessions)]
            self.seen: list[list[Seen]] = [[] for _ in range(sessions)]
            self.calls: list[Call] = []

        @rule(session=which, seed=seeds)
        def reset(self, session: int, seed: int) -> None:
            if self.idle:
                return
            self._check(session)
            if self.drivers[session] is None:
                self.drivers[session] = lab.new()
            self.open[session], self.seen[session] = [], []
            self._do(session, Call("reset", options={"seed": seed}, session=session))

        @rule(session=which, action=actions)
        def step(self, session: int, action: dict[str, Any]) -> None:
            if self.idle or not self.seen[session] or over(self.seen[session]):
                return
            self._do(session, Call("step", action, session=session))

        @rule(session=which)
        def state(self, session: int) -> None:
            driver = self.drivers[session]
            if driver is not None and self.seen[session]:
                self.calls.append(Call("state", session=session))
                driver.state()

        def _do(self, session: int, call: Call) -> None:
            driver = self.drivers[session]
            assert driver is not None
            self.calls.append(call)
            self.open[session].append(call)
            self.seen[session].append(
                driver.step(call.action or {})
                if call.op == "step"
                else driver.reset(**call.options)
            )

        def _check(self, session: int) -> None:
            episode = Episode(tuple(Call(c.op, c.action, c.options) for c in self.open[session]))
            if len(episode.calls) < 2:
                return
            key = json.dumps(episode.to_dict(), default=repr)
            if key not in alone:
                alone[key] = (
                    lab.pristine(episode) if lab.subject.url is None else lab.plain(episode)
                )
            seen = [one.plain() for one in self.seen[session]]
            found = content_difference(alone[key], seen)
            if found is not None:
                here = lab.subject.url is None
                again = lab.pristine(episode, again=True) if here else lab.plain(episode)
                if content_difference(alone[key], again) is not None:
                    return
                shown = Episode(tuple(self.calls), "interleaved")
                broken = Broken(f"session {session} differs from itself alone: {found}", shown)
                shortest.append(broken)
                raise broken

        def teardown(self) -> None:
            try:
                for session in range(sessions):
                    self._check(session)
            finally:
                for driver in self.drivers:
                    if driver is not None:
                        driver.close()

    Machine.TestCase.settings = settings(database=None)
    search = seeded(lab.seed)(Machine)
    try:
        run_state_machine_as_test(
            search,
            settings=settings(
                max_examples=lab.profile.examples,
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
        raise shortened(lab, replay_interleaved, best, 3.0)


def replay_interleaved(lab: Lab, episode: Episode) -> None:
    """Play an interleaving; raise `Broken` if a session differs from itself alone."""
    drivers: dict[int, Driver] = {}
    current: dict[int, tuple[list[Call], list[Seen]]] = {}

    def judge(session: int) -> None:
        calls, seen = current.get(session, ([], []))
        if len(calls) < 2:
            return
        alone = Episode(tuple(Call(c.op, c.action, c.options) for c in calls))
        expected = lab.pristine(alone) if lab.subject.url is None else lab.plain(alone)
        found = content_difference(expected, [one.plain() for one in seen])
        if found is not None:
            raise Broken(f"session {session} differs from itself alone: {found}", episode)

    for call in episode.calls:
        if call.op == "reset":
            judge(call.session)
            if call.session not in drivers:
                drivers[call.session] = lab.new()
            current[call.session] = ([call], [drivers[call.session].reset(**call.options)])
        elif call.session in drivers and call.op == "step":
            calls, seen = current[call.session]
            if not over(seen):
                calls.append(call)
                seen.append(drivers[call.session].step(call.action or {}))
        elif call.session in drivers:
            drivers[call.session].state()
    for session in list(current):
        judge(session)
