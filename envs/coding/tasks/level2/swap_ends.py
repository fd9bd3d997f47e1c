"""Return `text` with its first and its last character exchanged. Texts shorter than two
characters stay as they are."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, words

SPLIT = "test"


def inputs() -> Inputs:
    return args(words("abcXY ", most=7, least=0))


def swap_ends(text: str) -> str:
    return text if len(text) < 2 else text[-1] + text[1:-1] + text[0]


def check_involution(result: str, text: str) -> bool:
    return swap_ends(result) == text


WRONG = {
    "reverses": """
def swap_ends(text):
    return text[::-1]
""",
    "drops a character": ("text[1:-1]", "text[1:-2]"),
}
