"""Return the first letters of the words of `name` (separated by one or more spaces), in upper
case, each followed by a full stop: "ada lovelace" gives "A.L."."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, words


def inputs() -> Inputs:
    return args(words("abC  ", most=10, least=0))


def title_initials(name: str) -> str:
    return "".join(word[0].upper() + "." for word in name.split())


WRONG = {
    "splits at every space": """
def title_initials(name):
    return "".join(word[:1].upper() + "." for word in name.split(" "))
""",
    "keeps the case": ("word[0].upper()", "word[0]"),
}
