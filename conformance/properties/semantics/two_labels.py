"""Semantics: an answer that gives an item two labels is not right because one of them is.

To two items a second label is added: to one after its right label, to the other before it. A grader
that takes the first label, or the last one, finds one of the two wrong.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.probes.labelled_items import Labelling, Pair, labellings
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.message_content import scalars_without_counters
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FURTHER, _FEWEST, _SHARE = 12, 3, 0.75
_MOST_TRIES = 8
_HEAD = re.compile(r"^\W*([\w-]+)", re.M)
"""The word that a line begins with, such as the number of an item."""


@check("semantic.two_labels")
def two_labels(context: CheckContext) -> None:
    """Give two items of solutions a second label each, and compare the returns."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [*context.solutions, *more_solutions(context, _FURTHER)]
    tried: dict[str, int] = {}
    paid: dict[str, list[tuple[Episode, Pair, Pair]]] = {}
    for solution in context.until_budget(solutions, least=2 * _FEWEST):
        shown = _shown(context, solution)
        for labelling in labellings(solution, solutions):
            if not all(str(item) in shown for item, _ in labelling.pairs):
                continue
            if len({repr(label) for _, label in labelling.pairs}) == len(labelling.pairs):
                continue  # each label once: they are places, and the last one in a place stays
            for one, other in itertools.islice(_second_labels(labelling), _MOST_TRIES):
                episode = _paid_with_both(context, solution, labelling, one, other)
                if episode is None:
                    continue
                tried[labelling.form] = tried.get(labelling.form, 0) + 1
                if isinstance(episode, Episode):
                    paid.setdefault(labelling.form, []).append((episode, one, other))
                break
    if not tried:
        raise NotApplicable("no solution gives each of several items a label")
    for form, found in paid.items():
        if len(found) >= max(_FEWEST, _SHARE * tried[form]):
            episode, one, other = found[0]
            raise PropertyViolated(
                f"with a second, wrong label for two items ({to_json(one)} after the right one, "
                f"{to_json(other)} before it; {form}) the answer is paid like the solution, on "
                f"{len(found)} of {tried[form]} tasks",
                episode,
            )


def _shown(context: CheckContext, solution: Rollout) -> set[str]:
    """The names, values and keys of the first message as texts, and the first words of lines."""
    opening = context.play(Episode.of(solution.seed, [], "opening", **solution.options))[0]
    parts = list(subtrees(opening.data or {}))
    keys = {path.rpartition(".")[2] for path, _ in parts}
    texts = [value for _, value in parts if isinstance(value, str)]
    heads = {match[1] for text in texts for match in _HEAD.finditer(text)}
    return keys | heads | {str(value) for _, value in parts if isinstance(value, str | int)}


def _second_labels(labelling: Labelling) -> Iterator[tuple[Pair, Pair]]:
    """A wrong label for an item that comes after its right one, and for another one before it."""
    given = {*labelling.pairs}
    ranks = {label: rank for rank, label in enumerate(labelling.labels)}
    for (first, label), (second, other_label) in itertools.permutations(labelling.pairs, 2):
        if first == second:
            continue
        later = [
            each for each in ranks if ranks[each] > ranks[label] and (first, each) not in given
        ]
        earlier = [
            each
            for each in ranks
            if ranks[each] < ranks[other_label] and (second, each) not in given
        ]
        if later and earlier:
            yield (first, later[0]), (second, earlier[-1])


def _paid_with_both(
    context: CheckContext, solution: Rollout, labelling: Labelling, one: Pair, other: Pair
) -> Episode | bool | None:
    """The episode with both labels if it is paid; False if not; None if it shows nothing.

    It shows nothing where a wrong label alone is paid, where the action model refuses the answer,
    or where a step that gives another label changes nothing.
    """
    pairs = list(labelling.pairs)
    places = [next(i for i, pair in enumerate(pairs) if pair[0] == p[0]) for p in (one, other)]
    for place, wrong in zip(places, (one, other), strict=True):
        alone = labelling.with_pairs(
            [wrong if i == place else pair for i, pair in enumerate(pairs)]
        )
        if not all(map(context.source.valid, alone)):
            return None
        if paid_like(context, solution, alone, "a wrong label"):
            return None
    both: list[Pair] = []
    for place, pair in enumerate(pairs):
        before = [other] if place == places[1] else []
        after = [one] if place == places[0] else []
        both += [*before, pair, *after]
    actions = labelling.with_pairs(both)
    if not all(map(context.source.valid, actions)):
        return None
    if labelling.in_steps and not _replaces(context, solution, labelling, places[0], one):
        return None
    return paid_like(context, solution, actions, "two labels") or False


def _replaces(
    context: CheckContext, solution: Rollout, labelling: Labelling, place: int, wrong: Pair
) -> bool:
    """Whether a step that gives an item another label shows that one in the place of the first.

    And nothing is paid yet: else an item may rightly be settled by its first right label.
    """
    pairs = labelling.pairs[: place + 1]
    actions = labelling.with_pairs([*pairs, wrong])
    count = next(i for i, action in enumerate(actions) if action not in solution.actions)
    shown = []
    for steps in (actions[:count], actions[: count + 1]):
        trace = context.play(Episode.of(solution.seed, steps, "a label"))
        if any(abs(response.numeric_reward) > 1e-9 for response in trace[1:]) or trace[-1].done:
            return False
        shown.append(scalars_without_counters(trace[-1].data or {}))
    right, other = str(labelling.pairs[place][1]), str(wrong[1])
    return any(
        str(value) == right and str(shown[1].get(path)) == other for path, value in shown[0].items()
    )
