"""Return a text that takes one character of `left` and one of `right` in turn; when one is
used up, the rest of the other follows."""

from itertools import zip_longest

from hallmark_rl.sdk.coding.strategies import Inputs, args, words

SPLIT = "test"


def inputs() -> Inputs:
    return args(words("abc", most=6, least=0), words("xyz", most=6, least=0))


def zigzag_join(left: str, right: str) -> str:
    return "".join(a + b for a, b in zip_longest(left, right, fillvalue=""))


WRONG = {
    "drops the rest": """
def zigzag_join(left, right):
    return "".join(a + b for a, b in zip(left, right))
""",
    "right first": ("a + b", "b + a"),
}
