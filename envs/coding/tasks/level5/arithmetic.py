"""Return the value of the expression `text`: whole numbers, + - * and brackets, no spaces, *
before + and -, which are worked out from left to right. `text` is well formed and has no
signs."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.recursive(
            st.integers(0, 9).map(str),
            lambda s: st.one_of(
                st.tuples(s, st.sampled_from("+-*"), s).map("".join), s.map(lambda t: f"({t})")
            ),
            max_leaves=9,
        ).filter(lambda t: len(t) > 4)
    )


def arithmetic(text: str) -> int:
    at = 0

    def factor() -> int:
        nonlocal at
        if text[at] == "(":
            at += 1
            value = total()
            at += 1
            return value
        start = at
        while at < len(text) and text[at].isdigit():
            at += 1
        return int(text[start:at])

    def product() -> int:
        nonlocal at
        value = factor()
        while at < len(text) and text[at] == "*":
            at += 1
            value *= factor()
        return value

    def total() -> int:
        nonlocal at
        value = product()
        while at < len(text) and text[at] in "+-":
            sign = text[at]
            at += 1
            value += product() if sign == "+" else -product()
        return value

    return total()


WRONG = {
    "left to right": """
def arithmetic(text):
    def run(at):
        value, sign = 0, "+"
        while True:
            if text[at] == "(":
                item, at = run(at + 1)
            else:
                start = at
                while at < len(text) and text[at].isdigit():
                    at += 1
                item = int(text[start:at])
            value = value + item if sign == "+" else value - item if sign == "-" else value * item
            if at >= len(text) or text[at] == ")":
                return value, at + 1
            sign, at = text[at], at + 1
    return run(0)[0]
""",
    "right to left": """
def arithmetic(text):
    def total(at):
        value, at = product(at)
        if at < len(text) and text[at] in "+-":
            rest, end = total(at + 1)
            return (value + rest if text[at] == "+" else value - rest), end
        return value, at
    def product(at):
        value, at = factor(at)
        while at < len(text) and text[at] == "*":
            other, at = factor(at + 1)
            value *= other
        return value, at
    def factor(at):
        if text[at] == "(":
            value, at = total(at + 1)
            return value, at + 1
        start = at
        while at < len(text) and text[at].isdigit():
            at += 1
        return int(text[start:at]), at
    return total(0)[0]
""",
}
