"""Return the longest of the words in `text` (separated by spaces), the last of them if several
are equally long, and "" if there is none."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, words

SPLIT = "test"


def inputs() -> Inputs:
    return args(words("ab  ", most=14, least=0))


def longest_word(text: str) -> str:
    return max(reversed(text.split()), key=len, default="")


WRONG = {
    "the first": ("reversed(text.split())", "text.split()"),
    "the alphabetically last": """
def longest_word(text):
    return max(text.split(), key=lambda w: (len(w), w), default="")
""",
}
