"""Questions that episodes ask, with their right answers, for rules that are learned from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_rollout
from hallmark_rl.conformance.checking.probes.answer_patterns import (
    Question,
    option_lists,
    told_state,
)
from hallmark_rl.conformance.checking.probes.near_misses import is_one_shot_answer
from hallmark_rl.conformance.checking.probes.program_variants import unplayed_solution
from hallmark_rl.conformance.checking.probes.several_questions import chosen_places
from hallmark_rl.conformance.checking.task_texts import first_message, shown_to_agent
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable
from hallmark_rl.conformance.survey.survey_data import Rollout

FEWEST = 60
"""Questions that are needed."""
_EXPLORED, _CONFIRMED = 120, 240
"""Seeds on which a rule is chosen, and fresh seeds on which it is confirmed."""
_LONGEST_ANSWER = 120


def asked_questions(
    context: CheckContext,
    *,
    first: bool = False,
    is_suspect: Callable[[list[Question]], bool] = lambda explored: False,
) -> tuple[list[Question], list[Question]]:
    """Questions with their answers: those to explore, and fresh ones.

    Args:
        context: the context of the check.
        first: of episodes of several questions, the first one is meant.
        is_suspect: whether the explored questions show something that needs all fresh ones; these
            are then asked even if the budget is used up.

    Raises:
        NotApplicable: the steps of a solution are no answers.
        EvidenceMissing: there was no time for enough questions.
    """
    at = 0 if first else -1
    context.require_capability_absent("single_task", "there is one task")
    context.new_in_process_driver().close()
    example = context.solutions[0].actions[at]
    names = [name for name in example if name not in ("metadata", "type")]
    answers = {
        name: {repr(solution.actions[at].get(name)) for solution in context.solutions}
        for name in names
    }
    varied = [name for name in names if len(answers[name]) > 1]
    if not varied:
        raise NotApplicable("the answer is the same on all seeds: see semantic.canary_floor")
    decides = first or _are_decisions(context, varied)
    verb = "" if decides else _last_verb(context.solutions, varied)
    if not (decides or verb):
        if not is_one_shot_answer(context):
            raise NotApplicable("the oracle takes many steps, so there is no single answer")
        if _are_moves(context.solutions, varied):
            raise NotApplicable("the steps of a solution are moves, and not answers")
    if all(len(str(example[name])) > _LONGEST_ANSWER for name in varied):
        raise NotApplicable("the answer is a long text")
    rng = context.rng("fresh questions")
    explored = _collect(context, range(1001, 1001 + _EXPLORED), varied, at, verb)
    fresh = [rng.randrange(10**4, 2**31) for _ in range(_CONFIRMED)]
    least = _CONFIRMED if is_suspect(explored) else FEWEST
    confirmed = _collect(context, fresh, varied, at, verb, least)
    if not all(question.places for question in [*explored, *confirmed]):  # by chance on some
        explored = [replace(question, places={}) for question in explored]
        confirmed = [replace(question, places={}) for question in confirmed]
    if len(explored) < FEWEST or len(confirmed) < FEWEST:
        raise EvidenceMissing(
            f"in the time of this check {min(len(explored), len(confirmed))} questions could be "
            f"answered, {FEWEST} are needed: use --profile thorough"
        )
    return explored, confirmed


def shows_numbers(context: CheckContext) -> bool:
    """Whether an episode of several steps begins with a list of numbers to choose from."""
    solution = context.solutions[0]
    return len(solution.actions) > 1 and any(
        all(isinstance(item, int | float) for item in items)
        for items in option_lists(first_message(context, solution)).values()
    )


def _are_moves(solutions: list[Rollout], names: list[str]) -> bool:
    """Whether each step of a solution sends what the last one sends, and their numbers differ."""
    steps = {len(solution.actions) for solution in solutions}
    return len(steps) > 1 and all(
        action.get(name) is not None
        for solution in solutions
        for action in solution.actions
        for name in names
    )


def _are_decisions(context: CheckContext, names: list[str]) -> bool:
    """Whether the last steps, which end the episodes, say something else than the steps before.

    They are of a kind of their own, such as `accuse` after `examine`; or in all steps before, these
    fields are left at their defaults.
    """
    last = [solution.actions[-1] for solution in context.solutions]
    before = [action for solution in context.solutions for action in solution.actions[:-1]]
    if not before or not all(solution.done for solution in context.solutions):
        return False
    kinds = [name for name in last[0] if len({repr(action.get(name)) for action in last}) == 1]
    if any(all(action.get(name) != last[0][name] for action in before) for name in kinds):
        return True
    fields = context.survey.schema.get("properties", {})
    return all(
        "default" in fields.get(name, {})
        and all(action.get(name) == fields[name]["default"] for action in before)
        for name in names
    )


def _last_verb(solutions: list[Rollout], names: list[str]) -> str:
    """The word that begins the last command of all solutions, and none before; else nothing.

    As `blame` in `blame SERVICE` after several `logs SERVICE`. The command is the one field of the
    action that varies.
    """
    if len(names) != 1 or not all(solution.done for solution in solutions):
        return ""
    last, before = set(), set()
    for solution in solutions:
        commands = [str(action.get(names[0]) or "").split() for action in solution.actions]
        last.add(commands[-1][0].lower() if len(commands[-1]) > 1 else "")
        before |= {words[0].lower() for words in commands[:-1] if words}
    verb = last.pop() if len(last) == 1 else ""
    return verb if before and verb not in before else ""


def _collect(
    context: CheckContext,
    seeds: Iterable[int],
    names: list[str],
    at: int,
    verb: str,
    least: int = FEWEST,
) -> list[Question]:
    """The questions of seeds. An answer that begins with `verb` is taken without it.

    At least so many seeds are played, and as many as the budget allows.
    """
    questions: list[Question] = []
    for seed in context.until_budget(seeds, least=least):
        driver = context.new_driver()
        response = driver.reset(seed=seed)
        state = driver.state().data or {}
        driver.close()
        solution = _solution(context, seed, at)
        if response.data is None or solution is None:
            continue
        shown = shown_to_agent(response.data)
        beside = {"metadata": response.data.get("metadata"), "state": told_state(state)}
        answer = next((solution[name] for name in names if solution.get(name) is not None), None)
        answer = _without(verb, answer)
        options = option_lists(shown)
        places = chosen_places(answer, options)
        fields = {name: solution.get(name) for name in names}
        questions.append(Question(seed, shown, beside, answer, options, places, fields))
    return questions


def _without(verb: str, value: object) -> object:
    """A text without the word that it begins with, if that is `verb`; other values unchanged."""
    if not verb or not isinstance(value, str):
        return value
    first, _, rest = value.strip().partition(" ")
    return rest.strip() if first.lower() == verb else value


def _solution(context: CheckContext, seed: int, at: int) -> dict[str, object] | None:
    """The first or last action of the oracle on a seed; where it needs one step, unplayed."""
    if all(len(solution.actions) == 1 for solution in context.solutions):
        try:
            return unplayed_solution(context, seed).actions[at]
        except Exception:  # the author's oracle may fail on a seed: see semantic.oracle_reliable
            return None
    steps = 1 if at == 0 else 2 * max(len(solution.actions) for solution in context.solutions)
    rollout = oracle_rollout(context, seed, steps)
    return rollout.actions[at] if rollout.actions and not rollout.error else None
