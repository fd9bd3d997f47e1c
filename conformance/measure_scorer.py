"""`python -m hallmark_rl.conformance.measure_scorer REQUEST RESULT`: measure for `hallmark wrap`.

`hallmark wrap` runs this in a process of its own. The request is a JSON file with `spec`, `args`,
`tasks`, `proof` (paths, or "") and `headers` (of a server); the result is what `measure` returns,
or `{"problem": text}`.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.engine.scorer_session import ScorerSession
from hallmark_rl.conformance.engine.supervisor import SubjectFailed, Target
from hallmark_rl.conformance.scorers.cheap_answers import BLANKS, CONSTANTS, OFF_TOPIC
from hallmark_rl.conformance.scorers.reference_answers import (
    as_text,
    fill,
    prompt_field,
    prompt_of,
    reference_field,
)
from hallmark_rl.conformance.scorers.scorer_context import ScorerContext
from hallmark_rl.conformance.scorers.scorer_outcome import TOTALS, Outcome
from hallmark_rl.sdk.adapters.scored_answers import field_at

_MOST_TASKS = 200
"""Tasks whose right answers are scored."""
_CHEAP_TASKS = 8
_SHOWN = 5
_SPLIT = "split"


def measure(request: Mapping[str, Any]) -> dict[str, Any]:
    """What an environment of a scorer is made from.

    Returns:
        `tasks`: the rows. `prompt`, `split`: names of fields, `split` empty without one.
        `right`: the right answer of each task as text, None if it has none. `form` and `reference`:
        the text that fills `form` from the field `reference` is the right answer of every task;
        `reference` is empty if that does not hold. `maximum`: what a right answer earns.
        `columns`: low, high by column, "" for a number alone; `whole`: the column that is the whole
        score, None if the sum is. `deterministic`: as declared. `notes`: what the author must know.
        `script`, `call`: of a task set, how a call is made.

    Raises:
        SubjectFailed: scorer or tasks cannot be used; one line says why.
    """
    target = Target(
        request["spec"],
        PROFILES["default"],
        tasks=request["tasks"],
        proof=request["proof"],
        env_args=request["args"],
        headers=request["headers"],
    )
    session = ScorerSession(target, [])
    try:
        session.start()
        context = session.context
        context.chosen = list(range(min(len(context.tasks), _MOST_TASKS)))
        facts = session.facts
        return {
            **_fields(context),
            **_scores(context),
            "deterministic": context.declared.deterministic,
            "script": facts.get("script", []),
            "call": facts.get("call", ""),
        }
    finally:
        session.close()


def _fields(context: ScorerContext) -> dict[str, Any]:
    """The tasks, and which of their fields hold what."""
    tasks, declared = context.tasks, context.declared
    prompt = prompt_field(tasks[0], declared)
    for number, task in enumerate(tasks, 1):
        if not prompt or not prompt_of(task, replace(declared, prompt=prompt)).strip():
            told = f"its field {prompt!r} is missing or empty" if prompt else "it has no field"
            raise SubjectFailed(
                f"task {number} has no prompt ({told}): a field such as prompt or question holds "
                "it; declared['prompt'] names another"
            )
    right = [context.reference_of(number) for number in range(len(tasks))]
    texts = [None if item is None else item.text for item in right]
    form, reference = context.learnt.form, reference_field(tasks[0], declared)
    by_field = bool(reference) and all(
        text is not None and text == fill(form, as_text(field_at(task, reference)))
        for task, text in zip(tasks, texts, strict=True)
    )
    split = declared.split or _SPLIT
    return {
        "tasks": [dict(task) for task in tasks],
        "prompt": prompt,
        "split": split if any(isinstance(task.get(split), str) for task in tasks) else "",
        "right": texts,
        "form": form,
        "reference": reference if by_field else "",
    }


def _scores(context: ScorerContext) -> dict[str, Any]:
    """The range of each column, learnt from right answers and from such as solve nothing."""
    learnt = context.learnt
    right = {number: item for number, item in learnt.outcomes.items() if not item.problem}
    tried = [
        (what, answer, number)
        for number in context.chosen[:_CHEAP_TASKS]
        for what, answer in _cheap_answers(context, number)
    ]
    outcomes = context.score([(answer, number) for _, answer, number in tried])
    cheap = [(what, item) for (what, _, _), item in zip(tried, outcomes, strict=True)]
    scored = [item for _, item in cheap if not item.problem]
    every = [*right.values(), *scored]
    if not every:
        problem = next((item.problem for _, item in cheap), "it was not called")
        raise SubjectFailed(f"{context.scorer.spec} gives no score to any answer: {problem}")
    pays = [item.pay for item in right.values() if math.isfinite(item.pay)]
    maximum = context.declared.maximum
    if maximum is None:
        maximum = max(pays or [item.pay for item in every if math.isfinite(item.pay)] or [1.0])
    names = list(dict.fromkeys(name for item in every for name in item.columns))
    whole = next((name for name in ("", *TOTALS) if name in names), None)
    columns = {
        name: _range(every, name) if name != whole else [_range(every, name)[0], maximum]
        for name in names
    }
    return {
        "maximum": maximum,
        "columns": columns,
        "whole": whole,
        "notes": _notes(context, maximum, cheap),
    }


def _range(outcomes: Iterable[Outcome], name: str) -> list[float]:
    values = [item.columns.get(name, 0.0) for item in outcomes]
    finite = [value for value in values if math.isfinite(value)]
    return [min([0.0, *finite]), max([0.0, *finite])]


def _cheap_answers(context: ScorerContext, number: int) -> Iterable[tuple[str, str]]:
    """Answers that solve nothing, each with what it is."""
    yield from BLANKS.items()
    yield from (("a constant answer", text) for text in CONSTANTS)
    yield from (("an answer that is off topic", text) for text in OFF_TOPIC)
    yield "a copy of the prompt", prompt_of(context.tasks[number], context.declared)
    yield "a very long answer", "word " * 4000


def _notes(
    context: ScorerContext, maximum: float, cheap: Sequence[tuple[str, Outcome]]
) -> list[str]:
    """What right answers do not earn, and what answers earn that solve nothing."""
    notes: list[str] = []
    learnt = context.learnt
    if not learnt.references:
        notes.append("no task has a right answer: the proof has no oracle")
    low = [
        f"task {number + 1} ({item.problem or f'{item.pay:.4g}'})"
        for number, item in learnt.outcomes.items()
        if not item.pay >= maximum - 1e-6
    ]
    if low:
        notes.append(
            f"{len(low)} of {len(learnt.outcomes)} right answers do not earn {maximum:.4g}: "
            f"{_some(low)}"
        )
    blank = {what for what, item in cheap if what in BLANKS and item.pay > context.floor}
    if blank:
        notes.append(f"the scorer pays {_some(sorted(blank))}")
    for what in dict.fromkeys(what for what, item in cheap if item.problem):
        told = next(item.problem for name, item in cheap if name == what and item.problem)
        notes.append(f"for {what}, {told}: a step with it is then a fault of the environment")
    above = {what for what, item in cheap if item.pay > maximum + 1e-6}
    if above:
        notes.append(f"{_some(sorted(above))} earns more than any right answer")
    return notes


def _some(items: Sequence[str]) -> str:
    more = f" and {len(items) - _SHOWN} more" if len(items) > _SHOWN else ""
    return ", ".join(items[:_SHOWN]) + more


def main(request: Path, result: Path) -> None:
    """Measure, and write the result or the problem as JSON."""
    try:
        measured = measure(json.loads(request.read_text("utf-8")))
    except SubjectFailed as failure:
        measured = {"problem": str(failure)}
    result.write_text(json.dumps(measured), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
