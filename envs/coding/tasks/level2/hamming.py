"""Return at how many positions `left` and `right` differ, where positions that only one of
them has count as well."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, words


def inputs() -> Inputs:
    return args(words("ab", most=7, least=0), words("ab", most=7, least=0))


def hamming(left: str, right: str) -> int:
    return sum(a != b for a, b in zip(left, right)) + abs(len(left) - len(right))


WRONG = {
    "common part only": (" + abs(len(left) - len(right))", ""),
    "letters that differ": """
def hamming(left, right):
    return len(set(left) ^ set(right))
""",
}
