"""Write what a search found as Python, for the author to check."""

from __future__ import annotations

from typing import Any

from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.oracle_search.action_slots import AFTER
from hallmark_rl.conformance.oracle_search.answer_rules import EACH, AnswerRule, Source
from hallmark_rl.conformance.oracle_search.find_solutions import FoundSolutions
from hallmark_rl.conformance.oracle_search.function_programs import PROGRAM
from hallmark_rl.conformance.survey.survey_data import Rollout, Survey
from hallmark_rl.sdk.subject.description import Subject

_BASES = {
    "observation": "shown",
    "metadata": "observation.metadata",
    "state": "env.state.model_dump()",
    "secrets": "secrets(env)",
    "attributes": "env",
}
_FORMS = {
    "value": "{0}",
    "text": "str({0})",
    "number": "float({0})",
    "only item": "[{0}]",
    "joined": '", ".join(map(str, {0}))',
    "JSON": "json.dumps({0})",
}
_STEP = "[env.state.step_count]"
_MOST_STEPS = 400


def draft(subject: Subject, survey: Survey, found: FoundSolutions) -> dict[str, Any]:
    """What a draft of `proof.py` needs; empty if nothing was found.

    Returns:
        `how`: where the solutions come from; `strength`: how far they can be believed; `seeds` and
        `mean`: number of solutions and their mean return; and either `fields`: an expression for
        each field of the action, in which `env`, `observation` and `shown` (the observation as a
        dict) may occur, or `steps`: the actions by the observation that they answer, as JSON.
    """
    if not found.solutions:
        return {}
    totals = [rollout.total for rollout in found.solutions]
    made: dict[str, Any] = {
        "how": found.how,
        "strength": _STRENGTHS[found.kind],
        "seeds": len(totals),
        "mean": sum(totals) / len(totals),
    }
    rule = None if found.rule is None else AnswerRule.from_dict(found.rule)
    if rule is not None and all(map(_has_expression, rule.sources)):
        constants = {key: repr(value) for key, value in rule.template.items()}
        changed = {
            source.keys[0] if source.keys else "**": _code(source) for source in rule.sources
        }
        return {**made, "fields": constants | changed}
    return {**made, "steps": _steps(subject, survey, found.solutions)}


_STRENGTHS = {
    "answer": "these values are paid, those of other episodes are not",
    "solved": "the environment reports success or pays the declared maximum",
    "played": "the highest return that was found; nothing says that it is a solution",
}


def _has_expression(source: Source) -> bool:
    is_program = source.path.endswith(PROGRAM)
    return source.place in _BASES and len(source.keys) < 2 and not is_program


def _code(source: Source) -> str:
    path = source.path
    if source.each:
        path = path.replace(EACH, _STEP, 1) if EACH in path else path + _STEP
    item = f"{_BASES[source.place]}{path}"
    if source.form.startswith(AFTER):
        return f"{source.form.removeprefix(AFTER)!r} + str({item})"
    return _FORMS[source.form].format(item)


def _steps(subject: Subject, survey: Survey, solutions: list[Rollout]) -> dict[str, Action]:
    """Each action of the solutions by the observation before it, as JSON without the reward."""
    steps: dict[str, Action] = {}
    for rollout in solutions:
        driver = InProcessDriver(subject, use_async=survey.use_async)
        response = driver.reset(**({} if rollout.seed is None else {"seed": rollout.seed}))
        for action in rollout.actions:
            data = response.data or {}
            shown = {key: item for key, item in data.items() if key not in _UNSTABLE}
            steps.setdefault(to_json(shown), action)
            response = driver.step(action)
        driver.close()
    return dict(list(steps.items())[:_MOST_STEPS])


_UNSTABLE = ("reward", "done", "metadata")
"""Fields of a message that the agent's next action does not depend on."""
