"""Things that people lose."""

from __future__ import annotations

from random import Random

KINDS = ("umbrella", "scarf", "bag", "hat", "glove")
DETAILS = {
    "colour": ("red", "blue", "green", "black", "yellow"),
    "material": ("wool", "nylon", "cotton", "leather", "silk"),
    "flaw": ("a stain", "a tear", "a patch", "a loose thread", "no flaw"),
    "place": ("the tram", "the library", "the market", "the pool", "the station"),
}
SIZES = {"small": 6, "large": 12}
Thing = dict[str, str]


def any_thing(rng: Random, kinds: list[str]) -> Thing:
    """Some thing of one of the kinds."""
    return {"kind": rng.choice(kinds)} | {
        detail: rng.choice(values) for detail, values in DETAILS.items()
    }


def lookalike(rng: Random, thing: Thing) -> Thing:
    """A thing of the same kind that differs in one or two details."""
    other = dict(thing)
    for detail in rng.sample(list(DETAILS), rng.randrange(1, 3)):
        other[detail] = rng.choice([value for value in DETAILS[detail] if value != thing[detail]])
    return other


def make_case(rng: Random, size: str) -> tuple[list[Thing], Thing, int]:
    """The shelf, what was lost, and its number on the shelf (0 if it is not there)."""
    lost = any_thing(rng, list(KINDS))
    count = SIZES[size]
    alike = count * 2 // 3
    shelf = [lookalike(rng, lost) for _ in range(alike)]
    shelf += [
        any_thing(rng, [kind for kind in KINDS if kind != lost["kind"]])
        for _ in range(count - alike)
    ]
    rng.shuffle(shelf)
    number = 0
    if rng.random() < 0.75:
        number = rng.randrange(count) + 1
        shelf[number - 1] = dict(lost)
    return shelf, lost, number
