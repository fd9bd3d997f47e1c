"""Return in how many ways the letters of `word` can be arranged so that the results differ."""

from math import factorial

from hallmark_rl.sdk.coding.strategies import Inputs, args, words


def inputs() -> Inputs:
    return args(words("aabbcd", most=7, least=0))


def arrangement_count(word: str) -> int:
    ways = factorial(len(word))
    for letter in set(word):
        ways //= factorial(word.count(letter))
    return ways


WRONG = {
    "all arrangements": """
def arrangement_count(word):
    import math
    return math.factorial(len(word))
""",
    "divides once": ("factorial(word.count(letter))", "word.count(letter)"),
}
