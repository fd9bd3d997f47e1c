"""Variants: the tasks of one split are not those of another in another order."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Mapping

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.answer_patterns import Question, question_parts
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.survey.variants import Variant

_SEEDS, _FEWEST = 600, 30
_FEWEST_COPIES, _LEAST_SHARE = 6, 0.1
"""Tasks, and the share of a split's tasks, that must be rearranged ones of another split. Of two
splits with many tasks each, few that belong together are drawn."""
_USUAL = 8
"""How many times more of them there must be than within the splits, where a task may also happen to
hold the words of another one."""

_ORDERS: Mapping[str, Callable[[str], list[str]]] = {
    "words": lambda text: sorted(re.findall(r"\w+", text)),
    "letters": lambda text: sorted(re.sub(r"\W+", "", text)),
}


@check("variants.rearranged_tasks")
def rearranged_tasks(context: CheckContext) -> None:
    """Compare the words, and the letters, of first messages between and within splits."""
    context.require_deterministic()
    splits = [v for v in chosen_variants(context, tasks=False) if v.kind == "split"]
    if len(splits) < 2:
        raise NotApplicable("fewer than two splits are declared")
    tasks: dict[str, dict[str, int]] = {split.label: {} for split in splits}
    seeds = 0
    for seed in context.until_budget(range(1, _SEEDS + 1), least=_FEWEST):
        seeds += 1
        for split in splits:
            tasks[split.label].setdefault(_shown(context, split, seed), seed)
    if seeds < _FEWEST:
        raise EvidenceMissing(f"{seeds} seeds could be tried, {_FEWEST} are needed: use thorough")
    for one, other in itertools.combinations(splits, 2):
        for parts, order in _ORDERS.items():
            left = {text: "/".join(order(text)) for text in tasks[one.label]}
            right = {text: "/".join(order(text)) for text in tasks[other.label]}
            of_left = {look: text for text, look in left.items()}
            copies = [t for t, look in right.items() if look in of_left and t not in left]
            within = _copies_within(left) + _copies_within(right)
            needed = max(_FEWEST_COPIES, _LEAST_SHARE * len(right), _USUAL * within)
            if len(copies) >= needed:
                seed = tasks[other.label][copies[0]]
                twin = tasks[one.label][of_left[right[copies[0]]]]
                raise PropertyViolated(
                    f"{len(copies)} of {len(right)} tasks of reset({other.label}) have the {parts} "
                    f"of a task of reset({one.label}) in another order, such as seed {seed} and "
                    f"seed {twin}; within the splits {within or 'no'} tasks do",
                    Episode.of(seed, [], "opening", **other.options),
                )


def _copies_within(looks: Mapping[str, str]) -> int:
    """How many tasks look like another one of the same split."""
    return sum(count for count in Counter(looks.values()).values() if count > 1)


def _shown(context: CheckContext, split: Variant, seed: int) -> str:
    """The fields of the first message, without those that name the split or number the task."""
    names = {str(value).lower() for value in split.options.values()}
    opening = Episode.of(seed, [], "opening", **split.options)
    shown = shown_to_agent(context.play(opening)[0].data or {})
    parts = question_parts(Question(seed, shown, {}, None))
    return "\n".join(text for path, text in parts.items() if path in shown and text not in names)
