"""Return the words of `text` (separated by spaces) that have more than `length` characters, in
order."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st, words


def inputs() -> Inputs:
    return args(words("ab  ", most=16, least=0), st.integers(0, 4))


def words_longer_than(text: str, length: int) -> list[str]:
    return [word for word in text.split() if len(word) > length]


WRONG = {
    "at least": ("len(word) > length", "len(word) >= length"),
    "counts the spaces": """
def words_longer_than(text, length):
    return [w for w in text.split(" ") if len(w) >= length]
""",
}
