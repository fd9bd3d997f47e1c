"""Variants: things that the documents say are held out are not named in training tasks.

A sentence such as "A quarter of the countries is held out" is about the things that tasks are made
of. Their names are read from the oracle's actions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_rollout
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.survey.variants import Variant

_SEEDS, _FEWEST_SEEDS, _STEPS = 80, 24, 40
_FEWEST, _SHARE = 6, 0.9
"""Names of a split that must be seen, and the share of them that training tasks name too."""
_HELD_OUT = re.compile(
    r"\b(?:\w+|\d+ ?%) of (?:the |its |all )?"
    r"(?P<things>[a-z]+s) (?:is|are) (?:held[- ]out|kept apart|reserved|kept for)\b",
    re.I,
)
_NAMED = r"\b(?:names? of |which |what |an? |the )(?:an? |the |one )?{}\b"
_TRAINING = re.compile(r"train|^default$", re.I)


@check("variants.held_out_names")
def held_out_names(context: CheckContext) -> None:
    """Compare the names in the oracle's actions between the splits."""
    splits = [v for v in chosen_variants(context, tasks=False) if list(v.options) == ["split"]]
    training = [v for v in splits if _TRAINING.search(str(v.options["split"]))]
    others = [v for v in splits if v not in training]
    if not training or not others:
        raise NotApplicable("no split for training and another one are declared")
    sentences = task_sentences(context)
    said = next((s for s in sentences for _ in _things(context, s)), "")
    if not said:
        raise NotApplicable("no text says that things which an action names are held out")
    named: dict[str, dict[str, int]] = {v.label: {} for v in splits}
    seeds = 0
    for seed in context.until_budget(range(1, _SEEDS + 1), least=_FEWEST_SEEDS):
        seeds += 1
        for split in splits:
            for name in _names(context, split, seed):
                named[split.label].setdefault(name, seed)
    if seeds < _FEWEST_SEEDS:
        raise EvidenceMissing(f"fewer than {_FEWEST_SEEDS} seeds could be tried")
    trained = named[training[0].label]
    for other in others:
        held_out = named[other.label]
        shared = sorted(held_out.keys() & trained.keys())
        if len(held_out) >= _FEWEST and len(shared) >= _SHARE * len(held_out):
            raise PropertyViolated(
                f"{len(shared)} of {len(held_out)} names in solutions of reset({other.label}), "
                f"such as {shared[0]!r}, are also in those of reset({training[0].label}), though a "
                f"text says {said[:120]!r}",
                Episode.of(held_out[shared[0]], [], "opening", **other.options),
            )


def _things(context: CheckContext, sentence: str) -> Iterator[str]:
    """The things that a sentence says are held out, if an action's description names one of them.

    Tasks that are held out are made of the same things as others.
    """
    schema = context.source.schema
    described = [str(text) for path, text in subtrees(schema) if path.endswith("description")]
    fields = [name.lower() for name in schema.get("properties", {})]
    for match in _HELD_OUT.finditer(sentence):
        things = match["things"].lower()
        single = re.sub(r"ies$", "y", things) if things.endswith("ies") else things[:-1]
        pattern = re.compile(_NAMED.format(single), re.I)
        documented = [s for s in task_sentences(context) if re.search(r"\bnames? of\b|`", s)]
        if single in fields or any(pattern.search(text) for text in [*described, *documented]):
            yield single


def _names(context: CheckContext, split: Variant, seed: int) -> set[str]:
    """The texts of the oracle's actions that the first message holds as names."""
    opening = context.play(Episode.of(seed, [], "opening", **split.options))[0]
    shown = [t for _, t in subtrees(shown_to_agent(opening.data or {})) if isinstance(t, str)]
    text = "\n".join(shown)
    rollout = oracle_rollout(context, seed, _STEPS, **split.options)
    sent = {v for a in rollout.actions for _, v in subtrees(a) if isinstance(v, str) and v}
    return {
        name
        for name in sent
        if name[:1].isupper() and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)
    }
