"""Reset: an option that the README names has an effect."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any

from hallmark_rl.conformance.actions.written_texts import written_sentences
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_of, play
from hallmark_rl.conformance.checking.probes.changed_plays import PlayChanger
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.diff import content_text
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.properties.variants.name_mask import NameMask
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.variants import Variant

_CALL = re.compile(r"\breset\(([^()\n]{1,80})\)")
_ARGUMENT = re.compile(r"(\w+)\s*=\s*(\"[^\"]*\"|'[^']*'|-?\d+(?:\.\d+)?|True|False)")
_OTHERWISE = {"seed", "episode_id", "level", "split", "index", "task", "task_id", "difficulty"}
"""Arguments that other properties look at."""
_SEEDS, _STEPS, _LONGEST = 6, 12, 60
_LEVELS = 3
"""Levels, the last ones, at which an option may have its effect."""
_CHANGED, _PLAYS = 4, 40
"""Solutions that are changed at random, and how often each."""
_FEWEST_VALUES = 2
"""Values of an option that must be without effect: one of them may be the default."""


@check("reset.named_options")
def named_options(context: CheckContext) -> None:
    """Play with each value of an option that the texts name, and without it."""
    context.require_deterministic()
    context.require_capability_absent("unseeded", "the environment takes no seed")
    texts = written_sentences(context.subject, context.source.schema, [])
    named = _named_values(texts)
    if not named:
        raise NotApplicable("no text names an option of reset() with a value")
    tried = False
    for name, (values, sentence) in named.items():
        without_effect = []
        for value in values:
            effect = _has_effect(context, name, value)
            if effect is False:
                effect = _has_effect_at_a_level(context, name, value) or _changes_what_is_paid(
                    context, name, value
                )
            if effect:
                break
            without_effect += [value] if effect is False else []
        else:
            tried |= len(without_effect) >= _FEWEST_VALUES
            if len(without_effect) >= _FEWEST_VALUES:
                shown = ", ".join(map(repr, without_effect))
                raise PropertyViolated(
                    f"reset({name}=...) changes nothing with {shown} on {_SEEDS} seeds, though the "
                    f"texts say {sentence[:160]!r}",
                    Episode.of(context.seeds[0], [], "opening", **{name: without_effect[-1]}),
                )
            continue
        tried = True
    if not tried:
        raise EvidenceMissing("reset() refuses the values of the options that the texts name")


def _named_values(texts: list[str]) -> dict[str, tuple[list[Any], str]]:
    """Options of reset() with the values that the texts name and their neighbours."""
    found: dict[str, tuple[list[Any], str]] = {}
    for text in texts:
        for call in _CALL.findall(text):
            for name, literal in _ARGUMENT.findall(call):
                if name not in _OTHERWISE:
                    values = found.setdefault(name, ([], text))[0]
                    near = _near(ast.literal_eval(literal))
                    values += [value for value in near if value not in values]
    return found


def _near(value: Any) -> Iterator[Any]:
    """The value, and others of its kind that may be valid as well."""
    yield value
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield from (value + 1, value - 1, value + 2)


def _has_effect_at_a_level(context: CheckContext, name: str, value: Any) -> bool:
    """Whether an episode of a level differs with the option: it may change what is hard there."""
    try:
        variants = chosen_variants(context, tasks=False)
    except (EvidenceMissing, NotApplicable):
        return False
    levels = [variant.options for variant in variants if variant.kind == "level"]
    return any(_has_effect(context, name, value, level) for level in levels[-_LEVELS:] if level)


def _has_effect(
    context: CheckContext, name: str, value: Any, level: Mapping[str, Any] | None = None
) -> bool | None:
    """Whether any episode differs with the option; None if a reset with it is refused."""
    plain_options = dict(level or {})
    options = {**plain_options, name: value}
    mask = NameMask([Variant("mode", {name: value})])
    for seed in context.until_budget(range(1, _SEEDS + 1), least=3):
        with_option, plain = (_played(context, seed, each) for each in (options, plain_options))
        if with_option[0].data is None:
            return None
        shown = [
            content_text([mask.without(response.plain()) for response in played])
            for played in (with_option, plain)
        ]
        if shown[0] != shown[1]:
            return True
    return False


def _changes_what_is_paid(context: CheckContext, name: str, value: Any) -> bool:
    """Whether a changed solution, such as one that breaks a rule, is paid otherwise."""
    solutions = [solution for solution in context.survey.solutions if solution.actions]
    moves = [action for solution in solutions for action in solution.actions]
    for solution in context.until_budget(solutions[:_CHANGED], least=2):
        rng = context.rng(f"named options {name} {solution.seed}")
        changer = PlayChanger(solution.actions, [*moves, *context.pool], rng)
        for _ in range(_PLAYS):
            actions = changer.changed(solution.actions)
            if not all(map(context.source.valid, actions)):
                continue
            paid = [
                play(context, actions, solution.seed, **options).rewards
                for options in ({}, {name: value})
            ]
            if paid[0] != paid[1]:
                return True
    return False


def _played(context: CheckContext, seed: int, options: dict[str, Any]) -> list[Response]:
    """What random play, and the oracle, are told."""
    walk = context.random_episode(seed, _STEPS, "named options").actions
    told = list(context.play(Episode.of(seed, walk, "walk", **options)))
    try:
        policy = oracle_of(context)
    except EvidenceMissing:
        return told
    if context.subject.url is None:
        play_policy(context.subject, context.survey, policy, seed, _LONGEST, told, **options)
    return told
