"""The rules of tic-tac-toe, and the opponents. A board is a text of nine signs: X, O or a dot."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

FREE = "."
EMPTY = FREE * 9
LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
)  # fmt: skip


def free_squares(board: str) -> list[int]:
    return [square for square, mark in enumerate(board) if mark == FREE]


def put(board: str, square: int, mark: str) -> str:
    return board[:square] + mark + board[square + 1 :]


def winner(board: str) -> str | None:
    """X or O if that player has a line, else None."""
    for a, b, c in LINES:
        if board[a] != FREE and board[a] == board[b] == board[c]:
            return board[a]
    return None


def is_over(board: str) -> bool:
    return winner(board) is not None or FREE not in board


def other(mark: str) -> str:
    return "O" if mark == "X" else "X"


@cache
def value(board: str, mark: str) -> int:
    """The result for `mark`, who is to move, if both play perfectly: 1, 0 or -1."""
    won = winner(board)
    if won is not None:
        return 1 if won == mark else -1
    if FREE not in board:
        return 0
    return max(-value(put(board, square, mark), other(mark)) for square in free_squares(board))


def best_squares(board: str, mark: str) -> list[int]:
    """Every square that keeps the best result for `mark`."""
    scores = {s: -value(put(board, s, mark), other(mark)) for s in free_squares(board)}
    best = max(scores.values())
    return [square for square, score in scores.items() if score == best]


def _completing(board: str, mark: str) -> list[int]:
    return [s for s in free_squares(board) if winner(put(board, s, mark)) == mark]


def beginner(board: str, mark: str, rng: Random) -> int:
    return rng.choice(free_squares(board))


def club(board: str, mark: str, rng: Random) -> int:
    for player in (mark, other(mark)):
        if squares := _completing(board, player):
            return rng.choice(squares)
    return rng.choice(free_squares(board))


def perfect(board: str, mark: str, rng: Random) -> int:
    return rng.choice(best_squares(board, mark))


OPPONENTS: dict[str, Callable[[str, str, Random], int]] = {
    "beginner": beginner,
    "club": club,
    "perfect": perfect,
}
LEVELS = {1: "beginner", 2: "club", 3: "perfect"}


def reply(opponent: str, board: str, mark: str, rng: Random) -> int:
    """The square that the named opponent plays."""
    return OPPONENTS.get(opponent, beginner)(board, mark, rng)
