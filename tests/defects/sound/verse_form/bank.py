"""The word bank: word -> (syllables, rhyme)."""

from __future__ import annotations

_GROUPS = {
    "1/oon": "moon noon spoon tune dune soon",
    "2/oon": "lagoon baboon balloon",
    "1/ay": "day hay bay clay gray stay",
    "2/ay": "today away delay",
    "1/ight": "night light bright kite white",
    "2/ight": "tonight delight polite",
    "1/ee": "tree sea bee free tea",
    "2/ee": "degree settee",
    "1/-": "the a an of in on with and but from by as his her its old cold wind rain frog fox "
    "pond leaf sat ran fell",
    "2/-": "silent little autumn winter river mountain into under over morning yellow garden "
    "singing",
    "3/-": "yesterday's wandering umbrella butterfly remember november",
}
LEXICON = {
    word: (int(head.split("/")[0]), head.split("/")[1])
    for head, words in _GROUPS.items()
    for word in words.split()
}
TOPICS = (
    "moon",
    "frog",
    "fox",
    "pond",
    "leaf",
    "kite",
    "tree",
    "sea",
    "river",
    "garden",
    "butterfly",
    "rain",
    "balloon",
    "umbrella",
)


def listing() -> dict[str, list[str]]:
    """The bank as it is shown."""
    return {head: words.split() for head, words in _GROUPS.items()}
