"""Which properties may rely on solutions that were found by search, and on which of them.

A found solution is a lower bound of what can be earned. It shows that something is paid; it does
not show that nothing is paid more, nor that the author meant it. Here is said, for each property
that needs an oracle, how well a found solution must be supported to stand in for the author's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from hallmark_rl.conformance.catalogue import Property
from hallmark_rl.conformance.survey.survey_data import Rollout, Survey

FOUND_BY_SEARCH = "the oracle was found by search"
"""Part of the label of results that rest on found solutions."""


def _played(survey: Survey) -> bool:
    """Any episode will do: the property compares an episode with itself."""
    return survey.deterministic and bool(survey.found.get("kind"))


def _solved(survey: Survey) -> bool:
    """The environment says that the episodes are solved; they need not be the best."""
    return survey.found.get("kind") in ("solved", "answer")


def _near_best(survey: Survey) -> bool:
    """The return is a fair unit of measure: a right answer, or nearly the declared maximum."""
    return _answer(survey) or (_solved(survey) and bool(survey.found.get("near_maximum")))


def _answer(survey: Survey) -> bool:
    """The action holds this task's answer: other tasks' values are not paid in its place."""
    return survey.found.get("kind") == "answer"


def _hidden_answer(survey: Survey) -> bool:
    """An answer that does not come from the observation, and so may count as a secret."""
    sources = (survey.found.get("rule") or {}).get("sources", ())
    return _answer(survey) and all(source["place"] != "observation" for source in sources)


_USES: dict[str, Callable[[Survey], bool]] = {
    # The episode is replayed and compared with itself.
    "semantic.verifier_determinism": _played,
    "semantic.verifier_portability": _played,
    "semantic.replayability": _played,
    "semantic.unit_prices": _played,
    "reward.free_spellings": _played,
    "reward.refunds": _played,
    "semantic.listed_examples": _played,
    "semantic.dropped_fractions": _played,
    # What pays after the end of a solved episode, or beside it, is wrong whatever else would pay.
    "semantic.answer_revealed": _solved,
    "reward.unsolved_farming": _solved,
    "reward.free_last_step": _solved,
    "step.overruns": _solved,
    "step.final_answers": _solved,
    "semantic.injected_lines": _solved,
    "reward.paid_again": _solved,
    "reward.repaired_damage": _solved,
    "reward.success_once": _solved,
    # Something cheap is compared with the return of a solution.
    "reward.repetition": _near_best,
    "reward.toggling": _near_best,
    "reward.idle_credit": _near_best,
    "reward.garbage_pays_nothing": _near_best,
    "reward.length_pays_nothing": _near_best,
    "semantic.floor_gap": _near_best,
    "semantic.canary_floor": _near_best,
    "semantic.fixed_cycles": _near_best,
    "semantic.undone_steps": _near_best,
    "reward.returns_in_parts": _near_best,
    "semantic.last_steps": _near_best,
    "semantic.swept_values": _near_best,
    "semantic.question_order": _near_best,
    "semantic.program_exploits": _near_best,
    "semantic.trivial_programs": _near_best,
    # The answer itself is changed, listed with others, or taken to a different task.
    "semantic.wrong_answers": _answer,
    "secrecy.refusals": _answer,
    "secrecy.charged_mistakes": _answer,
    "semantic.distractors": _answer,
    "semantic.equal_neighbours": _answer,
    "semantic.equal_forms": _answer,
    "semantic.equal_items": _answer,
    "semantic.identical_items": _answer,
    "semantic.lists_as_asked": _answer,
    "semantic.stated_rules": _answer,
    "semantic.forbidden_items": _answer,
    "semantic.stated_lengths": _answer,
    "semantic.allowed_lengths": _answer,
    "semantic.repeated_items": _answer,
    "semantic.respelled_repeats": _answer,
    "semantic.two_labels": _answer,
    "semantic.split_limits": _played,
    "semantic.number_forms": _answer,
    "semantic.value_types": _answer,
    "semantic.whole_lists": _answer,
    "semantic.equal_labels": _answer,
    "semantic.written_values": _answer,
    "semantic.clock_parts": _answer,
    "semantic.left_out_parts": _answer,
    "semantic.cut_answers": _answer,
    "semantic.denied_sentences": _answer,
    "semantic.wrong_numbers": _answer,
    "semantic.filled_answers": _answer,
    "semantic.wildcards": _answer,
    "semantic.near_misses": _answer,
    "semantic.query_preparations": _answer,
    "semantic.stated_confidence": _answer,
    "secrecy.hidden_references": _answer,
    "secrecy.pointing_replies": _answer,
    "semantic.listed_candidates": _answer,
    "semantic.option_shortcuts": _answer,
    "semantic.answers_paid": _answer,
    "contract.answers_accepted": _answer,
    "semantic.answer_position": _answer,
    "semantic.equivalent_programs": _answer,
    "semantic.program_mutants": _answer,
    "semantic.answer_bias": _answer,
    "semantic.central_options": _answer,
    "semantic.source_order": _answer,
    "semantic.text_lengths": _answer,
    "semantic.listed_places": _answer,
    "semantic.side_channels": _answer,
    "semantic.listed_looks": _answer,
    "semantic.kept_places": _answer,
    "semantic.copied_values": _answer,
    "semantic.empty_lists": _answer,
    "semantic.json_layout": _answer,
    "semantic.any_order": _answer,
    "semantic.formulas": _answer,
    "semantic.commented_parts": _answer,
    "semantic.stated_tolerance": _answer,
    "semantic.units": _answer,
    "semantic.items_used_up": _answer,
    "semantic.targets_matter": _answer,
    "variants.wrong_answers": _answer,
    "variants.frozen_answers": _answer,
    "variants.shown_answers": _answer,
    # Texts of the answer are searched in messages.
    "semantic.no_solution_leakage": _hidden_answer,
    "secrecy.state": _hidden_answer,
    "secrecy.metadata": _hidden_answer,
    "secrecy.schema": _hidden_answer,
    "secrecy.episode_id": _hidden_answer,
    "secrecy.redacted_texts": _hidden_answer,
    "secrecy.errors": _hidden_answer,
    "secrecy.logs": _hidden_answer,
    "secrecy.repr": _hidden_answer,
    "secrecy.answer_digests": _hidden_answer,
    "secrecy.telling_ids": _answer,
    "secrecy.answers_in_ids": _answer,
    "semantic.other_case": _near_best,
    "secrecy.listing_refusals": _answer,
    "variants.leaks": _hidden_answer,
    # Different solutions of different seeds count as different tasks.
    "reset.seed_varies": _answer,
    "reset.unseeded_varies": _answer,
}
"""What a property asks of found solutions. A property that needs an oracle and is not named here
never uses them: it states what the best policy earns, that an oracle is reliable, or that the
reported success agrees with solving, and of that only the author can say what is right."""
_OTHERS = (
    "secrecy.hidden_value_pays",
    "isolation.global_rng",
    "isolation.global_rng_kept",
    "reward.no_change_pays",
    "reward.stated_at_limit",
    "reward.stated_total",
    "semantic.fixed_answers",
    "step.after_done_pays_nothing",
    "step.after_done_costs_nothing",
    "step.done_stays",
)
"""Properties that need no oracle and see more with the search: its rules, solved episodes, and what
earned something else when it was played again."""


def uses_found_solutions(ids: Iterable[str]) -> bool:
    """Whether a search is worth its time for these properties."""
    return any(name in _USES or name in _OTHERS for name in ids)


def survey_for(entry: Property, survey: Survey) -> Survey:
    """The survey as the check of a property may use it: without solutions that it must not use.

    Solutions of the author's oracle are always kept. Found ones serve a property that needs no
    oracle as episodes like any other.
    """
    if not survey.found or not (set(entry.needs) & {"oracle", "secrets"} or entry.id in _USES):
        return survey
    if _USES.get(entry.id, _never)(survey):
        return survey
    kind, how = survey.found.get("kind"), survey.found.get("how", "")
    reason = {
        "answer": f"a search found solutions ({how}), but here the author's word is needed",
        "solved": f"a search found solved episodes ({how}), but they need not be the best ones",
        "played": "a search found paid episodes, but nothing says that they solve the task",
    }.get(str(kind), f"searched without success: {how}")
    return replace(survey, solutions=[], evidence={**survey.evidence, "search": reason})


def _never(survey: Survey) -> bool:
    return False


def is_best_known(solution: Rollout, survey: Survey) -> bool:
    """Whether to earn more than this solution is a sign that something is wrong.

    It is for the author's oracle; what a search found may be far from the best.
    """
    return not solution.found or _near_best(survey)


def found_label(entry: Property, survey: Survey) -> str:
    """Says that a result rests on found solutions; empty if it does not."""
    used = entry.id in _USES and any(rollout.found for rollout in survey.solutions)
    how = survey.found.get("how", "")
    return f"{FOUND_BY_SEARCH}, not stated by the author: {how}" if used else ""
