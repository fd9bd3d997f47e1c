"""Semantics: a formula that gives other values is wrong, and so is a constant in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, oracle_margin, play
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH, _FEWEST, _SHARE = 6, 4, 0.75
_LONGEST, _MOST_CONSTANTS = 300, 12
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_OPERATOR = re.compile(r"[-+*/^]|\*\*")
_FORMULA = re.compile(r"=?[\w\s.,:$+*/^()\[\]-]+")
_ASKED = re.compile(r"\b(formula|expression|equation)|\bchang(e|ed|es|ing)\b|\brecalculat", re.I)
_SHOWN = "a number that is shown"
_NAME = re.compile(r"[A-Za-z_$]")
_PROSE = re.compile(r"[A-Za-z_]\s+[A-Za-z_]")
"""Two words in a row, which no formula has."""


@check("semantic.formulas")
def formulas(context: CheckContext) -> None:
    """Play solutions whose formula is changed, or replaced by a number that was shown."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    paid: dict[str, list[Rollout]] = {}
    tried = 0
    for solution in context.until_budget(
        [*context.solutions, *more_solutions(context, _FRESH)], least=_FEWEST
    ):
        variants = list(_variants(context, solution))
        tried += bool(variants)
        won: dict[str, Rollout] = {}
        for name, place, action in variants:
            if name in won:
                continue
            actions = [*solution.actions[:place], action, *solution.actions[place + 1 :]]
            rollout = play(context, actions, solution.seed)
            if not rollout.error and rollout.total >= solution.total - oracle_margin(context):
                won[name] = rollout
        for name, rollout in won.items():
            paid.setdefault(name, []).append(rollout)
    if tried < _FEWEST:
        raise NotApplicable("the answer is not a formula")
    for name, rollouts in paid.items():
        if len(rollouts) >= _SHARE * tried:
            raise PropertyViolated(
                f"on {len(rollouts)} of {tried} seeds, {name} earns what the right formula earns: "
                f"{to_json(rollouts[0].actions)[:200]}",
                rollouts[0].episode("another formula"),
            )


def _variants(context: CheckContext, solution: Rollout) -> Iterator[tuple[str, int, Action]]:
    """Actions with another formula: what was changed, the number of the step, and the action.

    The formula is in the last action, or in the last one before it that has any.
    """
    last = len(solution.actions) - 1
    for place in range(last, -1, -1):
        found = list(_of_step(context, solution, place))
        if not found:
            continue
        if place == last or _is_judged(context, solution, place):
            asked = place == last or _asks_for_formula(context, solution)
            yield from ((name, place, action) for name, action in found if asked or name != _SHOWN)
        return


def _is_judged(context: CheckContext, solution: Rollout, place: int) -> bool:
    """Whether a quite different formula costs: a calculator's steps are not judged."""
    step = solution.actions[place]
    for path, value in leaves(step):
        if isinstance(value, str) and _is_formula(value):
            head, rest = ("=", value[1:]) if value.startswith("=") else ("", value)
            wrong = with_leaf(step, path, f"{head}({rest})*7+13")
            actions = [*solution.actions[:place], wrong, *solution.actions[place + 1 :]]
            rollout = play(context, actions, solution.seed)
            if rollout.error or rollout.total < solution.total - oracle_margin(context):
                return True
    return False


def _asks_for_formula(context: CheckContext, solution: Rollout) -> bool:
    """Whether the first message asks for more than a value: else typing the value is right."""
    driver = context.new_driver()
    first = driver.reset(seed=solution.seed, **solution.options)
    driver.close()
    return bool(_ASKED.search(to_json(shown_to_agent(first.data or {}))))


def _of_step(context: CheckContext, solution: Rollout, place: int) -> Iterator[tuple[str, Action]]:
    step = solution.actions[place]
    for path, value in leaves(step):
        if not isinstance(value, str) or not _is_formula(value):
            continue
        head, rest = ("=", value[1:]) if value.startswith("=") else ("", value)
        changed = {
            "the formula times 1.1": [f"{head}({rest})*1.1"],
            "the formula plus 1": [f"{head}({rest})+1"],
            _SHOWN: [
                f"{head}{number}" for number in _shown_numbers(context, solution, place, value)
            ],
        }
        for name, texts in changed.items():
            for text in texts:
                action = with_leaf(step, path, text)
                if context.source.valid(action):
                    yield name, action


def _is_formula(text: str) -> bool:
    """Whether a text computes something: from names or cells, or with two operators at least."""
    if len(text) > _LONGEST or not _FORMULA.fullmatch(text.strip()) or _PROSE.search(text):
        return False
    operators = len(_OPERATOR.findall(text))
    is_call = text.startswith("=") and "(" in text
    return (is_call or operators > 0) and (bool(_NAME.search(text)) or operators > 1)


def _shown_numbers(context: CheckContext, solution: Rollout, place: int, formula: str) -> list[str]:
    """Numbers that are shown and in no formula: those that the formula's step has added, those of
    the last message, and those of the first."""
    driver = context.new_driver()
    messages = [driver.reset(seed=solution.seed, **solution.options)]
    messages += [driver.step(action) for action in solution.actions]
    driver.close()
    own = set(_NUMBER.findall(formula))
    shown = [shown_to_agent(response.data or {}) for response in messages]
    before = set(_NUMBER.findall(to_json(shown[place])))
    added = [n for n in _NUMBER.findall(to_json(shown[place + 1])) if n not in before]
    found: dict[str, None] = {number: None for number in added if number not in own}
    for each in (shown[-1], shown[0]):
        single = [value for value in each.values() if isinstance(value, int | float)]
        for text in (to_json(single), to_json(each)):
            found |= {number: None for number in _NUMBER.findall(text) if number not in own}
    return list(found)[:_MOST_CONSTANTS]
