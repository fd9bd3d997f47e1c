"""Semantics: where steps answer separate questions, one right answer is not paid like all of them.

An environment that keeps only whether the last answer was right, or whether any was, pays an agent
that is wrong on all other questions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext, Trace
from hallmark_rl.conformance.checking.policies import oracle_margin
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.solved_levels import solutions_of_levels
from hallmark_rl.conformance.survey.survey_data import Rollout

_SHORTEST, _MOST_STEPS = 3, 40
_FEWEST = 4
"""Tasks on which a single right answer must be paid."""
_PAID = 0.75
"""Share of the tasks tried on which it must be paid."""
_KNOWN = 1 / 3
"""Share of the episodes that may show a part of a message that counts as a question."""
_SENTENCE = re.compile(r"[^.!?\n]+")
_SINGLE = re.compile(
    r"\b(only|just|nothing but) (the|your|its) (first|last|final)\b"
    r"|\b(first|last|final) (answer|call|guess|choice|decision|round|question)\w* (counts?|decides?"
    r"|matters?|is (judged|scored|graded|paid))\b"
    r"|\b(best|highest) (of|answer|attempt|score|round|try)\b|\bat least one\b|\bany one\b"
    r"|\bone (right|correct|good) \w+ (is enough|suffices|will do)\b"
    r"|\b(practice|warm-?up|rehears\w*|unscored|does not count|do not count)\b",
    re.I,
)
"""Words of a text that says which of several answers counts."""


@check("semantic.single_answers")
def single_answers(context: CheckContext) -> None:
    """Answer one question like the solution, and all others like solutions of other tasks."""
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    context.require_capability_absent("stochastic", "single returns depend on chance")
    context.require_deterministic()
    if any(map(_SINGLE.search, task_sentences(context))):
        raise NotApplicable("a text says which of several answers counts")
    solutions = [s for s in solutions_of_levels(context, _may_answer) if _may_answer(s)]
    if len(solutions) < _FEWEST:
        raise NotApplicable("fewer than four solutions consist of three steps of one kind or more")
    questions = _Questions(context, solutions)
    paid: dict[str, list[Episode]] = {"first": [], "middle": [], "last": []}
    tried: Counter[str] = Counter()
    for solution in context.until_budget(solutions, least=_FEWEST):
        wrong = _other_answers(solution, solutions)
        if not wrong or questions.are_paid(solution, wrong) is not False:
            continue
        length = len(wrong)
        for name, place in (("first", 0), ("middle", length // 2), ("last", length - 1)):
            actions = [*wrong[:place], solution.actions[place], *wrong[place + 1 :]]
            is_paid = questions.are_paid(solution, actions)
            if is_paid is not None:
                tried[name] += 1
            if is_paid:
                paid[name].append(_episode(solution, actions, f"only the {name} answer is right"))
    if not tried:
        raise NotApplicable("no steps answer separate questions")
    if max(tried.values()) < _FEWEST:
        raise EvidenceMissing(f"{max(tried.values())} tasks could be tried, {_FEWEST} are needed")
    for name, found in paid.items():
        if len(found) >= max(_FEWEST, _PAID * tried[name]):
            raise PropertyViolated(
                f"the right {name} answer among wrong ones is paid like right answers to all "
                f"questions, on {len(found)} of {tried[name]} tasks; wrong answers to all are not",
                found[0],
            )


class _Questions:
    """What is asked in the episodes of solutions, and whether other answers change it."""

    def __init__(self, context: CheckContext, solutions: list[Rollout]) -> None:
        self._context = context
        self._asked = {
            _key(solution): list(_new_parts(context.play(solution.episode("solution"))))
            for solution in solutions
        }
        self._counts = Counter(
            part for parts in self._asked.values() for part in set().union(*parts)
        )

    def are_paid(self, solution: Rollout, actions: list[Action]) -> bool | None:
        """Whether other answers are paid like the solution; None if they change the questions."""
        asked = self._asked[_key(solution)]
        trace = self._context.play(_episode(solution, actions, "other answers"))
        seen = list(_new_parts(trace))
        most = max(1, _KNOWN * len(self._asked))
        are_asked = len(asked) == len(seen) == len(actions) and all(
            any(self._counts[part] <= most for part in one & two)
            for one, two in zip(asked, seen, strict=True)
        )
        if not are_asked or trace[-1].data is None:
            return None
        total = sum(response.numeric_reward for response in trace[1:])
        return total >= solution.total - oracle_margin(self._context)


def _new_parts(trace: Trace) -> Iterator[set[str]]:
    """Of each message before the last one, what no message before it has shown.

    These are lists and objects, and sentences and words without their numbers.
    """
    known: set[str] = set()
    for response in trace[:-1]:
        parts = set(_parts(shown_to_agent(response.data or {})))
        yield parts - known
        known |= parts


def _parts(message: dict[str, Any]) -> Iterator[str]:
    for path, value in subtrees(message):
        if isinstance(value, str):
            for sentence in _SENTENCE.findall(value):
                yield f"{path}: {re.sub(r'[0-9]+', '0', sentence).strip()}"
        elif isinstance(value, list | dict) and value:
            yield f"{path}: {to_json(value)}"


def _may_answer(solution: Rollout) -> bool:
    """Whether the steps of a solution use the same fields, and end the episode."""
    used = {
        tuple(sorted(key for key, value in action.items() if value not in (None, "", [], {})))
        for action in solution.actions
    }
    return solution.done and len(used) == 1 and _SHORTEST <= len(solution.actions) <= _MOST_STEPS


def _other_answers(solution: Rollout, solutions: list[Rollout]) -> list[Action]:
    """For each step of a solution, the answer of another step; none if a step has no other one.

    The last answers of solutions must be among those to earlier questions, or they are decisions.
    """
    answers = {to_json(a): a for other in solutions for a in other.actions}
    early = {to_json(a) for other in solutions for a in other.actions[:-1]}
    last = {to_json(other.actions[-1]) for other in solutions}
    if not last & early and not all(map(_is_number, answers.values())):
        return []
    found = []
    for place, right in enumerate(solution.actions):
        others = [answer for key, answer in answers.items() if key != to_json(right)]
        if not others:
            return []
        found.append(others[(7 * place + (solution.seed or 0)) % len(others)])
    return found


def _is_number(action: Action) -> bool:
    """Whether all that an action says are numbers."""
    said = [value for key, value in action.items() if key not in ("metadata", "type")]
    return all(value in (None, "") or isinstance(value, int | float) for value in said)


def _episode(solution: Rollout, actions: list[Action], name: str) -> Episode:
    return Episode.of(solution.seed, actions, name, **solution.options)


def _key(solution: Rollout) -> str:
    return to_json([solution.seed, solution.options])
