"""Return for each round bracket in `text`, in order, how deep it lies: an outermost pair gives
1, 1. `text` is properly nested and may contain other letters."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.recursive(
            st.sampled_from(["", "x", "()"]),
            lambda s: st.one_of(s.map(lambda t: f"({t})"), st.tuples(s, s).map("".join)),
            max_leaves=6,
        )
    )


def bracket_depths(text: str) -> list[int]:
    depth = 0
    depths: list[int] = []
    for char in text:
        if char == "(":
            depth += 1
            depths.append(depth)
        elif char == ")":
            depths.append(depth)
            depth -= 1
    return depths


WRONG = {
    "closing ones are shallower": """
def bracket_depths(text):
    depth, out = 0, []
    for c in text:
        if c in "()":
            depth += 1 if c == "(" else -1
            out.append(depth)
    return out
""",
    "opening ones only": """
def bracket_depths(text):
    depth, out = 0, []
    for c in text:
        if c == "(":
            depth += 1
            out.append(depth)
        elif c == ")":
            depth -= 1
    return out
""",
}


def valid(text: str) -> bool:
    depth = 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if depth < 0:
            return False
    return depth == 0
