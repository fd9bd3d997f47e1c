"""Return the words of `text` (separated by spaces), those that begin with a vowel (a, e, i, o,
u) first, each group in its own order, joined by single spaces."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, words

SPLIT = "test"


def inputs() -> Inputs:
    return args(words("abei  c", most=14, least=0))


def vowel_first(text: str) -> str:
    return " ".join(sorted(text.split(), key=lambda word: word[0] not in "aeiou"))


WRONG = {
    "vowels last": ("word[0] not in", "word[0] in"),
    "alphabetical": """
def vowel_first(text):
    return " ".join(sorted(text.split(), key=lambda w: (w[0] not in "aeiou", w)))
""",
}
