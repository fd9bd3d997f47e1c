"""Rules for king and queen, or king and rook, against a king."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

Square = tuple[int, int]


def square(name: str) -> Square:
    """File and rank, from 0."""
    return "abcdefgh".index(name[0]), int(name[1]) - 1


def label(at: Square) -> str:
    """Name of a square."""
    return "abcdefgh"[at[0]] + str(at[1] + 1)


def near(a: Square, b: Square) -> bool:
    """Whether a king on one square attacks the other."""
    return a != b and abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1


def king_squares(at: Square) -> list[Square]:
    """Squares next to a square."""
    x, y = at
    return [
        (x + dx, y + dy)
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
        if (dx or dy) and 0 <= x + dx < 8 and 0 <= y + dy < 8
    ]


@dataclass(frozen=True)
class Board:
    """The white king, the white piece, the black king."""

    king: Square
    kind: str
    piece: Square
    black: Square

    def text(self) -> str:
        """The position in words."""
        white = f"K{label(self.king)} {self.kind}{label(self.piece)}"
        return f"White: {white}. Black: K{label(self.black)}."

    def rays(self, stop: tuple[Square, ...]) -> list[Square]:
        """Squares that the piece reaches; it stops on the given ones."""
        directions = [(1, 0), (-1, 0), (0, 1), (0, -1)]
        if self.kind == "Q":
            directions += [(1, 1), (1, -1), (-1, 1), (-1, -1)]
        found = []
        for dx, dy in directions:
            x, y = self.piece[0] + dx, self.piece[1] + dy
            while 0 <= x < 8 and 0 <= y < 8:
                found.append((x, y))
                if (x, y) in stop:
                    break
                x, y = x + dx, y + dy
        return found

    def check(self) -> bool:
        """Whether the black king is in check."""
        return self.black in self.rays((self.king, self.black))

    def replies(self) -> list[Square]:
        """Where the black king may go."""
        seen = set(self.rays((self.king,)))
        return [
            to
            for to in king_squares(self.black)
            if not near(to, self.king) and to != self.king and (to == self.piece or to not in seen)
        ]

    def moves(self) -> dict[str, Board]:
        """Legal moves of White, such as Kf6."""
        found = {
            f"K{label(to)}": replace(self, king=to)
            for to in king_squares(self.king)
            if to != self.piece and not near(to, self.black) and to != self.black
        }
        for to in self.rays((self.king, self.black)):
            if to not in (self.king, self.black):
                found[self.kind + label(to)] = replace(self, piece=to)
        return found


def parse(text: str, board: Board) -> Board | None:
    """The board after a move in text, or None if the move is illegal."""
    text = text.strip()
    if re.fullmatch(r"[a-h][1-8][a-h][1-8]", text):
        owner = {label(board.king): "K", label(board.piece): board.kind}.get(text[:2], "")
        text = owner + text[2:]
    return board.moves().get(re.sub(r"[+#]$", "", text))


def board_of(task: str) -> Board:
    """The board of a line such as `Kg6 Qb7 kg8`."""
    king, piece, black = task.split()
    return Board(square(king[1:]), piece[0], square(piece[1:]), square(black[1:]))
