"""Expand `text`, in which a number before a letter says how often the letter stands: "3ab12c"
gives "aaab" and twelve c. A letter without a number stands once."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.lists(
            st.tuples(
                st.sampled_from(["", "", "2", "3", "10", "0", "12"]), st.sampled_from("abc")
            ).map("".join),
            max_size=5,
        ).map("".join)
    )


def rle_expand(text: str) -> str:
    result = ""
    number = ""
    for char in text:
        if char.isdigit():
            number += char
        else:
            result += char * int(number or 1)
            number = ""
    return result


WRONG = {
    "one digit only": """
def rle_expand(text):
    out, n = "", 1
    for c in text:
        if c.isdigit():
            n = int(c)
        else:
            out += c * n
            n = 1
    return out
""",
    "zero is one": ("int(number or 1)", "(int(number or 1) or 1)"),
}


def valid(text: str) -> bool:
    return not text[-1:].isdigit()
