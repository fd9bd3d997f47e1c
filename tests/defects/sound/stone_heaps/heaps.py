"""Rules of the game, and how the opponents play."""

from __future__ import annotations

from functools import cache
from random import Random

OPPONENTS = ("drowsy", "sharp")
Move = tuple[int, int]  # heap 0 or 1, number of stones


def legal(a: int, b: int, last: int) -> list[Move]:
    """The moves of a position, small numbers first, heap A before heap B."""
    heaps = (a, b)
    return [
        (heap, number)
        for number in (1, 2, 3)
        for heap in (0, 1)
        if number != last and number <= heaps[heap]
    ]


def after(a: int, b: int, move: Move) -> tuple[int, int, int]:
    """The position after a move."""
    heap, number = move
    return (a - number, b, number) if heap == 0 else (a, b - number, number)


@cache
def wins(a: int, b: int, last: int) -> bool:
    """Whether the player to move wins with perfect play."""
    return any(not wins(*after(a, b, move)) for move in legal(a, b, last))


def choose(a: int, b: int, last: int, opponent: str) -> Move:
    """The move of an opponent; there must be one."""
    moves = legal(a, b, last)
    if opponent == "sharp":
        for move in moves:
            if not wins(*after(a, b, move)):
                return move
    return min(moves, key=lambda move: (move[1], move[0]))


class Game:
    """A position, with the agent to move unless the game is over."""

    def __init__(self, a: int, b: int) -> None:
        self.a, self.b, self.last = a, b, 0

    def play(self, move: Move) -> None:
        """Make a legal move."""
        self.a, self.b, self.last = after(self.a, self.b, move)

    def reply(self, opponent: str = "drowsy") -> bool:
        """The opponent's turn. False if it has no move."""
        if not self.moves():
            return False
        self.play(choose(self.a, self.b, self.last, opponent))
        return True

    def moves(self) -> list[Move]:
        """The legal moves."""
        return legal(self.a, self.b, self.last)


def deal(rng: Random, opponent: str) -> Game:
    """A game after the opponent's first turn, which the agent can win."""
    while True:
        game = Game(rng.randint(4, 9), rng.randint(4, 9))
        game.reply(opponent)
        if wins(game.a, game.b, game.last):
            return game
