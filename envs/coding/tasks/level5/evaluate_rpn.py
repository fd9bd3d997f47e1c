"""Evaluate an expression in reverse Polish notation, tokens separated by one space: whole
numbers (perhaps negative), +, - and *. Return the value, or None if an operator lacks
operands or anything but exactly one value is left at the end."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return st.one_of(
        args(
            st.lists(st.sampled_from(["1", "2", "-3", "+", "-", "*"]), min_size=1, max_size=7).map(
                " ".join
            )
        ),
        args(
            st.recursive(
                st.sampled_from(["1", "2", "-3", "10"]),
                lambda s: st.tuples(s, s, st.sampled_from("+-*")).map(" ".join),
                max_leaves=5,
            )
        ),
    )


def evaluate_rpn(text: str) -> int | None:
    stack: list[int] = []
    for token in text.split(" "):
        if token not in ("+", "-", "*"):
            stack.append(int(token))
            continue
        if len(stack) < 2:
            return None
        right, left = stack.pop(), stack.pop()
        if token == "+":
            stack.append(left + right)
        elif token == "-":
            stack.append(left - right)
        else:
            stack.append(left * right)
    return stack[0] if len(stack) == 1 else None


WRONG = {
    "operands the wrong way round": ("stack.append(left - right)", "stack.append(right - left)"),
    "leaves values over": ("stack[0] if len(stack) == 1 else None", "stack[-1]"),
}

EQUIVALENT = {
    "return stack[-1] if len(stack) == 1 else None": "there is one value",
}
