"""A game on 3 by 3 fields, numbered 0 to 8 by rows; X begins, then O and X in turn.

`play(field)` marks a field for whoever is next and returns "X" or "O" if that completes a
line of three (row, column, diagonal), "draw" if the board is full without one, and ""
otherwise. It returns "illegal" and changes nothing if the field is taken or the game is
over."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st

SPLIT = "test"


def inputs() -> Inputs:
    return st.one_of(
        operations(play=(st.integers(0, 8),)),
        st.permutations(range(9)).map(lambda p: ([["play", i] for i in p],)),
    )


class TicTacToe:
    LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def __init__(self) -> None:
        self.board = [""] * 9
        self.turns = 0
        self.over = False

    def play(self, field: int) -> str:
        if self.over or self.board[field]:
            return "illegal"
        player = "XO"[self.turns % 2]
        self.board[field] = player
        self.turns += 1
        if any(all(self.board[spot] == player for spot in line) for line in self.LINES):
            self.over = True
            return player
        return "draw" if self.turns == 9 else ""


WRONG = {
    "plays on after a win": ("self.over = True", "pass"),
    "no diagonals": (", (0, 4, 8), (2, 4, 6))", ")"),
    "overwrites fields": ("if self.over or self.board[field]:", "if self.over:"),
}

EQUIVALENT = {
    "self.board = [''] * 10": "one unused field more",
}
