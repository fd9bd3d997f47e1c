"""Return the letters that occur in both `left` and `right`, each once, in alphabetical order,
as one text."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, words


def inputs() -> Inputs:
    return args(words("abcde", most=6, least=0), words("abcde", most=6, least=0))


def common_letters(left: str, right: str) -> str:
    return "".join(sorted(set(left) & set(right)))


WRONG = {
    "order of the left text": """
def common_letters(left, right):
    return "".join(dict.fromkeys(c for c in left if c in right))
""",
    "keeps repetitions": """
def common_letters(left, right):
    return "".join(sorted(c for c in left if c in right))
""",
}
