"""What TRL is given: rows of a data set, and a function that rewards completions."""

from typing import Any

from env import WORDS, plain

ROWS = [
    {"prompt": f"What is {word} in {language}?", "accepted": list(accepted)}
    for (word, language), accepted in WORDS.items()
]


def translated(completions: list[str], accepted: list[list[str]], **columns: Any) -> list[float]:
    """1 for each completion that is among the accepted ones."""
    return [
        float(plain(text) in {plain(word) for word in words})
        for text, words in zip(completions, accepted, strict=True)
    ]


def short(completions: list[str], **columns: Any) -> list[float]:
    """A little less for every word too many."""
    return [-0.01 * max(0, len(text.split()) - 3) for text in completions]
