"""Variants: what the documents say is held out does not come up in training."""

from __future__ import annotations

import re

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.survey.variants import Variant

_SEEDS, _FEWEST_SEEDS = 80, 24
_HELD_OUT = re.compile(
    r"\bheld[- ]out (\w+)"
    r"|\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|these|those|some|whole) (\w+) "
    r"(?:is|are) (?:held out|kept apart|reserved|kept for)\b"
    r"|\b(\w+) of the test (?:split|set|\w+)\b.{0,40}\b(?:never|not)\b",
    re.I,
)
"""What is held out: whole things, and not a part of the pairs of two of them."""
_TRAINING = re.compile(r"train|^default$", re.I)
_FEWEST_VALUES = 2


@check("variants.held_out_values")
def held_out_values(context: CheckContext) -> None:
    """Compare, between splits, the values of fields that the documents say are held out."""
    splits = [v for v in chosen_variants(context, tasks=False) if "split" in v.options]
    splits = [v for v in splits if len(v.options) == 1]
    training = [v for v in splits if _TRAINING.search(str(v.options["split"]))]
    others = [v for v in splits if v not in training]
    if not training or not others:
        raise NotApplicable("no split for training and another one are declared")
    nouns = {
        word.lower()
        for sentence in task_sentences(context)
        for found in _HELD_OUT.finditer(sentence)
        for word in found.groups()
        if word
    }
    names = [name for name in _first(context, 1, training[0]) if _is_named(name, nouns)]
    if not names:
        raise NotApplicable("no field of the observation is named like what is held out")
    drawn: dict[str, list[tuple[int, dict[str, object]]]] = {v.label: [] for v in splits}
    for seed in context.until_budget(range(1, _SEEDS + 1), least=_FEWEST_SEEDS):
        for variant in splits:
            drawn[variant.label].append((seed, _first(context, seed, variant)))
    if len(drawn[splits[0].label]) < _FEWEST_SEEDS:
        raise EvidenceMissing(f"fewer than {_FEWEST_SEEDS} seeds could be tried")
    for name in names:
        trained = {repr(m.get(name)): seed for seed, m in drawn[training[0].label]}
        for other in others:
            held_out = {repr(m.get(name)): seed for seed, m in drawn[other.label]}
            shared = sorted(trained.keys() & held_out.keys())
            if len(shared) >= _FEWEST_VALUES and len(shared) == len(held_out) < len(trained):
                raise PropertyViolated(
                    f"each {name} of reset({other.label}), such as {shared[0]} (seed "
                    f"{held_out[shared[0]]}), also comes up in reset({training[0].label}) (seed "
                    f"{trained[shared[0]]}), though the documents say that these are held out",
                    Episode.of(trained[shared[0]], [], "opening", **training[0].options),
                )


def _first(context: CheckContext, seed: int, variant: Variant) -> dict[str, object]:
    """The scalars of the first message of a variant."""
    episode = Episode.of(seed, [], "opening", **variant.options)
    shown = shown_to_agent(context.play(episode)[0].data or {})
    return {name: value for name, value in shown.items() if isinstance(value, str | int)}


def _is_named(name: str, nouns: set[str]) -> bool:
    return any(noun in (name.lower(), f"{name.lower()}s", f"{name.lower()}es") for noun in nouns)
