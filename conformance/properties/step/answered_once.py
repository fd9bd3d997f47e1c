"""Step: where a text says that a wrong answer uses up its question, the right one comes too late.

A sentence such as "What is sorted wrongly is gone, and the next one comes" is taken at its word: in
solutions of several paid steps, a wrong action is made before a right one. If the right one is then
paid as before, an agent may try all answers to each question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.client.refusals import refusal
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FURTHER, _STEPS, _WRONG = 8, 4, 3
_FEWEST = 12
"""Steps before which a wrong action must have been taken."""
_SHARE = 0.95
"""Share of these steps that must still be paid. Where two answers are equally likely, the next
question has the same answer on 12 of 12 steps with a probability of 1 in 4,096."""
_WRONG_ONE = r"\b(?:wrong(?:ly)?|incorrect(?:ly)?|mistaken?|mis\w+ed)\b"
_GOES_ON = (
    r"(?:\b(?:is|are) (?:gone|lost|taken away|skipped|passed over)\b"
    r"|\bthe next \w+ (?:comes|follows|is)\b"
    r"|\b(?:moves?|goes|passes) on to the next\b|\bno second (?:try|chance|attempt|answer)\b)"
)
_ONCE = re.compile(
    rf"{_WRONG_ONE}.*{_GOES_ON}|\b(?:right or wrong|correct or not)\b.*{_GOES_ON}"
    r"|\b(?:each|every|an?|one)\b.*\b(?:may|can|is|are)(?: be)? (?:answered|filled|judged|graded"
    r"|sorted|labell?ed|decided|placed|asked|guessed|tried) (?:only |exactly |just )?once\b"
    r"|\bfirst (?:answer|word|choice|try|guess|label|decision)(?: given)? (?:stay|count|stand)s\b",
    re.I,
)


@check("step.answered_once")
def answered_once(context: CheckContext) -> None:
    """Make a wrong action before a right one in solutions of several paid steps."""
    context.require_deterministic()
    text = next((s for s in task_sentences(context) if _ONCE.search(s)), "")
    if not text:
        raise NotApplicable("no text says that a wrong answer uses up its question")
    solutions = [*context.solutions, *more_solutions(context, _FURTHER)]
    others = _paid_actions(solutions)
    tried = 0
    paid: list[Episode] = []
    for solution in context.until_budget(solutions, least=_FURTHER):
        for episode, is_paid in _wrong_before_right(context, solution, others):
            tried += 1
            if is_paid:
                paid.append(episode)
    if tried < _FEWEST:
        raise NotApplicable("no wrong action is taken before a right one that pays by itself")
    if len(paid) >= _SHARE * tried:
        raise PropertyViolated(
            f"after a wrong answer, the right one to the same question is paid at {len(paid)} of "
            f"{tried} steps, though a text says {text[:160]!r}",
            paid[0],
        )


def _paid_actions(solutions: list[Rollout]) -> list[Action]:
    """The different actions of solutions that pay."""
    paid = {
        to_json(action): action
        for solution in solutions
        for action, reward in zip(solution.actions, solution.rewards, strict=False)
        if reward > 0
    }
    return list(paid.values())


def _wrong_before_right(
    context: CheckContext, solution: Rollout, others: list[Action]
) -> Iterator[tuple[Episode, bool]]:
    """Solutions cut after a paid step, a wrong action before it; whether the step still pays."""
    steps = [place for place, reward in enumerate(solution.rewards[:-1]) if reward > 0]
    for place in steps[:_STEPS]:
        before, right = solution.actions[:place], solution.actions[place]
        for wrong in [other for other in others if _differs_once(other, right)][:_WRONG]:
            actions = [*before, wrong, right]
            episode = Episode.of(
                solution.seed, actions, "a wrong answer before the right one", **solution.options
            )
            trace = context.play(episode)
            if len(trace) < place + 3 or trace[place + 1].numeric_reward > 0:
                continue
            if not refusal(trace[0], trace[place], trace[place + 1], wrong):
                last = trace[place + 2].numeric_reward
                yield episode, last >= solution.rewards[place] - 1e-9
                break


def _differs_once(one: Action, other: Action) -> bool:
    """Whether two actions differ in one value, or in the last word of a text."""
    left, right = dict(leaves(one)), dict(leaves(other))
    differing = [path for path in left if left[path] != right.get(path)]
    if len(differing) != 1 or left.keys() != right.keys():
        return False
    path = differing[0]
    if to_json(with_leaf(one, path, right[path])) != to_json(other):
        return False
    if isinstance(left[path], str) and isinstance(right[path], str):
        return str(left[path]).split()[:-1] == str(right[path]).split()[:-1]
    return True
