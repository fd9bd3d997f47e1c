"""Return `text` with one space between neighbouring characters, and no space added beside a
space that is already there."""

import re

from hallmark_rl.sdk.coding.strategies import Inputs, args, words


def inputs() -> Inputs:
    return args(words("abc  ", most=8, least=0))


def spaced_out(text: str) -> str:
    return re.sub("(?<=[^ ])(?=[^ ])", " ", text)


WRONG = {
    "doubles spaces": """
def spaced_out(text):
    return " ".join(text)
""",
    "joins words": """
def spaced_out(text):
    return " ".join(text.replace(" ", ""))
""",
}
