"""The rules on a board of 6 x 6."""

from __future__ import annotations

SIDE = 6
Square = tuple[int, int]
Board = dict[Square, str]
_AROUND = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]


def start() -> Board:
    """The four discs in the middle."""
    return {(2, 2): "O", (3, 3): "O", (2, 3): "X", (3, 2): "X"}


def flips(board: Board, square: Square, me: str) -> list[Square]:
    """The discs that a move turns over."""
    if square in board:
        return []
    out: list[Square] = []
    for a, b in _AROUND:
        line, (r, c) = [], (square[0] + a, square[1] + b)
        while board.get((r, c), me) != me:
            line.append((r, c))
            r, c = r + a, c + b
        if (r, c) in board:
            out += line
    return out


def moves(board: Board, me: str) -> list[Square]:
    """All legal moves."""
    return [(r, c) for r in range(SIDE) for c in range(SIDE) if flips(board, (r, c), me)]


def play(board: Board, square: Square, me: str) -> Board:
    """The board after a legal move."""
    return {**board, square: me, **dict.fromkeys(flips(board, square, me), me)}


def name(square: Square) -> str:
    """The name of a square."""
    return "abcdef"[square[1]] + str(square[0] + 1)
