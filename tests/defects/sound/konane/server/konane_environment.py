"""Konane, the Hawaiian game of jumps, on a small board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, VerifiedEnvironment, VerifiedState

from ..models import Jump, Stones

ROWS, COLUMNS = 4, 5
OWN, OTHER, EMPTY = "x", "o", "."
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))

Board = str  # ROWS * COLUMNS characters, row 1 first
Hop = tuple[int, int, int]  # from, over, to


def hops(board: Board, side: str) -> list[Hop]:
    """Every jump of a side."""
    found = []
    other = OTHER if side == OWN else OWN
    for place, stone in enumerate(board):
        if stone != side:
            continue
        row, column = divmod(place, COLUMNS)
        for down, right in DIRECTIONS:
            end_row, end_column = row + 2 * down, column + 2 * right
            if not (0 <= end_row < ROWS and 0 <= end_column < COLUMNS):
                continue
            over = (row + down) * COLUMNS + column + right
            end = end_row * COLUMNS + end_column
            if board[over] == other and board[end] == EMPTY:
                found.append((place, over, end))
    return found


def play(board: Board, hop: Hop) -> Board:
    """The board after a jump."""
    squares = list(board)
    start, over, end = hop
    squares[end], squares[start], squares[over] = squares[start], EMPTY, EMPTY
    return "".join(squares)


@cache
def wins(board: Board, side: str) -> bool:
    """Whether the side to move wins with best play."""
    other = OTHER if side == OWN else OWN
    return any(not wins(play(board, hop), other) for hop in hops(board, side))


def name(hop: Hop) -> str:
    """A jump as text."""
    squares = (divmod(place, COLUMNS) for place in (hop[0], hop[2]))
    return "-".join(f"{'abcde'[column]}{row + 1}" for row, column in squares)


@dataclass
class Match:
    """A match against an opponent who plays at random.

    Attributes:
        options: the jumps that are shown to the agent.
    """

    board: Board
    rng: Random
    options: list[str]
    reply: str = ""
    winner: str = ""


def draw_board(rng: Random) -> Board:
    """A position with the agent to move, who can win: the start and four random jumps."""
    while True:
        squares = [
            OWN if (row + column) % 2 else OTHER for row in range(ROWS) for column in range(COLUMNS)
        ]
        first = rng.choice((6, 7, 8))
        squares[first] = squares[first + rng.choice((COLUMNS, 1 if first < 8 else -1))] = EMPTY
        board = "".join(squares)
        for side in (OWN, OTHER, OWN, OTHER):
            options = hops(board, side)
            if not options:
                break
            board = play(board, rng.choice(options))
        else:
            if wins(board, OWN):
                return board


class KonaneEnvironment(VerifiedEnvironment[Jump, Stones, VerifiedState, Match]):
    """Jump until the opponent cannot."""

    max_steps = 12
    step_timeout_s = 5.0
    reward = Reward(
        Column("won", lambda t: float(t.facts["winner"] == OWN), kind="outcome"),
        Column("legal", lambda t: float(t.facts["legal"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Match, Stones]:
        """Set up a position that the agent can win."""
        board = draw_board(rng)
        match = Match(board, rng, [name(hop) for hop in hops(board, OWN)])
        return match, _stones(match)

    def advance(self, game: Match, action: Jump) -> Stones:
        """Jump, then let the opponent jump."""
        legal = {name(hop): hop for hop in hops(game.board, OWN)}
        if action.jump not in legal:
            game.winner = OTHER
            return _stones(game, "that jump is not possible: you lose")
        game.board = play(game.board, legal[action.jump])
        replies = hops(game.board, OTHER)
        if not replies:
            game.winner, game.reply, game.options = OWN, "", []
            return _stones(game, "the opponent cannot jump: you win")
        reply = game.rng.choice(replies)
        game.reply = name(reply)
        game.board = play(game.board, reply)
        game.options = [name(hop) for hop in hops(game.board, OWN)]
        if not hops(game.board, OWN):
            game.winner = OTHER
            return _stones(game, "you cannot jump: you lose")
        return _stones(game)

    def facts(self, game: Match) -> Mapping[str, Any]:
        """What the columns read."""
        return {"winner": game.winner, "legal": game.winner != OTHER or not hops(game.board, OWN)}


def _stones(game: Match, message: str = "") -> Stones:
    rows = [game.board[start : start + COLUMNS] for start in range(0, len(game.board), COLUMNS)]
    return Stones(
        rows=rows, jumps=game.options, reply=game.reply, message=message, done=bool(game.winner)
    )
