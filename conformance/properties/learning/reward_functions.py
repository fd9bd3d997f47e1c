"""Learning signal: reward functions get from the trainer what they were written for."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated

Row = Mapping[str, Any]
Scores = list[float | None]
_GROUP = 8
"""How many rows are scored together, as a trainer does."""


@check("statistical.reward_functions")
def reward_functions(context: CheckContext) -> None:
    """Called as TRL does: by name, with lists of one length, and every column of the data set."""
    maker = getattr(context.subject.proof, "reward_functions", None)
    if not callable(maker):
        raise NotApplicable("no reward functions are named: write reward_functions() in proof.py")
    rows, right = _data(context)
    wrong = [*right[1:], right[0]]
    mixed = [pair[place % 2] for place, pair in enumerate(zip(right, wrong, strict=True))]
    gains = []
    for function in maker():
        name = getattr(function, "__name__", repr(function))
        for size in (1, 2, len(rows)):
            _score(function, name, rows[:size], right[:size])
        best, worst = (_score(function, name, rows, texts) for texts in (right, wrong))
        together = _score(function, name, rows, mixed)
        back = _score(function, name, rows[::-1], mixed[::-1])[::-1]
        alone = [_score(function, name, [r], [t])[0] for r, t in zip(rows, mixed, strict=True)]
        for other, how in ((back, "in reverse order"), (alone, "one at a time")):
            if not _alike(together, other):
                raise PropertyViolated(
                    f"{name} scores completions {together} together, {other} {how}"
                )
        gains.append((name, best, worst))
    if all(_mean(best) <= _mean(worst) + 1e-9 for _, best, worst in gains):
        name, best, worst = gains[0]
        raise PropertyViolated(
            f"no function pays right completions more than those of other rows: {name} gives "
            f"{_mean(best):.4g} and {_mean(worst):.4g}; does it read the columns {_columns(rows)}?"
        )


def _data(context: CheckContext) -> tuple[list[Row], list[str]]:
    listed, solve = (getattr(context.subject.proof, name, None) for name in ("rows", "completion"))
    if not callable(listed) or not callable(solve):
        raise EvidenceMissing("write rows() -> list[dict] and completion(row) -> str in proof.py")
    rows = list(listed())[:_GROUP]
    texts = [str(solve(row)) for row in rows]
    if len(set(texts)) < 2:
        raise EvidenceMissing(
            "rows() in proof.py must have at least two rows with different completions"
        )
    return rows, texts


def _score(
    function: Callable[..., Any], name: str, rows: Sequence[Row], texts: Sequence[str]
) -> Scores:
    prompts = [row.get("prompt", "") for row in rows]
    chat = bool(prompts) and isinstance(prompts[0], list)
    said = [[{"role": "assistant", "content": text}] if chat else text for text in texts]
    columns = {key: [row.get(key) for row in rows] for key in _columns(rows)}
    ids = [[0] for _ in rows]
    try:
        found = function(prompts=prompts, completions=said, completion_ids=ids, **columns)
    except Exception as error:
        raise PropertyViolated(f"{name} raises {type(error).__name__}: {error}") from None
    if not isinstance(found, list) or len(found) != len(rows):
        size = len(found) if hasattr(found, "__len__") else "no"
        raise PropertyViolated(f"{name} gives {size} scores for {len(rows)} completions")
    for score in found:
        number = isinstance(score, int | float) and math.isfinite(score)
        if score is not None and (isinstance(score, bool) or not number):
            raise PropertyViolated(f"{name} gives the score {score!r}")
    return found


def _columns(rows: Sequence[Row]) -> list[str]:
    return sorted({key for row in rows for key in row} - {"prompt", "completion"})


def _alike(one: Scores, other: Scores) -> bool:
    return all(
        a == b or (a is not None and b is not None and math.isclose(a, b, abs_tol=1e-9))
        for a, b in zip(one, other, strict=True)
    )


def _mean(scores: Scores) -> float:
    known = [score for score in scores if score is not None]
    return sum(known) / len(known) if known else 0.0
