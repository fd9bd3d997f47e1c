"""Rules of the game, and how the two others play."""

from __future__ import annotations

from random import Random
from typing import Self

SUITS, RANKS = "CDH", "12345"
STYLES = ("timid", "keen")


def legal(hand: list[str], trick: list[str]) -> list[str]:
    """Cards of the hand that may be played: suit must be followed."""
    same = [card for card in hand if trick and card[0] == trick[0][0]]
    return same or list(hand)


def strength(card: str, led: str, trump: str) -> int:
    """How strong a card is in a trick."""
    if card[0] == trump:
        return 10 + int(card[1])
    return int(card[1]) if card[0] == led else 0


def choose(hand: list[str], trick: list[str], trump: str, style: str = "timid") -> str:
    """The card of a fixed player."""
    cards = sorted(legal(hand, trick), key=lambda card: (card[0] == trump, card[1], card[0]))
    if style == "timid":
        return cards[0]
    if not trick:
        return max(cards, key=lambda card: (card[1], card[0]))
    best = max(strength(card, trick[0][0], trump) for card in trick)
    winning = [card for card in cards if strength(card, trick[0][0], trump) > best]
    return winning[0] if winning else cards[0]


class Game:
    """A deal. Seat 0 is the agent, 1 left, 2 right."""

    def __init__(self, rng: Random, style: str) -> None:
        deck = [suit + rank for suit in SUITS for rank in RANKS]
        rng.shuffle(deck)
        self.hands = [sorted(deck[5 * seat : 5 * seat + 5]) for seat in range(3)]
        self.trump = rng.choice(SUITS)
        self.leader = rng.randrange(3)
        self.style = style
        self.trick: list[str] = []
        self.won = [0, 0, 0]
        self._advance()

    @property
    def over(self) -> bool:
        """Whether all tricks are played."""
        return sum(self.won) == 5

    def copy(self) -> Self:
        """The same position."""
        twin = object.__new__(type(self))
        twin.__dict__ |= self.__dict__
        twin.hands = [list(hand) for hand in self.hands]
        twin.trick, twin.won = list(self.trick), list(self.won)
        return twin

    def play(self, card: str) -> None:
        """The agent plays a legal card, then the others until it is the agent's turn again."""
        self._put(0, card)
        self._advance()

    def _put(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append(card)
        if len(self.trick) == 3:
            led = self.trick[0][0]
            best = max(self.trick, key=lambda c: strength(c, led, self.trump))
            self.leader = (self.leader + self.trick.index(best)) % 3
            self.won[self.leader] += 1
            self.trick = []

    def _advance(self) -> None:
        while not self.over:
            seat = (self.leader + len(self.trick)) % 3
            if seat == 0:
                return
            card = choose(self.hands[seat], self.trick, self.trump, self.style)
            self._put(seat, card)


def best_line(game: Game) -> tuple[int, str]:
    """Most tricks the agent can win, and the card to play now."""
    if game.over:
        return game.won[0], ""
    best = (-1, "")
    for card in legal(game.hands[0], game.trick):
        trial = game.copy()
        trial.play(card)
        best = max(best, (best_line(trial)[0], card))
    return best


def deal(rng: Random, style: str) -> tuple[Game, int]:
    """A deal in which play matters, and the tricks that can be won."""
    while True:
        game = Game(rng, style)
        target = best_line(game)[0]
        results = []
        for pick in (min, max):
            trial = game.copy()
            while not trial.over:
                trial.play(pick(legal(trial.hands[0], trial.trick), key=lambda c: c[1] + c[0]))
            results.append(trial.won[0])
        if target > max(results):
            return game, target
