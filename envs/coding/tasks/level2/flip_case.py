"""Return `text` with every lower-case letter made upper-case, and every other character left
out unless it is an upper-case letter, which is made lower-case."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, words


def inputs() -> Inputs:
    return args(words("abAB1 -", most=9, least=0))


def flip_case(text: str) -> str:
    return "".join(char.swapcase() for char in text if char.isalpha())


WRONG = {
    "keeps everything": """
def flip_case(text):
    return text.swapcase()
""",
    "all upper": ("char.swapcase()", "char.upper()"),
}
