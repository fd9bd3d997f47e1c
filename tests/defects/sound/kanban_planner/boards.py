"""Draws boards that can be done in time."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

LEVELS = {"easy": 4, "medium": 6, "hard": 9}
LIMITS = {"doing": 2, "review": 1}


@dataclass
class Card:
    """A card on the board."""

    name: str
    effort: int
    due: int
    value: int
    needs: str
    column: str = "todo"
    work: int = 0
    checked: bool = False


class Board:
    """Cards, columns and the day."""

    def __init__(self, cards: list[Card]) -> None:
        self.cards = {card.name: card for card in cards}
        self.day = 1

    def room(self, column: str) -> bool:
        """Whether another card fits into a column."""
        return sum(c.column == column for c in self.cards.values()) < LIMITS[column]

    def pull(self, card: Card) -> bool:
        """todo -> doing."""
        ready = not card.needs or self.cards[card.needs].column == "done"
        if card.column != "todo" or not ready or not self.room("doing"):
            return False
        card.column = "doing"
        return True

    def review(self, card: Card) -> bool:
        """doing -> review."""
        if card.column != "doing" or card.work < card.effort or not self.room("review"):
            return False
        card.column = "review"
        return True

    def ship(self, card: Card) -> bool:
        """review -> done."""
        if card.column != "review" or not card.checked:
            return False
        card.column = "done"
        return True

    def pass_day(self) -> None:
        """A day of work on every card in doing and in review."""
        self.day += 1
        for card in self.cards.values():
            if card.column == "doing":
                card.work = min(card.effort, card.work + 1)
            card.checked = card.checked or card.column == "review"


def urgent(cards: list[Card]) -> list[Card]:
    """The order of a planner who looks at the due days."""
    return sorted(cards, key=lambda c: (c.due, c.name))


def in_time(cards: list[Card]) -> bool:
    """Whether cards are done in time if the first in the list always goes first."""
    board = Board([Card(c.name, c.effort, c.due, c.value, c.needs) for c in cards])
    order = list(board.cards.values())
    while any(c.column != "done" for c in order):
        if any(board.day > c.due for c in order if c.column != "done"):
            return False
        moved = True
        while moved:
            moved = any(board.ship(c) or board.review(c) or board.pull(c) for c in order)
        board.pass_day()
    return True


def make_board(rng: Random, level: str = "easy") -> Board:
    """A board on which the order matters."""
    count = LEVELS[level]
    while True:
        cards: list[Card] = []
        for name in "ABCDEFGHI"[:count]:
            needs = rng.choice(cards).name if cards and rng.random() < 0.35 else ""
            cards.append(
                Card(name, rng.randint(1, 4), rng.randint(3, 4 * count), rng.randint(1, 9), needs)
            )
        if in_time(urgent(cards)) and not in_time(cards):
            return Board(cards)
