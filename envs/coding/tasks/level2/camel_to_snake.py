"""Return `name`, written in camel case, with every upper-case letter made lower-case, and with
a "_" before it unless it is the first character."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, words


def inputs() -> Inputs:
    return args(words("abAB", most=8, least=0))


def camel_to_snake(name: str) -> str:
    return "".join("_" + c.lower() if c.isupper() and i else c.lower() for i, c in enumerate(name))


WRONG = {
    "underscore at the beginning": ("c.isupper() and i", "c.isupper()"),
    "keeps the case": ("'_' + c.lower() if", "'_' + c if"),
}
