"""Return how many neighbouring pairs of characters in `text` are equal, regardless of case."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, words


def inputs() -> Inputs:
    return args(words("aAbB", most=10, least=0))


def count_pairs_equal(text: str) -> int:
    return sum(a == b for a, b in zip(text.lower(), text.lower()[1:]))


WRONG = {
    "minds the case": """
def count_pairs_equal(text):
    return sum(a == b for a, b in zip(text, text[1:]))
""",
    "counts runs": """
def count_pairs_equal(text):
    text = text.lower()
    return len({c for c in text if c + c in text})
""",
}
