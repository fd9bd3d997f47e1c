"""Pieces of an answer that take few values: a field, a labelled value of a text, a part of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import solve
from hallmark_rl.conformance.checking.policies import earns_less_with
from hallmark_rl.conformance.checking.probes.answer_patterns import Question

MOST_VALUES = 12
_LABELLED = re.compile(r"([A-Za-z_]\w{0,30})\s*[=:]\s*\"?([\w.+-]*\w)")
_SEPARATED = re.compile(r"[,;|/\s]+")
_MOST_PARTS = 4
_LONGEST = 200
_COUNTERED = 4
"""Questions on which the piece is exchanged for another value, which must earn less."""


@dataclass(frozen=True)
class Piece:
    """One piece of the answers.

    Attributes:
        name: what it is called in a report.
        field: the field of the action.
        pattern: its first group is the piece of the field's text; None for the whole field.
    """

    name: str
    field: str
    pattern: re.Pattern[str] | None = None

    def read(self, fields: Mapping[str, Any]) -> str | None:
        """The piece of an answer as text; None if the answer has no such piece."""
        value = fields.get(self.field)
        if self.pattern is None:
            return None if isinstance(value, dict | list) else str(value)
        found = self.pattern.search(value) if isinstance(value, str) else None
        return found[1] if found else None

    def exchanged(self, own: Any, other: Any) -> Any:
        """The field's value with the piece of another answer in the place of its own."""
        if self.pattern is None:
            return other
        found, wanted = self.pattern.search(own), self.pattern.search(other)
        if found is None or wanted is None:
            return own
        return own[: found.start(1)] + wanted[1] + own[found.end(1) :]


def answer_pieces(questions: Sequence[Question]) -> Iterator[tuple[Piece, list[str]]]:
    """The pieces that all answers have and that take 2 to 12 values, with their values."""
    for field in questions[0].fields:
        for piece in _pieces(field, [question.fields.get(field) for question in questions]):
            values = [piece.read(question.fields) for question in questions]
            known = [value for value in values if value is not None]
            if len(known) == len(values) and 2 <= len(set(known)) <= MOST_VALUES:
                yield piece, known


def piece_matters(context: CheckContext, piece: Piece, questions: Sequence[Question]) -> bool:
    """Whether answers with this piece of another answer earn less."""
    tried = 0
    for question in questions:
        other = next(q for q in questions if piece.read(q.fields) != piece.read(question.fields))
        solution = solve(context, question.seed)
        if solution is None or solution.actions[-1].get(piece.field) is None:
            continue
        changed = piece.exchanged(solution.actions[-1][piece.field], other.fields[piece.field])
        if not earns_less_with(context, solution, (piece.field,), changed):
            return False
        tried += 1
        if tried == _COUNTERED:
            return True
    return False


def _pieces(field: str, values: Sequence[Any]) -> Iterator[Piece]:
    yield Piece(repr(field), field)
    texts = [value for value in values if isinstance(value, str) and len(value) <= _LONGEST]
    if len(texts) < len(values):
        return
    labels = [label for label, _ in _LABELLED.findall(texts[0])]
    for label in dict.fromkeys(labels):
        pattern = re.compile(rf"\b{label}\s*[=:]\s*\"?([\w.+-]*\w)")
        if all(len(pattern.findall(text)) == 1 for text in texts):
            yield Piece(f"{label!r} of {field!r}", field, pattern)
    counts = {len(_SEPARATED.split(text.strip())) for text in texts}
    if len(counts) == 1 and 2 <= (count := counts.pop()) <= _MOST_PARTS and not labels:
        for place in range(count):
            pattern = re.compile(rf"^\s*(?:[^,;|/\s]+[,;|/\s]+){{{place}}}([^,;|/\s]+)")
            yield Piece(f"part {place + 1} of {field!r}", field, pattern)
