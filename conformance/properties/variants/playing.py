"""Variants: each can be reset, accepts valid actions, and comes to an end."""

from __future__ import annotations

import time

from hallmark_rl.conformance.checking.check_context import CheckContext, Trace
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.core.episode_data import Action, Call, Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import (
    check_each_variant,
    fault_of,
    variant_episodes,
    variant_seeds,
    variants_of,
)
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.variants import Variant, takes_argument

_DEFECTS = frozenset(
    {
        "ArithmeticError",
        "AssertionError",
        "AttributeError",
        "FileNotFoundError",
        "IndexError",
        "KeyError",
        "ModuleNotFoundError",
        "NameError",
        "NotImplementedError",
        "OverflowError",
        "RecursionError",
        "TypeError",
        "UnboundLocalError",
        "ZeroDivisionError",
    }
)
"""Exceptions by which no environment refuses an action."""
_REFUSALS = frozenset({"ActionError", "InvalidAction", "ValidationError", "ValueError"})
_ACTIONS = 8
_LONGEST = 1000
"""Steps after which an episode counts as endless if no limit is declared."""
_LENIENCY = 10
"""A level may have more steps than declared: only one limit can be declared for all levels."""
_END_SECONDS = 2.0
"""Seconds for which the end of one episode is awaited."""


@check("variants.reset")
def each_can_be_reset(context: CheckContext) -> None:
    refused = _refused_manifest_tasks(context)

    def reset(variant: Variant) -> None:
        _require_taken(context, variant)
        if variant.label in refused:
            raise EvidenceMissing(refused[variant.label])
        for seed in variant_seeds(context):
            driver = context.new_driver()
            response = driver.reset(seed=seed, **variant.options)
            driver.close()
            example = Episode.of(seed, [], "opening", **variant.options)
            if response.data is None:
                raise PropertyViolated(f"reset() raises {response}", example)
            error = response.data.get("error")
            if isinstance(error, dict) and error.get("message"):
                text = f"reset() returns the error {error.get('code')}: {error['message']}"
                raise PropertyViolated(text, example)
            if response.done:
                raise PropertyViolated("the episode is over right after reset()", example)

    check_each_variant(context, reset, combinations=True)


def _require_taken(context: CheckContext, variant: Variant) -> None:
    """Raise if the signature of `reset` does not take the variant's arguments."""
    driver = context.new_driver()
    missing = [
        name
        for name in variant.options
        if isinstance(driver, InProcessDriver) and not takes_argument(driver.env, name)
    ]
    driver.close()
    if missing:
        raise PropertyViolated(
            f"reset() has no parameter {missing[0]!r} and no **kwargs",
            Episode.of(context.seeds[0], [], "opening", **variant.options),
        )


def _refused_manifest_tasks(context: CheckContext) -> dict[str, str]:
    """Tasks of openenv.yaml, by label, if `reset` refuses each: it takes them in another way."""
    named = [variant for variant in variants_of(context).tasks if not variant.promised]
    for variant in named[:10]:
        driver = context.new_driver()
        response = driver.reset(seed=context.seeds[0], **variant.options)
        driver.close()
        if response.data is not None and not response.data.get("error"):
            return {}
    reason = "reset() refuses every task that openenv.yaml names: declare 'setups' in proof.py"
    return {variant.label: reason for variant in named}


@check("variants.step")
def each_accepts_actions(context: CheckContext) -> None:
    def step(variant: Variant) -> None:
        refusals: set[str] = set()
        accepted = 0
        for episode in variant_episodes(context, variant, _ACTIONS):
            trace = context.play(episode)
            _require_no_fault(episode, trace)
            accepted += sum(response.data is not None for response in trace[1:])
            examples = [Episode(episode.calls[: len(trace)], episode.label)]
            if len(trace) == 2 and trace[-1].data is None:  # an exception ended the episode
                trace, examples = _first_steps(context, episode, variant)
                accepted += sum(response.data is not None for response in trace)
            for response, example in zip(trace[-len(examples) :], examples, strict=True):
                if response.data is not None:
                    continue
                refusals.add(response.error)
                if response.error in _DEFECTS and not _raises_plainly(context, response.error):
                    raise PropertyViolated(f"step() raises {response}", example)
        if not accepted and not _oracle_is_accepted(context, variant):
            others = refusals - _REFUSALS
            if others and any(not _raises_plainly(context, name) for name in others):
                raise PropertyViolated(
                    f"step() raises {min(others)} on every valid action that was tried", example
                )
            raise EvidenceMissing(
                "no action that was tried is accepted: let actions() in proof.py draw some that are"
            )

    check_each_variant(context, step, combinations=True)


def _first_steps(
    context: CheckContext, episode: Episode, variant: Variant
) -> tuple[Trace, list[Episode]]:
    """Play each action of an episode as the first one; the responses, and the calls of each."""
    examples = [
        Episode.of(episode.seed, [action], "one action", **variant.options)
        for action in episode.actions
    ]
    return [context.play(example)[-1] for example in examples], examples


def _require_no_fault(episode: Episode, trace: Trace) -> None:
    """Raise if a message of an episode reports a fault of the environment."""
    for number, response in enumerate(trace):
        fault = fault_of(response)
        if fault:
            calls = episode.calls[: number + 1]
            raise PropertyViolated(f"a fault of the environment: {fault}", Episode(calls, "fault"))


def _oracle_is_accepted(context: CheckContext, variant: Variant) -> bool:
    """Whether the author's oracle, if there is one, can take a step."""
    oracle = getattr(context.subject.proof, "oracle", None)
    if not callable(oracle) or context.subject.url is not None:
        return False
    seed = context.seeds[0]
    rollout = play_policy(context.subject, context.survey, oracle, seed, 1, **variant.options)
    return bool(rollout.actions) and not rollout.error


def _raises_plainly(context: CheckContext, error: str) -> bool:
    """Whether the plain environment raises the same exception on a valid action."""
    return any(
        response.error == error
        for action in context.pool[:12]
        for response in context.play(Episode.of(context.seeds[0], [action]))
    )


@check("variants.ends")
def each_ends(context: CheckContext) -> None:
    context.require_capability_absent("continuing", "episodes do not end")
    null = [rollout.actions[0] for rollout in context.survey.null_rollouts if rollout.actions]

    def end(variant: Variant) -> None:
        walk = context.random_episode(context.seeds[0], _LONGEST, "ends").actions
        _require_end(context, variant, walk)
        for action in [*null[:1], *context.pool[:1]]:
            _require_end(context, variant, [action] * _LONGEST)

    check_each_variant(context, end)


def _require_end(context: CheckContext, variant: Variant, actions: list[Action]) -> None:
    """Play actions until the episode ends; an exception is no end, and is left out."""
    declared = context.declared.max_steps
    limit = min(_LONGEST, max(50, _LENIENCY * declared)) if declared else _LONGEST
    seed = context.seeds[0]
    driver = context.new_driver()
    try:
        response = context.call(driver, Call("reset", options={"seed": seed, **variant.options}))
        if response.data is None:
            raise EvidenceMissing(f"reset() raises {response.error}: see variants.reset")
        ends = time.monotonic() + _END_SECONDS
        accepted = 0
        for action in actions[:limit]:
            if response.done:
                return
            if time.monotonic() > ends:
                text = f"{accepted} steps in {_END_SECONDS:g} s do not end the episode"
                raise EvidenceMissing(text)
            response = driver.step(action)
            accepted += response.data is not None
    finally:
        driver.close()
    if response.done:
        return
    if not accepted:
        raise EvidenceMissing("no action that was tried is accepted: see variants.step")
    example = Episode.of(seed, actions[:4], "and so on", **variant.options)
    raise PropertyViolated(f"after {accepted} steps the episode is not done", example)
