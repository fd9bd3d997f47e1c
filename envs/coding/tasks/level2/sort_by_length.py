"""Return `words` sorted by length, shortest first, words of equal length in alphabetical
order."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st, words


def inputs() -> Inputs:
    return args(st.lists(words("abc", most=4, least=0), max_size=7))


def sort_by_length(words: list[str]) -> list[str]:
    return sorted(words, key=lambda word: (len(word), word))


WRONG = {
    "keeps the order of equals": """
def sort_by_length(words):
    return sorted(words, key=len)
""",
    "alphabetical only": """
def sort_by_length(words):
    return sorted(words)
""",
}
