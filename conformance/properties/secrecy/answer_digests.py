"""Secrecy: no shown value is a hash of the answer, alone or with other shown values."""

from __future__ import annotations

from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.probes.digests import (
    HashedText,
    hash_of,
    hashed_texts,
    is_digest,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH, _FEWEST = 6, 3
_DIFFERENT = 2
"""Different answers that must agree with their hashes: 32 bits never do so by chance."""


@check("secrecy.answer_digests")
def answer_digests(context: CheckContext) -> None:
    """Hash answers in the ways that programs do, and compare with what looks like a hash."""
    context.require_capability_absent("single_task", "there is one task")
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    known: list[tuple[Rollout, dict[str, Any], list[Any]]] = []
    for solution in context.until_budget(solutions, least=_FEWEST):
        shown = _shown(context, solution)
        digests = [value for value in shown.values() if is_digest(value)]
        if not digests:
            raise NotApplicable("nothing that looks like a hash is shown after the reset")
        known.append((solution, shown, digests))
    first, shown, digests = known[0]
    answer = _answer(first)
    for way in hashed_texts(answer, shown):
        text = way.text(answer, shown)
        if text is None or hash_of(text, digests) is None:
            continue
        hits = [entry for entry in known if _agrees(way, *entry)]
        if len(hits) == len(known) and len({repr(_answer(hit[0])) for hit in hits}) >= _DIFFERENT:
            name, value = hash_of(text, digests) or ("", "")
            path = next(path for path, held in shown.items() if held == value)
            raise PropertyViolated(
                f"on all {len(known)} seeds, {path} is the {name} of {way}: who hashes each "
                f"possible answer finds the right one ({text!r} gives {value!r})",
                Episode.of(first.seed, [], "opening"),
            )


def _agrees(way: HashedText, solution: Rollout, shown: dict[str, Any], digests: list[Any]) -> bool:
    text = way.text(_answer(solution), shown)
    return text is not None and hash_of(text, digests) is not None


def _answer(solution: Rollout) -> dict[str, Any]:
    return {k: v for k, v in solution.actions[-1].items() if k not in ("metadata", "type")}


def _shown(context: CheckContext, solution: Rollout) -> dict[str, Any]:
    """The values of the first message, its metadata and the state, by path."""
    driver = context.new_driver()
    response = driver.reset(**({} if solution.seed is None else {"seed": solution.seed}))
    state = driver.state().data or {}
    driver.close()
    values = dict(subtrees(response.data or {}))
    values |= {f"state.{path}": value for path, value in subtrees(state)}
    return {
        path: value
        for path, value in values.items()
        if path and not isinstance(value, dict | list) and not path.endswith("episode_id")
    }
