"""Return how many characters of `text` are vowels (a, e, i, o, u in either case)."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, words


def inputs() -> Inputs:
    return args(words("aeiouAEIOUbcyY ", most=10, least=0))


def count_vowels(text: str) -> int:
    return sum(char in "aeiouAEIOU" for char in text)


def check_concatenation(result: int, text: str) -> bool:
    return count_vowels(text + text) == 2 * result


WRONG = {
    "ignores upper case": ("'aeiouAEIOU'", "'aeiou'"),
    "counts y": ("'aeiouAEIOU'", "'aeiouyAEIOUY'"),
    "counts different vowels": """
def count_vowels(text):
    return len(set(text.lower()) & set("aeiou"))
""",
}
