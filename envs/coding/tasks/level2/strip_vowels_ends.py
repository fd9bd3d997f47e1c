"""Return `word` without the vowels (a, e, i, o, u) at its beginning and at its end."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, words

SPLIT = "test"


def inputs() -> Inputs:
    return args(words("aeioubc", most=8, least=0))


def strip_vowels_ends(word: str) -> str:
    return word.strip("aeiou")


WRONG = {
    "only the beginning": ("word.strip('aeiou')", "word.lstrip('aeiou')"),
    "all vowels": """
def strip_vowels_ends(word):
    return "".join(c for c in word if c not in "aeiou")
""",
}
