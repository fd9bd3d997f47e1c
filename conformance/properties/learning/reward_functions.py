"""Learning signal: reward functions for TRL give finite, independent and informative scores."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated

Row = Mapping[str, Any]
Scores = list[float | None]
_GROUP_SIZE = 8
"""Number of rows that are scored in one call."""


@check("statistical.reward_functions")
def reward_functions(context: CheckContext) -> None:
    """Call the functions as TRL does: keyword arguments, one list for each column of the rows."""
    maker = getattr(context.subject.proof, "reward_functions", None)
    if not callable(maker):
        raise NotApplicable("proof.py lists no reward functions: write reward_functions()")
    rows, right = _rows_and_completions(context)
    wrong = [*right[1:], right[0]]
    mixed = [pair[index % 2] for index, pair in enumerate(zip(right, wrong, strict=True))]
    gains = []
    for function in maker():
        name = getattr(function, "__name__", repr(function))
        for size in (1, 2, len(rows)):
            _score(function, name, rows[:size], right[:size])
        right_scores, wrong_scores = (
            _score(function, name, rows, texts) for texts in (right, wrong)
        )
        together = _score(function, name, rows, mixed)
        reversed_order = _score(function, name, rows[::-1], mixed[::-1])[::-1]
        one_by_one = [
            _score(function, name, [row], [text])[0] for row, text in zip(rows, mixed, strict=True)
        ]
        for scores, how in ((reversed_order, "in reverse order"), (one_by_one, "one at a time")):
            if not _equal_scores(together, scores):
                raise PropertyViolated(
                    f"{name} scores the completions {together} in one call, but {scores} {how}"
                )
        gains.append((name, right_scores, wrong_scores))
    if all(
        _mean(right_scores) <= _mean(wrong_scores) + 1e-9 for _, right_scores, wrong_scores in gains
    ):
        name, right_scores, wrong_scores = gains[0]
        raise PropertyViolated(
            f"no function scores right completions higher than those of other rows: {name} gives "
            f"{_mean(right_scores):.4g} and {_mean(wrong_scores):.4g}; "
            f"does it read the columns {_columns(rows)}?"
        )


def _rows_and_completions(context: CheckContext) -> tuple[list[Row], list[str]]:
    make_rows, make_completion = (
        getattr(context.subject.proof, name, None) for name in ("rows", "completion")
    )
    if not callable(make_rows) or not callable(make_completion):
        raise EvidenceMissing("write rows() -> list[dict] and completion(row) -> str in proof.py")
    rows = list(make_rows())[:_GROUP_SIZE]
    texts = [str(make_completion(row)) for row in rows]
    if len(set(texts)) < 2:
        raise EvidenceMissing(
            "rows() in proof.py must have at least two rows with different completions"
        )
    return rows, texts


def _score(
    function: Callable[..., Any], name: str, rows: Sequence[Row], texts: Sequence[str]
) -> Scores:
    """Call one reward function; raise unless it returns a finite score or None for each row."""
    prompts = [row.get("prompt", "") for row in rows]
    chat = bool(prompts) and isinstance(prompts[0], list)
    completions = [[{"role": "assistant", "content": text}] if chat else text for text in texts]
    columns = {key: [row.get(key) for row in rows] for key in _columns(rows)}
    ids = [[0] for _ in rows]
    try:
        scores = function(prompts=prompts, completions=completions, completion_ids=ids, **columns)
    except Exception as error:
        raise PropertyViolated(f"{name} raises {type(error).__name__}: {error}") from None
    if not isinstance(scores, list) or len(scores) != len(rows):
        size = len(scores) if hasattr(scores, "__len__") else "no"
        raise PropertyViolated(f"{name} gives {size} scores for {len(rows)} completions")
    for score in scores:
        is_number = isinstance(score, int | float) and math.isfinite(score)
        if score is not None and (isinstance(score, bool) or not is_number):
            raise PropertyViolated(f"{name} gives the score {score!r}")
    return scores


def _columns(rows: Sequence[Row]) -> list[str]:
    return sorted({key for row in rows for key in row} - {"prompt", "completion"})


def _equal_scores(left: Scores, right: Scores) -> bool:
    return all(
        a == b or (a is not None and b is not None and math.isclose(a, b, abs_tol=1e-9))
        for a, b in zip(left, right, strict=True)
    )


def _mean(scores: Scores) -> float:
    known = [score for score in scores if score is not None]
    return sum(known) / len(known) if known else 0.0
