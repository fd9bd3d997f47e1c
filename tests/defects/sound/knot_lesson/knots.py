"""Knots as chains of cards, and a learner who follows them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

VERBS = ("cross", "tuck", "wrap", "pass", "fold", "pull")
PARTS = ("tail", "loop", "bight", "standing part", "eye")
SIDES = ("left", "right", "front", "back")
SWAPPED = {"left": "right", "right": "left"}
STRAIGHT = "a straight rope"
_SIZES = ("a narrow", "a wide", "a flat", "a twisted", "a doubled", "a slack", "a crossed")
_SHAPES = ("eye", "loop", "turn", "bight", "coil", "hitch", "collar")
_PLACES = ("over the standing part", "under the tail", "beside the tail", "around the post")


@dataclass(frozen=True)
class Level:
    """Steps of a knot, cards of other knots in the box, and what can happen."""

    steps: tuple[int, int]
    strays: int
    left_handed: bool
    opposite: bool
    slips: int


LEVELS = {
    1: Level((4, 5), 2, left_handed=True, opposite=False, slips=0),
    2: Level((5, 6), 3, left_handed=True, opposite=True, slips=1),
    3: Level((6, 7), 5, left_handed=True, opposite=True, slips=3),
}


@dataclass(frozen=True)
class Move:
    """A card of the box."""

    when: str
    verb: str
    part: str
    side: str
    then: str


@dataclass(frozen=True)
class Lesson:
    """What is taught: `chain` is the knot, step by step; `cards` are those of the whole box."""

    chain: tuple[Move, ...]
    cards: tuple[Move, ...]
    hand: str
    place: str

    def side_for_learner(self, side: str) -> str:
        """What must be said for a side of a card."""
        swaps = (self.hand == "left") + (self.place == "opposite")
        return SWAPPED.get(side, side) if swaps % 2 else side

    def understands(self, verb: str, part: str, side: str) -> bool:
        """Whether every word stands on a card; sides are known anyway."""
        verbs, parts = {card.verb for card in self.cards}, {card.part for card in self.cards}
        return verb in verbs and part in parts and side in SIDES


def draw_lesson(rng: Random, level: Level) -> Lesson:
    """A knot, with cards of other knots among its own."""
    steps = rng.randint(*level.steps)
    looks = [f"{size} {shape} {place}" for size in _SIZES for shape in _SHAPES for place in _PLACES]
    looks = rng.sample(looks, steps + 2 * level.strays)
    chain = []
    for number in range(steps):
        before = looks[number - 1] if number else STRAIGHT
        chain.append(_move(rng, before, looks[number]))
    others = looks[steps:]
    strays = [_move(rng, *others[at : at + 2]) for at in range(0, len(others), 2)]
    cards = chain + strays
    rng.shuffle(cards)
    hand = rng.choice(("left", "right")) if level.left_handed else "right"
    place = rng.choice(("beside", "opposite")) if level.opposite else "beside"
    return Lesson(tuple(chain), tuple(cards), hand, place)


def _move(rng: Random, before: str, after: str) -> Move:
    return Move(before, rng.choice(VERBS), rng.choice(PARTS), rng.choice(SIDES), after)
