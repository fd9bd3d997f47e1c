"""Variants: beside an option, the right answers follow from the seed as they do without it.

An option that chooses a season or a map often brings a generator of its own. What is drawn from it
by mistake is the same on every seed: one answer, or one plan, is then right for all.
"""

from __future__ import annotations

import itertools
import re

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import CLAIMS, confirm_share
from hallmark_rl.conformance.checking.error_rate import fresh_seeds
from hallmark_rl.conformance.checking.policies import oracle_of
from hallmark_rl.conformance.checking.probes.reset_options import CHOOSES_TASK
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import (
    check_each_variant,
    chosen_variants,
)
from hallmark_rl.conformance.properties.variants.wrong_at_variant import (
    PLAIN,
    PLAIN_SHARE,
    exchanged,
    exchanged_share,
    other_is_paid,
    solve_at,
)
from hallmark_rl.conformance.survey.survey_data import Rollout
from hallmark_rl.conformance.survey.variants import Variant

_SEEDS, _FEWEST_SOLVED = 6, 3
_SAME = 12
"""Seeds on which all answers must be the same, where no two are without the option."""
_PART, _SHARE_HERE, _LARGEST_SHARE = 0.5, 0.5, 0.3
"""Part of the right solution's pay that another seed's earns; the share of pairs that must do so
on the first seeds, and the share that a sound environment may have."""
_MOST_TRIALS = 60
_FEWEST_VALUES = 2
"""Values of one option with which it must be so."""


@check("variants.frozen_answers")
def frozen_answers(context: CheckContext) -> None:
    """Compare the solutions of several seeds beside each value of each option."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    context.require_capability_absent("single_task", "there is one task")
    oracle_of(context)
    if not any(_is_option(variant) for variant in chosen_variants(context, tasks=False)):
        raise NotApplicable("reset() takes no option beside levels and splits")
    plain = _solutions(context, PLAIN, _SEEDS)
    if len(plain) < _FEWEST_SOLVED:
        raise EvidenceMissing("the oracle solves too few seeds: see semantic.oracle_max")
    if len({to_json(solution.actions) for solution in plain}) < len(plain):
        raise NotApplicable("without an option, too, the same actions solve several seeds")
    plain_share = exchanged_share(context, PLAIN, plain, part=_PART)
    sentences = task_sentences(context)
    frozen: dict[str, list[tuple[Variant, str]]] = {}
    tested: list[str] = []

    def compare(variant: Variant) -> None:
        (name,) = variant.options if _is_option(variant) else ("",)
        if not name or variant.options[name] is None:
            return
        if CHOOSES_TASK.search(name) and not _follows_seed(name, sentences):
            return
        solutions = _solutions(context, variant, _SEEDS)
        if len(solutions) < _FEWEST_SOLVED:
            raise EvidenceMissing("the oracle solves too few seeds: see variants.oracle")
        if found := _same(context, variant, solutions) or in_part(variant, solutions):
            frozen.setdefault(name, []).append((variant, found))
            if len(frozen[name]) >= _FEWEST_VALUES:
                first = frozen[name][0][0]
                raise PropertyViolated(
                    f"as with reset({first.label}), {found}; without the option it is not so",
                    exchanged(variant, solutions),
                )

    def in_part(variant: Variant, solutions: list[Rollout]) -> str:
        share = exchanged_share(context, variant, solutions, part=_PART)
        if plain_share is None or share is None or plain_share > PLAIN_SHARE:
            return ""
        if share <= _SHARE_HERE or len(tested) == CLAIMS:
            return ""
        tested.append(variant.label)
        test = confirm_share(
            context,
            "variants.frozen_answers",
            lambda seed: other_is_paid(context, variant, seed, _PART),
            _LARGEST_SHARE,
            plays=3,
            most_trials=_MOST_TRIALS,
            name=variant.label,
        )
        text = "the solution of another seed earns half of what the right one earns, or more"
        return f"{text} ({test})" if test else ""

    check_each_variant(context, compare, tasks=False)


def _is_option(variant: Variant) -> bool:
    return variant.kind == "mode" and len(variant.options) == 1


def _follows_seed(name: str, sentences: list[str]) -> bool:
    """Whether a sentence names the option and the seed, as `the leak of a map follows the seed`."""
    option = re.compile(rf"\b{re.escape(name)}s?\b", re.I)
    return any(option.search(text) and re.search(r"\bseeds?\b", text, re.I) for text in sentences)


def _solutions(context: CheckContext, variant: Variant, count: int) -> list[Rollout]:
    """The oracle's paid episodes on fresh seeds."""
    seeds = itertools.islice(fresh_seeds(context.seed, "beside an option"), count)
    played = (solve_at(context, variant, seed) for seed in seeds)
    return [rollout for rollout in played if rollout is not None]


def _same(context: CheckContext, variant: Variant, solutions: list[Rollout]) -> str:
    """What is wrong if the oracle's actions are the same on all seeds; empty if they are not."""
    if len({to_json(solution.actions) for solution in solutions}) > 1:
        return ""
    more = _solutions(context, variant, _SAME)
    if len({to_json(solution.actions) for solution in more}) > 1 or len(more) < _SAME // 2:
        return ""
    return f"the same actions solve the task on all of {len(more)} seeds"
