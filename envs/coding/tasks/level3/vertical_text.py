"""Write `words` as columns from left to right: return the rows of characters from top to
bottom, shorter words filled up with spaces, and no spaces at the end of a row."""

from itertools import zip_longest

from hallmark_rl.sdk.coding.strategies import Inputs, args, st, words


def inputs() -> Inputs:
    return args(st.lists(words("abc", most=4, least=0), max_size=4))


def vertical_text(words: list[str]) -> list[str]:
    return ["".join(row).rstrip() for row in zip_longest(*words, fillvalue=" ")]


WRONG = {
    "keeps spaces at the end": (".rstrip()", ""),
    "stops at the shortest": """
def vertical_text(words):
    return ["".join(row) for row in zip(*words)]
""",
    "strips both sides": (".rstrip()", ".strip()"),
}
