"""Variants: what the documents say is held out does not come up in training."""

from __future__ import annotations

import re

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import to_json
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
_NEVER_TRAINED = re.compile(
    r"\b(\w+) (?:that|which) no \w+ (?:of|in) (?:the )?train\w*"
    r"|\b(\w+) (?:that|which) (?:\w+ )?(?:not|never)\b[^.;]{0,60}\btrain"
    r"|\bno (\w+) (?:\w+ ){1,2}in both (?:splits|sets)\b"
    r"|\bno (\w+) of the (?:test|held[- ]out|eval\w*) (?:split|set)\b[^.;]{0,60}\btrain"
    r"|\bsplits? (?:\w+ ){1,3}no (\w+) in common\b",
    re.I,
)
"""What no training task has: `made of mails that no inbox of the training split contains`."""
_TRAINING = re.compile(r"train|^default$", re.I)
_FEWEST_VALUES, _NEVER_SHARE = 2, 0.25
"""Values in both splits that are reported; their share where no training task may have any."""
_STEPS = 5
"""Steps of the episodes in which further values of a field are shown."""


@check("variants.held_out_values")
def held_out_values(context: CheckContext) -> None:
    """Compare, between splits, the values of fields that the documents say are held out."""
    splits = [v for v in chosen_variants(context, tasks=False) if "split" in v.options]
    splits = [v for v in splits if len(v.options) == 1]
    training = [v for v in splits if _TRAINING.search(str(v.options["split"]))]
    others = [v for v in splits if v not in training]
    if not training or not others:
        raise NotApplicable("no split for training and another one are declared")
    never = _nouns(context, _NEVER_TRAINED)
    nouns = never | _nouns(context, _HELD_OUT)
    names = [name for name in _values(context, 1, training[0]) if _is_named(name, nouns)]
    if not names:
        raise NotApplicable("no field of the observation is named like what is held out")
    drawn: dict[str, list[tuple[int, dict[str, set[str]]]]] = {v.label: [] for v in splits}
    for seed in context.until_budget(range(1, _SEEDS + 1), least=_FEWEST_SEEDS):
        for variant in splits:
            drawn[variant.label].append((seed, _values(context, seed, variant)))
    if len(drawn[splits[0].label]) < _FEWEST_SEEDS:
        raise EvidenceMissing(f"fewer than {_FEWEST_SEEDS} seeds could be tried")
    for name in names:
        trained = _seeds_of(name, drawn[training[0].label])
        for other in others:
            held_out = _seeds_of(name, drawn[other.label])
            shared = sorted(trained.keys() & held_out.keys())
            all_shared = len(shared) == len(held_out) < len(trained)
            some = _is_named(name, never) and len(shared) >= _NEVER_SHARE * len(held_out)
            if len(shared) >= _FEWEST_VALUES and (all_shared or some):
                count = "each" if all_shared else f"{len(shared)} of {len(held_out)}"
                raise PropertyViolated(
                    f"{count} {name} of reset({other.label}), such as {shared[0][:200]} (seed "
                    f"{held_out[shared[0]]}), also comes up in reset({training[0].label}) (seed "
                    f"{trained[shared[0]]}), though the documents say that these are held out",
                    Episode.of(trained[shared[0]], [], "opening", **training[0].options),
                )


def _nouns(context: CheckContext, pattern: re.Pattern[str]) -> set[str]:
    """The words that the texts call held out in a sentence of this form."""
    return {
        word.lower()
        for sentence in task_sentences(context)
        for found in pattern.finditer(sentence)
        for word in found.groups()
        if word
    }


def _values(context: CheckContext, seed: int, variant: Variant) -> dict[str, set[str]]:
    """The scalars and objects that each field shows while one action is repeated."""
    actions = context.pool[:1] * _STEPS
    values: dict[str, set[str]] = {}
    for response in context.play(Episode.of(seed, actions, "values", **variant.options)):
        for name, value in shown_to_agent(response.data or {}).items():
            if isinstance(value, dict) and value:
                values.setdefault(name, set()).add(to_json(value))
            elif isinstance(value, str | int) and value != "":
                values.setdefault(name, set()).add(repr(value))
    return values


def _seeds_of(name: str, drawn: list[tuple[int, dict[str, set[str]]]]) -> dict[str, int]:
    """The values of a field, each with a seed on which it was shown."""
    return {value: seed for seed, values in drawn for value in sorted(values.get(name, ()))}


def _is_named(name: str, nouns: set[str]) -> bool:
    return any(noun in (name.lower(), f"{name.lower()}s", f"{name.lower()}es") for noun in nouns)
