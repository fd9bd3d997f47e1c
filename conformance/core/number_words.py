"""The English words of small numbers, as texts about an environment write them."""

import re

NUMBER_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",
)  # fmt: skip
ORDINAL_WORDS = (
    "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth", "eleventh", "twelfth",
)  # fmt: skip
"""In both, each word stands at the place of its number."""


def number_of(text: str) -> float:
    """The number that a word or digits write, as in `seven`, `third`, `3rd` or `-0.5`.

    Raises:
        ValueError: the text is none of them.
    """
    lowered = text.lower()
    for words in (NUMBER_WORDS, ORDINAL_WORDS):
        if lowered in words:
            return float(words.index(lowered))
    return float(re.sub(r"(?<=\d)(st|nd|rd|th)$", "", lowered))
