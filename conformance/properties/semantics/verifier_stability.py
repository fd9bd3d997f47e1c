"""Semantics: the verifier gives the same rewards again, elsewhere, and for equivalent actions."""

from __future__ import annotations

import inspect
from typing import Any

from hallmark_rl.conformance.actions.action_source import action_to_dict
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.in_process import make_action
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated


@check("semantic.verifier_determinism", needs_fresh_process=True)
def verifier_determinism(context: CheckContext) -> None:
    context.require_capability_absent("stochastic", "randomness is intended")
    for solution in context.until_budget(context.solutions, least=3):
        for _ in range(context.profile.repeats):
            rollout = play(context, solution.actions, solution.seed)
            if rollout.rewards != solution.rewards and not _equal_rewards(
                rollout.rewards, solution.rewards
            ):
                if not context.survey.accepts.get("seed", True):
                    raise NotApplicable("reset() has no parameter seed")
                text = f"the rewards are {solution.rewards} at first, then {rollout.rewards}"
                raise PropertyViolated(text, solution.episode("solution"))


def _equal_rewards(left: list[float], right: list[float]) -> bool:
    return len(left) == len(right) and all(map(_equal, left, right))


@check("semantic.verifier_portability", needs_fresh_process=True)
def verifier_portability(context: CheckContext) -> None:
    context.require_deterministic()
    _ = context.solutions
    traces = context.extra["elsewhere"]["traces"]
    if traces is None:
        raise NotApplicable(
            f"it cannot be loaded in another process: {context.extra['elsewhere']['problem']}"
        )
    for data, other_messages in zip(context.extra["episodes"], traces, strict=True):
        episode = Episode.from_dict(data)
        if episode.label == "solution":
            rewards = [message.get("reward") for message in context.play_in_fresh_process(episode)]
            difference = content_difference(
                rewards, [message.get("reward") for message in other_messages]
            )
            if difference is not None:
                raise PropertyViolated(
                    f"in another process, the rewards differ: reward{difference}", episode
                )


@check("semantic.replayability", needs_fresh_process=True)
def replayability(context: CheckContext) -> None:
    context.require_deterministic()
    for solution in context.until_budget(context.solutions, least=3):
        episode = solution.episode("solution")
        if context.subject.url is None:
            trace = context.play_in_fresh_process(episode)
            rewards = [_number(message.get("reward")) for message in trace[1:]]
        else:
            rewards = [response.numeric_reward for response in context.play(episode)[1:]]
        if not _equal_rewards(rewards, solution.rewards):
            if not context.survey.accepts.get("seed", True):
                raise NotApplicable("reset() has no parameter seed")
            raise PropertyViolated(
                f"recorded rewards {solution.rewards}, replayed rewards {rewards}", episode
            )


def _number(value: Any) -> float:
    """The reward as a number; 0.0 if it is not one."""
    usable = isinstance(value, int | float) and value == value
    return float(value) if usable else 0.0


@check("semantic.invariances")
def invariances(context: CheckContext) -> None:
    make_invariances = getattr(context.subject.proof, "invariances", None)
    if not callable(make_invariances):
        raise NotApplicable("proof.py lists no invariances: write invariances()")
    entries = make_invariances()
    if isinstance(entries, dict):
        entries = entries.items()
    for entry in entries:
        name, function = entry if isinstance(entry, tuple) else (entry.__name__, entry)
        _require_invariant(context, str(name), function)


def _require_invariant(context: CheckContext, name: str, function: Any) -> None:
    """Check one function of the author, by its parameters.

    `f(action)` and `f(env, observation, action)` return an equivalent action, which must earn the
    same reward. `f(transcript)` must not return False or an error text; a transcript is a list of
    (action, observation), the first with action None.
    """
    parameters = list(inspect.signature(function).parameters)
    if len(parameters) == 1 and parameters[0] in ("transcript", "trace", "history", "episode"):
        for episode in context.corpus():
            trace = context.play(episode)
            transcript = list(
                zip([None, *episode.actions], [response.raw for response in trace], strict=False)
            )
            verdict = function(transcript)
            if verdict is False or isinstance(verdict, str):
                raise PropertyViolated(
                    f"the invariant {name!r} does not hold: {verdict or ''}", episode
                )
        return
    for solution in context.solutions[:4]:
        driver = context.new_in_process_driver()
        response = driver.reset(**({} if solution.seed is None else {"seed": solution.seed}))
        actions, total = [], 0.0
        for action in solution.actions:
            model = make_action(context.subject.action_type, action)
            equivalent = (
                function(model)
                if len(parameters) == 1
                else function(driver.env, response.raw, model)
            )
            equivalent_action = action_to_dict(equivalent)
            actions.append(equivalent_action)
            response = driver.step(equivalent_action)
            total += response.numeric_reward
            if response.done or response.data is None:
                break
        if not _equal(total, solution.total):
            text = (
                f"{name!r}: the equivalent actions earn {total:.4g} instead of {solution.total:.4g}"
            )
            raise PropertyViolated(text, Episode.of(solution.seed, actions, str(name)))


def _equal(left: float, right: float) -> bool:
    return abs(left - right) <= 1e-9 * max(1.0, abs(left), abs(right))
