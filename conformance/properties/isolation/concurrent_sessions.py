"""Isolation: instances in one process do not affect each other."""

from __future__ import annotations

import sys
import threading
from typing import Any

from hallmark_rl.conformance.checking.check_context import CHANGES, CheckContext, Messages
from hallmark_rl.conformance.checking.registry import check, each_episode
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Call, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated


@check("isolation.fresh_instances")
def fresh_instances(context: CheckContext) -> None:
    if context.survey.shared_instance:
        raise PropertyViolated(
            "the factory returns the same instance twice; all other properties were checked on "
            "copies of it"
        )
    instances = [context.new_in_process_driver().env for _ in range(3)]
    if len({id(env) for env in instances}) < len(instances):
        raise PropertyViolated("the factory returns the same instance twice")
    server = context.subject.server
    if server is not None:
        served_instances = [server._env_factory() for _ in range(2)]
        if served_instances[0] is served_instances[1]:
            raise PropertyViolated("the server's factory returns the same instance twice")


@each_episode("isolation.sessions", needs_fresh_process=True)
def sessions(context: CheckContext, episode: Episode) -> None:
    """Alternate the calls of two episodes, with different seeds and with the same seed."""
    context.require_deterministic()
    actions = _partner_actions(context, episode)
    for shift in (1, 0):
        other = Episode.of((episode.seed or 0) + shift, actions, "beside")
        require_independent(context, episode, other)


def require_independent(context: CheckContext, episode: Episode, other: Episode) -> None:
    """Raise `PropertyViolated` if an episode differs from itself alone when calls alternate."""
    alone = [context.play_in_fresh_process(episode), context.play_in_fresh_process(other)]
    drivers = [context.new_in_process_driver(), context.new_in_process_driver()]
    responses: list[list[Response]] = [[], []]
    calls: list[Call] = []
    for index in range(max(len(episode.calls), len(other.calls))):
        for session, own_episode in enumerate((episode, other)):
            if index < len(own_episode.calls) and not (
                responses[session] and has_ended(responses[session][-1])
            ):
                call = own_episode.calls[index]
                calls.append(Call(call.op, call.action, call.options, session))
                responses[session].append(context.call(drivers[session], call))
    example = Episode(tuple(calls), "interleaved")
    for session, own_episode in enumerate((episode, other)):
        context.require_same_messages(
            own_episode,
            alone[session],
            [message.plain() for message in responses[session]],
            f"session {session} alternating with another, compared with the episode alone",
            show=example,
        )


def _partner_actions(context: CheckContext, episode: Episode) -> list[dict[str, Any]]:
    """The actions of a solution; for a solution, its own actions; for changes, others of them."""
    if episode.label == CHANGES:
        turned = [*episode.actions[1:], *episode.actions[:1]]
        return turned if turned != episode.actions else [*context.pool[:2], *turned]
    solutions = [solution.actions for solution in context.survey.solutions if not solution.error]
    return solutions[0] if solutions and episode.label != "solution" else episode.actions


def has_ended(response: Response) -> bool:
    """Whether the episode is done or the call failed."""
    return response.done or response.data is None


@check("isolation.threads", needs_fresh_process=True)
def threads(context: CheckContext) -> None:
    """Play some episodes at once, each in a thread of its own.

    A SystemError is a failure of the interpreter: in Python 3.11, `ast.parse` raises it when
    threads switch in the middle of it.
    """
    context.require_deterministic()
    context.require_capability_absent("single_session", "one session at a time")
    if not getattr(context.subject.env_class, "SUPPORTS_CONCURRENT_SESSIONS", False):
        raise NotApplicable("SUPPORTS_CONCURRENT_SESSIONS is False")
    episodes = context.first_episodes(6)
    alone = [context.play_in_fresh_process(episode) for episode in episodes]
    rounds = 1 if context.survey.step_s > 0.05 else 5
    for _ in range(rounds):
        observed: list[Messages] = [[] for _ in episodes]
        switch_interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-5)

        def play(index: int, results: list[Messages]) -> None:
            results[index] = context.play_messages(episodes[index])

        try:
            workers = [
                threading.Thread(target=play, args=(index, observed))
                for index in range(len(episodes))
            ]
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join(30)
        finally:
            sys.setswitchinterval(switch_interval)
        if "SystemError" in to_json(observed) and "SystemError" not in to_json(alone):
            raise EvidenceMissing("Python itself failed in a thread, with a SystemError")
        for episode, expected, messages in zip(episodes, alone, observed, strict=True):
            context.require_same_messages(
                episode, expected, messages, "in parallel threads, compared with the episode alone"
            )
