"""The desk's dictionary: words by length, each with its clue."""

from __future__ import annotations

import random

from hallmark_rl.sdk import hold_out

_ENTRIES = """
ACID It turns litmus red
ARCH Curved span of a bridge
BARN Where hay is kept
CLUB Golfer's tool
DAWN First light
FERN Green plant without flowers
GOAT Bearded farm animal
HARP Angel's instrument
IRIS Coloured part of the eye
KITE It flies on a string
LAVA Volcano's output
MOAT Water around a castle
OATS Porridge base
PEAR Fruit that is narrow at the top
RAFT Simple boat of logs
SALT Sea water's flavour
TUNA Large fish, often tinned
WASP Stinging insect that makes no honey
ANKLE Joint above the foot
BACON Breakfast rashers
CIDER Drink made of apples
DAISY White flower on the lawn
EAGLE Bird with an eyrie
FLUTE Woodwind held sideways
GLOVE Hand's cover
HONEY Product of the hive
IGLOO House of snow
JUDGE One who passes sentence
LEMON Sour yellow fruit
MAYOR Head of a town
NURSE Ward worker
OLIVE Fruit in a martini
PEDAL Cyclist's foot pushes it
ROBIN Bird with a red breast
STORK Bird that is said to bring babies
TORCH Hand-held light
ANCHOR It keeps a ship in place
BAKERY Shop for loaves
CACTUS Prickly desert plant
DONKEY Stubborn carrier of loads
ENGINE It is found beneath a bonnet
FALCON Hunting bird on a gloved fist
GARLIC It keeps vampires away
HAMMER Driver of nails
INSECT Creature with six legs
JACKET Top half of a suit
KETTLE It whistles when it boils
LADDER Window cleaner's climb
MAGNET It attracts iron
NEEDLE It has an eye, but cannot see
OYSTER Pearl's home
PARROT Bird that repeats itself
RABBIT Animal in a warren
SADDLE Rider's seat
TUNNEL Way through a mountain
WALRUS Tusked animal of the Arctic
"""

CLUES: dict[str, str] = dict(line.split(" ", 1) for line in _ENTRIES.split("\n") if line)
HELD_OUT = 6  # words of each length
TRAIN: dict[int, list[str]] = {}
TEST: dict[int, list[str]] = {}
for _length in sorted(set(map(len, CLUES))):
    _words = sorted(word for word in CLUES if len(word) == _length)
    TRAIN[_length], TEST[_length] = map(sorted, hold_out(_words, HELD_OUT, seed=_length))


def _page(word: str) -> list[str]:
    """The words of the same length and the same split, by alphabet."""
    pages = (TRAIN[len(word)], TEST[len(word)])
    return pages[word in pages[1]]


def offer(rng: random.Random, word: str, count: int) -> list[str]:
    """`count` words in random order: `word`, and neighbours of the same length."""
    page = _page(word)
    first = page.index(word) - rng.randrange(count)
    words = [page[place % len(page)] for place in range(first, first + count)]
    rng.shuffle(words)
    return words
