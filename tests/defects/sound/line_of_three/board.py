"""The board, its lines, and how the opponent plays."""

from __future__ import annotations

from functools import cache
from random import Random

LENGTH = 3
SIZES = (4, 5)
OPPONENTS = ("blocker", "builder")
FREE = "."


@cache
def lines(size: int) -> tuple[tuple[int, ...], ...]:
    """All lines of the board."""
    found = []
    for row in range(size):
        for column in range(size - LENGTH + 1):
            found.append(_line(size, row, column, 0, 1))
            found.append(_line(size, column, row, 1, 0))
    for row in range(size - LENGTH + 1):
        for column in range(size - LENGTH + 1):
            found.append(_line(size, row, column, 1, 1))
        for column in range(LENGTH - 1, size):
            found.append(_line(size, row, column, 1, -1))
    return tuple(found)


def _line(size: int, row: int, column: int, down: int, right: int) -> tuple[int, ...]:
    return tuple((row + k * down) * size + column + k * right for k in range(LENGTH))


def won(board: str, size: int, mark: str) -> bool:
    """Whether a player has a line."""
    return any(all(board[square] == mark for square in line) for line in lines(size))


def free(board: str) -> list[int]:
    """The squares that are free."""
    return [square for square, mark in enumerate(board) if mark == FREE]


def put(board: str, square: int, mark: str) -> str:
    """The board after a move."""
    return board[:square] + mark + board[square + 1 :]


def completing(board: str, size: int, mark: str) -> list[int]:
    """The squares on which a player would complete a line."""
    return [square for square in free(board) if won(put(board, square, mark), size, mark)]


def building(board: str, size: int) -> list[int]:
    """The free squares in lines with a mark of O and none of X."""
    open_lines = [
        line for line in lines(size) if sorted(board[s] for s in line) == [FREE, FREE, "O"]
    ]
    return [square for square in free(board) if any(square in line for line in open_lines)]


def choose(board: str, size: int, opponent: str, rng: Random) -> int:
    """The square of the opponent."""
    for mark in "OX":
        squares = completing(board, size, mark)
        if squares:
            return rng.choice(squares)
    squares = building(board, size) if opponent == "builder" else []
    return rng.choice(squares or free(board))


def force(board: str, size: int, depth: int) -> int | None:
    """A square with which X wins by threats in so many moves, if there is one."""
    winning = completing(board, size, "X")
    if winning or depth == 0:
        return winning[0] if winning else None
    blocks = completing(board, size, "O")
    for square in blocks[:1] or free(board):
        after = put(board, square, "X")
        threats = completing(after, size, "X")
        if not threats or completing(after, size, "O"):
            continue
        reply = put(after, threats[0], "O")
        if len(threats) > 1 or force(reply, size, depth - 1) is not None:
            return square
    return None


def best(board: str, size: int) -> int:
    """A good square for X."""
    for depth in range(5):
        square = force(board, size, depth)
        if square is not None:
            return square
    blocks = completing(board, size, "O")
    middle = (size - 1) / 2
    return min(
        blocks or free(board),
        key=lambda s: abs(s // size - middle) + abs(s % size - middle),
    )
