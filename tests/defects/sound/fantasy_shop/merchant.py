"""The merchant: wares, temper, and how an offer is answered."""

from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

WARES = (
    ("a cloak of feathers", 120),
    ("a lantern that never smokes", 160),
    ("a map of the drowned city", 200),
    ("a ring that hums near gold", 240),
    ("three dragon scales", 150),
    ("a self-stirring cauldron", 180),
    ("boots of soft steps", 130),
    ("a bottled storm", 220),
)


class Temper(NamedTuple):
    """How much of the gap the merchant gives up for an offer, and the patience at the start."""

    share: int  # one part in `share`
    patience: int


TEMPERS = {1: Temper(2, 12), 2: Temper(3, 16)}


@dataclass
class Haggle:
    """The state of one negotiation. `limit` is the lowest price that the merchant takes."""

    item: str
    list_price: int
    limit: int
    temper: Temper
    asking: int
    patience: int
    offers: list[tuple[int, int]] = field(default_factory=list)
    paid: int = 0
    left: bool = False

    @property
    def over(self) -> bool:
        """Whether there is a deal, or will never be one."""
        return self.paid > 0 or self.left

    def score(self) -> float:
        """The share of the possible discount that the deal has."""
        if not self.paid:
            return 0.0
        return (self.list_price - self.paid) / (self.list_price - self.limit)


def open_shop(rng: Random, level: int) -> Haggle:
    """A merchant of this level, with one of the wares."""
    item, usual = rng.choice(WARES)
    list_price = usual + rng.randint(-9, 9)
    limit = round(list_price * rng.uniform(0.66, 0.82))
    temper = TEMPERS[level]
    return Haggle(item, list_price, limit, temper, list_price, temper.patience)


def answer_offer(haggle: Haggle, offer: int) -> str:
    """Answer an offer: a deal, a lower price, or an insulted merchant."""
    if offer >= haggle.limit:
        haggle.paid = min(offer, haggle.asking)
        return f"{haggle.paid} gold, and it is yours!"
    highest = max((earlier for earlier, _ in haggle.offers), default=0)
    insult = 2 * offer < haggle.asking or offer <= highest
    if insult:
        haggle.patience -= 3
        words = "You insult me."
    else:
        haggle.patience -= 1
        gap = haggle.asking - haggle.limit
        haggle.asking -= -(-gap // haggle.temper.share)
        words = f"For you, {haggle.asking} gold."
    haggle.offers.append((offer, haggle.asking))
    return _perhaps_enough(haggle, words)


def answer_nonsense(haggle: Haggle) -> str:
    """Answer a sentence that is no offer."""
    haggle.patience -= 1
    return _perhaps_enough(haggle, "What do you mean? Name one price.")


def _perhaps_enough(haggle: Haggle, words: str) -> str:
    if haggle.patience > 0:
        return words
    haggle.patience = 0
    haggle.left = True
    return "Enough! The shop is closed."
