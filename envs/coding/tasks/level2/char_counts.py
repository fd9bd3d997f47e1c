"""Return a dictionary that gives each character that occurs at least twice in `text` its
number of occurrences."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, words

SPLIT = "test"


def inputs() -> Inputs:
    return args(words("abcd", most=9, least=0))


def char_counts(text: str) -> dict[str, int]:
    return {char: text.count(char) for char in text if text.count(char) > 1}


WRONG = {
    "all characters": (" if text.count(char) > 1", ""),
    "repetitions beyond the first": ("text.count(char) for", "text.count(char) - 1 for"),
}
