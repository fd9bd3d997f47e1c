"""Return the value of the Roman numeral `text`, or 0 if it is not the usual spelling of a number
from 1 to 3999: thousands, hundreds, tens and ones in this order, none of them twice and any of
them left out. Thousands are M to MMM; hundreds C, CC, CCC, CD, D, DC, DCC, DCCC, CM; tens the
same with X, L, C in place of C, D, M; ones with I, V, X. So "IXI" and "IIX" give 0."""

import re

from hallmark_rl.sdk.coding.strategies import Inputs, args, st, words


def inputs() -> Inputs:
    return st.one_of(
        args(words("IVXLC", most=5, least=0)),
        args(
            st.tuples(
                st.sampled_from(["", "M", "MMM"]),
                st.sampled_from(["", "C", "CD", "D", "CM"]),
                st.sampled_from(["", "XL", "LX", "XC"]),
                st.sampled_from(["I", "IV", "VIII", "IX"]),
            ).map("".join)
        ),
    )


def roman_to_int_checked(text: str) -> int:
    form = "M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})"
    if not re.fullmatch(form, text):
        return 0
    total = 0
    before = 0
    for char in reversed(text):
        value = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}[char]
        total += -value if value < before else value
        before = max(before, value)
    return total


WRONG = {
    "does not check": """
def roman_to_int_checked(text):
    total = before = 0
    for c in reversed(text):
        v = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}[c]
        total += -v if v < before else v
        before = max(before, v)
    return total
""",
    "only adds": ("total += -value if value < before else value", "total += value"),
}

EQUIVALENT = {
    "before = 1": "no sign counts less than 1",
    "before = -1": "no sign counts less than 1",
}
