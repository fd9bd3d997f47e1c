"""Return `words` joined to a line of exactly `width` characters by spaces between them; if the
spaces do not come out even, gaps further left get one more. A single word is filled up with
spaces on its right. The words always fit with at least one space in each gap."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st, words


def inputs() -> Inputs:
    return st.lists(words("ab", most=4), min_size=1, max_size=4).flatmap(
        lambda l: args(
            st.just(l), st.integers(0, 9).map(lambda n: sum(map(len, l)) + len(l) - 1 + n)
        )
    )


def justify_line(words: list[str], width: int) -> str:
    if len(words) == 1:
        return words[0].ljust(width)
    spaces, more = divmod(width - sum(map(len, words)), len(words) - 1)
    line = words[0]
    for at, word in enumerate(words[1:]):
        line += " " * (spaces + (at < more)) + word
    return line


WRONG = {
    "more spaces on the right": ("(at < more)", "(len(words) - 2 - at < more)"),
    "the rest at the end": """
def justify_line(words, width):
    return " ".join(words).ljust(width)
""",
}


def valid(words: list[str], width: int) -> bool:
    return bool(words) and sum(map(len, words)) + len(words) - 1 <= width


EQUIVALENT = {
    "return words[-1].ljust(width)": "there is one word",
}
