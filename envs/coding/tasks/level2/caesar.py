"""Return `text` with every lower-case letter moved `shift` places on in the alphabet, from z
on to a; other characters stay."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st, words


def inputs() -> Inputs:
    return args(words("abmnyzXY 1", most=8, least=0), st.integers(-30, 30))


def caesar(text: str, shift: int) -> str:
    return "".join(chr((ord(c) - 97 + shift) % 26 + 97) if "a" <= c <= "z" else c for c in text)


def check_back(result: str, text: str, shift: int) -> bool:
    return caesar(result, -shift) == text


WRONG = {
    "does not wrap": (" % 26", ""),
    "moves everything": """
def caesar(text, shift):
    return "".join(chr((ord(c) - 97 + shift) % 26 + 97) for c in text)
""",
}
