"""Moves on a board: texts such as `Kf6`, `b7g7` or `B4`, with other squares in them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

_MOVE = re.compile(r"([A-Z]?)([a-hA-H])(\d{1,2})(?:([-x: ]?)([a-h])\d{1,2})?[+#]?")
_SHOWN = re.compile(r"(?<![A-Za-z0-9])([A-Z]?)([a-h]|(?<![A-Z])[A-H])(\d{1,2})(?!\w)")
_FILES, _RANKS, _MOST_RANKS = "abcdefgh", 8, 20
_WORD = re.compile(r"[A-Za-z][\w:+#-]*")
_MOST_FROM = 4
"""Squares of a message from which a move with two squares may start."""


def example_moves(schema: Mapping[str, Any], name: str, words: Iterable[str]) -> list[str]:
    """Of the words of a field's description and of other words, those that look like moves."""
    field = schema.get("properties", {}).get(name, {})
    described = _WORD.findall(str(field.get("description", "")))
    return list(filter(_MOVE.fullmatch, dict.fromkeys([*described, *words])))


def moves_like(examples: Iterable[str], shown: Iterable[str] = ()) -> Iterator[str]:
    """Moves with all squares of a board, of the kinds that the examples show; none without one.

    The board has the files a to h and eight ranks, or more if a greater one is named. Of a move
    that names a piece, pieces are those of the examples and those that a text shows. Squares near
    to shown ones come first, and of two squares the first one is shown. The same arguments give
    the same moves.

    Args:
        examples: texts that may be moves; others are left out.
        shown: texts of a message.
    """
    moves = [match for text in examples if (match := _MOVE.fullmatch(text))]
    if not moves:
        return
    seen = [match for text in shown for match in _SHOWN.findall(text)]
    known = list(dict.fromkeys((_FILES.index(file.lower()), int(rank)) for _, file, rank in seen))
    greatest = max([_RANKS, *(int(move[3]) for move in moves), *(rank for _, rank in known)])
    squares = [
        (file, rank) for file in range(8) for rank in range(1, 1 + min(greatest, _MOST_RANKS))
    ]
    random.Random("squares of a board").shuffle(squares)

    def name(square: tuple[int, int], like: str) -> str:
        file = _FILES[square[0]]
        return f"{file.upper() if like.isupper() else file}{square[1]}"

    def near(*others: tuple[int, int]) -> list[tuple[int, int]]:
        return sorted(squares, key=lambda square: min(_distance(square, other) for other in others))

    file = moves[0][2]
    pieces = [move[1] for move in moves if not move[5]]
    pieces = list(dict.fromkeys([*pieces, *(piece for piece, _, _ in seen if any(pieces))]))
    for square in near(*known) if known else squares:
        yield from (f"{piece}{name(square, file)}" for piece in pieces)
    between = next((move[4] for move in moves if move[5]), None)
    for start in known[:_MOST_FROM] if between is not None else ():
        yield from (
            f"{name(start, file)}{between}{name(to, file)}" for to in near(start) if to != start
        )


def _distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
