"""Parse a query string such as "a=1&b=2&a=3" into a dictionary from each key to the list of
its values, in order. The first "=" of a part ends its key; a part without "=" has the value "";
parts with an empty key and empty parts are left out. "+" stands for a space."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, words


def inputs() -> Inputs:
    return args(words("ab=&+", most=12, least=0))


def parse_query(text: str) -> dict[str, list[str]]:
    result: dict[str, list[str]] = {}
    for part in text.replace("+", " ").split("&"):
        key, _, value = part.partition("=")
        if key:
            result.setdefault(key, []).append(value)
    return result


WRONG = {
    "last value only": """
def parse_query(text):
    out = {}
    for part in text.replace("+", " ").split("&"):
        k, _, v = part.partition("=")
        if k:
            out[k] = [v]
    return out
""",
    "splits at the last sign": ("part.partition('=')", "part.rpartition('=')"),
    "keeps plus signs": (".replace('+', ' ')", ""),
}
