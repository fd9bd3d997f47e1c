"""The English words of small numbers, as texts about an environment write them."""

NUMBER_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",
)  # fmt: skip
"""Each word stands at the place of its number."""


def number_of(text: str) -> float:
    """The number that a word or digits write; ValueError for any other text."""
    lowered = text.lower()
    return float(NUMBER_WORDS.index(lowered)) if lowered in NUMBER_WORDS else float(lowered)
