"""Semantics: what the first message shows, handed in as it is, does not solve the task."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import CLAIMS, confirm_share, solve
from hallmark_rl.conformance.checking.error_rate import fresh_seeds
from hallmark_rl.conformance.checking.policies import more_solutions, oracle_margin, play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.copy_tasks import COPYING
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST, _FRESH = 4, 6
_LARGEST_SHARE = 0.5
"""Share of tasks that may be solved as they are shown: a few texts need no correction."""
_MISTAKEN_SHARE = 0.1
"""Share of the same where a text says that what is shown is mistaken."""
_MISTAKEN = re.compile(
    r"\b(has|have|contains?|holds?|with) (a|an|at least one|exactly one|one|some|several|\w+) "
    r"(mistake|error|bug|fault|typo|defect)s?\b"
    r"|\b(is|are) (always |all )?(wrong|broken|faulty|buggy|invalid)\b"
    r"|\bnever (passes|pass|right|correct|valid)\b",
    re.I,
)
"""Words of a sentence that calls what is shown mistaken, such as `The draft has a mistake`."""
_FEWEST_WORDS, _FEWEST_ITEMS = 4, 2
"""Size of what counts as a piece of work; a shown name or number is often the rightful answer."""
_TARGET = re.compile(
    r"(^|[._])(target|wanted|goal|desired|required|requested|order)s?([._]|$)", re.I
)
"""Names of what is to be reached: who sets it does what is asked."""
_MOST_PATHS = 8
_PATTERN = ", as a pattern"
_FIRST = ", as many of its first items as are right"
_SIGNS = re.compile(r"[.^$*+?{}()|\\\[\]]")
"""What has a meaning in a regular expression."""
_MOST_ALTERNATIVES = 24


@check("semantic.copied_values")
def copied_values(context: CheckContext) -> None:
    """Put each long text, list or object of the first message into the answer of another task."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    context.require_capability_absent("single_task", "there is one task")
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    outcomes: dict[tuple[str, str], list[bool]] = {}
    examples: dict[tuple[str, str], Rollout] = {}
    for number, solution in enumerate(context.until_budget(solutions, least=_FEWEST)):
        other = solutions[(number + 1) % len(solutions)]
        for place in _places(context, solution, other):
            rollout = _played(context, solution, other, place)
            if rollout is not None:
                paid = _is_paid(context, rollout, solution)
                outcomes.setdefault(place, []).append(paid)
                if paid:
                    examples.setdefault(place, rollout)
    if not outcomes:
        raise NotApplicable("the first message shows nothing that the answer could be a copy of")
    claims = 0
    for place, paid_here in outcomes.items():
        share = _MISTAKEN_SHARE if _is_called_mistaken(context, place) else _LARGEST_SHARE
        if len(paid_here) < _FEWEST or sum(paid_here) <= share * len(paid_here):
            continue
        if not place[1].endswith(_PATTERN) and _asks_for_copy(context):
            raise NotApplicable("the task may be to copy: its texts say copy, repeat or the like")
        claims += 1
        test = confirm_share(
            context,
            "semantic.copied_values",
            functools.partial(_is_paid_on_seed, context, place),
            share,
            plays=4,
            name=repr(place),
        )
        if test:
            field, path = place
            raise PropertyViolated(
                f"{path} of the first message, copied into {field!r}, earns what the right answer "
                f"earns; {test}",
                examples[place].episode("a copied value"),
            )
        if claims == CLAIMS:
            return


def _is_called_mistaken(context: CheckContext, place: tuple[str, str]) -> bool:
    """Whether a sentence names the field that is copied and says that it has a mistake."""
    name = re.split(r"[.,\[]", place[1])[0].replace("_", " ")
    named = re.compile(rf"\b{re.escape(name)}\b", re.I)
    return any(
        named.search(sentence) and _MISTAKEN.search(sentence)
        for sentence in task_sentences(context)
    )


def _is_paid_on_seed(context: CheckContext, place: tuple[str, str], seed: int) -> bool | None:
    solution = solve(context, seed)
    other = solve(context, next(fresh_seeds(seed, "another task")))
    if solution is None or other is None:
        return None
    rollout = _played(context, solution, other, place)
    return None if rollout is None else _is_paid(context, rollout, solution)


def _is_paid(context: CheckContext, rollout: Rollout, solution: Rollout) -> bool:
    return not rollout.error and rollout.total >= solution.total - oracle_margin(context)


def _places(context: CheckContext, solution: Rollout, other: Rollout) -> Iterator[tuple[str, str]]:
    """Fields of the answer, each with paths of values in the first message that may stand there."""
    last = other.actions[-1]
    found = 0
    for field, right in last.items():
        if field in ("metadata", "type"):
            continue
        if isinstance(right, str) and _SIGNS.search(right):
            patterns = [path for path in _shown(context, solution.seed) if path.endswith(_PATTERN)]
            yield from ((field, path) for path in patterns[:_MOST_PATHS])
        parts = _parts(solution.actions[-1].get(field))
        if not _is_work(right) and parts < _FEWEST_ITEMS:
            continue
        for path, value in _shown(context, solution.seed, parts).items():
            if (
                path.endswith(_PATTERN)
                or _TARGET.search(path)
                or type(value) is not type(right)
                or not (_is_work(value) or path.endswith(_FIRST))
            ):
                continue
            if found < _MOST_PATHS:
                found += 1
                yield field, path


def _is_work(value: Any) -> bool:
    """Whether a value is a text or holds texts; numbers that are shown are often to be reached."""
    if isinstance(value, str):
        return len(value.split()) >= _FEWEST_WORDS
    if not isinstance(value, list | dict) or len(value) < _FEWEST_ITEMS:
        return False
    return any(isinstance(part, str) for _, part in subtrees(value))


def _parts(right: Any) -> int:
    """How many parts an answer has: a list's items, or texts between commas."""
    if isinstance(right, list):
        return len(right) if all(isinstance(item, str) for item in right) else 0
    return right.count(", ") + 1 if isinstance(right, str) else 0


def _shown(context: CheckContext, seed: int | None, parts: int = 0) -> dict[str, Any]:
    """Values of the first message by their paths, and what is made of them.

    That is texts that are joined, patterns, and the first `parts` items of lists.
    """
    driver = context.new_driver()
    response = driver.reset(**({} if seed is None else {"seed": seed}))
    driver.close()
    values = {path: v for path, v in subtrees(shown_to_agent(response.data or {})) if path}
    joined = {f"{path}, joined": text for path, v in values.items() if (text := _joined(v))}
    patterns = {f"{p}{_PATTERN}": t for p, v in values.items() if (t := _pattern(v))}
    firsts: dict[str, Any] = {}
    for path, items in values.items() if parts >= _FEWEST_ITEMS else ():
        if isinstance(items, list) and len(items) > parts and all(map(_is_text, items)):
            firsts[f"{path}, joined{_FIRST}"] = ", ".join(items[:parts])
            firsts[f"{path}{_FIRST}"] = items[:parts]
    return firsts | values | joined | patterns


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _joined(value: Any) -> str:
    """The short texts of a list, or the values of an object, as one text; empty without them."""
    parts = list(value.values()) if isinstance(value, dict) else value
    if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
        return ""
    return " ".join(parts) if len(parts) >= _FEWEST_WORDS else ""


def _pattern(value: Any) -> str:
    """A regular expression that matches the texts of a list, and nothing else; empty without."""
    if not isinstance(value, list) or not _FEWEST_ITEMS <= len(value) <= _MOST_ALTERNATIVES:
        return ""
    if not all(isinstance(part, str) and part for part in value):
        return ""
    return "|".join(_SIGNS.sub(r"\\\g<0>", part) for part in value)


def _played(
    context: CheckContext, solution: Rollout, other: Rollout, place: tuple[str, str]
) -> Rollout | None:
    """The episode of one step that hands in what is shown; None if it would say nothing.

    All other fields are those of another task's answer, which must not be paid by itself.
    """
    field, path = place
    last = other.actions[-1]
    parts = _parts(solution.actions[-1].get(field))
    value = _shown(context, solution.seed, parts).get(path)
    made: Action = {**last, field: value}
    if value is None or made == last or not context.source.valid(made):
        return None
    control = play(context, [last], solution.seed)
    if _is_paid(context, control, solution):
        return None
    return play(context, [made], solution.seed)


def _asks_for_copy(context: CheckContext) -> bool:
    shown = _shown(context, context.seeds[0])
    texts = [value for value in shown.values() if isinstance(value, str)]
    models = (context.subject.action_type, context.subject.observation_type)
    schemas = [m.model_json_schema() for m in models if hasattr(m, "model_json_schema")]
    return bool(COPYING.search(to_json([context.survey.schema, *schemas, texts])))
