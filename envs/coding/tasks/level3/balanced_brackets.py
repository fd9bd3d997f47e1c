"""Say whether the brackets ()[] in `text` are properly nested. Other characters do not matter."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st, words


def inputs() -> Inputs:
    return st.one_of(
        args(words("()[]x", most=6, least=0)),
        args(
            words("()[", most=8, least=0).map(
                lambda t: t + t[::-1].translate({40: 41, 41: 40, 91: 93})
            )
        ),
        args(
            st.recursive(
                st.just(""),
                lambda s: st.one_of(
                    s.map(lambda t: f"({t})"),
                    s.map(lambda t: f"[{t}]"),
                    s.map(lambda t: f"x({t})"),
                    st.tuples(s, s).map("".join),
                ),
                max_leaves=6,
            )
        ),
    )


def balanced_brackets(text: str) -> bool:
    closing = {"(": ")", "[": "]"}
    waiting: list[str] = []
    for char in text:
        if char in closing:
            waiting.append(closing[char])
        elif char in ")]" and (not waiting or waiting.pop() != char):
            return False
    return not waiting


WRONG = {
    "counts only": """
def balanced_brackets(text):
    return text.count("(") == text.count(")") and text.count("[") == text.count("]")
""",
    "one depth for both": """
def balanced_brackets(text):
    depth = 0
    for c in text:
        depth += (c in "([") - (c in ")]")
        if depth < 0:
            return False
    return depth == 0
""",
    "ignores what is left open": ("return not waiting", "return True"),
}
