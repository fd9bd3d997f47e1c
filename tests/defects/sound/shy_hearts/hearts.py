"""Rules of the game, and how the two others play."""

from __future__ import annotations

from random import Random
from typing import Self

SUITS, RANKS = "CHS", "12345"


def legal(hand: list[str], trick: list[str]) -> list[str]:
    """Cards of the hand that may be played: suit must be followed."""
    same = [card for card in hand if trick and card[0] == trick[0][0]]
    return same or list(hand)


def winner(trick: list[str]) -> int:
    """Place in the trick of the card that takes it."""
    led = [card for card in trick if card[0] == trick[0][0]]
    return trick.index(max(led, key=lambda card: card[1]))


def choose(hand: list[str], trick: list[str]) -> str:
    """The card of a fixed player, who knows no more than the own hand and the table."""
    cards = sorted(legal(hand, trick), key=lambda card: (card[1], card[0]))
    if not trick:
        return cards[0]
    if cards[0][0] != trick[0][0]:
        return max(cards, key=lambda card: (card[0] == "H", card[1], card[0]))
    below = [card for card in cards if card[1] < trick[winner(trick)][1]]
    return below[-1] if below else cards[0]


class Game:
    """A deal. Seat 0 is the agent, 1 left, 2 right."""

    def __init__(self, rng: Random) -> None:
        deck = [suit + rank for suit in SUITS for rank in RANKS]
        rng.shuffle(deck)
        self.hands = [sorted(deck[5 * seat : 5 * seat + 5]) for seat in range(3)]
        self.leader = rng.randrange(3)
        self.trick: list[str] = []
        self.last: list[str] = []
        self.points = [0, 0, 0]
        self._advance()

    @property
    def over(self) -> bool:
        """Whether all cards are played."""
        return not any(self.hands)

    @property
    def unseen(self) -> list[str]:
        """The cards in the hands of the others, sorted."""
        return sorted(self.hands[1] + self.hands[2])

    def copy(self) -> Self:
        """The same position."""
        twin = object.__new__(type(self))
        twin.__dict__ |= self.__dict__
        twin.hands = [list(hand) for hand in self.hands]
        twin.trick, twin.points = list(self.trick), list(self.points)
        return twin

    def play(self, card: str) -> None:
        """The agent plays a legal card, then the others until it is the agent's turn again."""
        self._put(0, card)
        self._advance()

    def _put(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append(card)
        if len(self.trick) == 3:
            self.leader = (self.leader + winner(self.trick)) % 3
            self.points[self.leader] += sum(card[0] == "H" for card in self.trick)
            self.last, self.trick = self.trick, []

    def _advance(self) -> None:
        while not self.over:
            seat = (self.leader + len(self.trick)) % 3
            if seat == 0:
                return
            self._put(seat, choose(self.hands[seat], self.trick))


def best_line(game: Game) -> tuple[int, str]:
    """The fewest points the agent can take, and the card to play now."""
    if game.over:
        return game.points[0], ""
    best = (99, "")
    for card in legal(game.hands[0], game.trick):
        trial = game.copy()
        trial.play(card)
        best = min(best, (best_line(trial)[0], card))
    return best


def lowest(game: Game) -> str:
    """The lowest legal card."""
    return min(legal(game.hands[0], game.trick), key=lambda card: (card[1], card[0]))


def deal(rng: Random) -> tuple[Game, int]:
    """A deal in which always playing low is not good enough, and the fewest points possible."""
    while True:
        game = Game(rng)
        fewest = best_line(game)[0]
        trial = game.copy()
        while not trial.over:
            trial.play(lowest(trial))
        if trial.points[0] > fewest:
            return game, fewest
