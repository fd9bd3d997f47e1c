"""Run `program`, a list of lines, on an empty stack of whole numbers: "push N", "add", "mul"
(replace the two top numbers by their sum or product), "dup" (doubles the top), "swap" (the
two top), "pop", "jump N" (go on at line N, from 0, if the top number, which is taken off,
is not 0). It ends after the last line, at a line that lacks operands, at a jump outside the
program, or after 100 steps. Return the stack, from the bottom to the top. A line that lacks
operands changes nothing; a jump outside has taken the number off."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.lists(
            st.one_of(
                st.integers(-2, 3).map(lambda n: f"push {n}"),
                st.sampled_from(["add", "mul", "dup", "swap", "pop"]),
                st.integers(0, 7).map(lambda n: f"jump {n}"),
                st.integers(0, 3).map(lambda n: f"push {n}"),
            ),
            min_size=1,
            max_size=9,
        )
    )


def stack_machine(program: list[str]) -> list[int]:
    stack: list[int] = []
    at = 0
    for _ in range(100):
        if at >= len(program):
            break
        name, _, number = program[at].partition(" ")
        at += 1
        needed = {"push": 0, "dup": 1, "pop": 1, "jump": 1}.get(name, 2)
        if len(stack) < needed:
            break
        if name == "push":
            stack.append(int(number))
        elif name == "dup":
            stack.append(stack[-1])
        elif name == "pop":
            stack.pop()
        elif name == "jump":
            if stack.pop():
                at = int(number)
        else:
            top, below = stack.pop(), stack.pop()
            if name == "swap":
                stack += [top, below]
            else:
                stack.append(below + top if name == "add" else below * top)
    return stack


WRONG = {
    "jumps always": ("            if stack.pop():", "            if stack.pop() or True:"),
    "jumps leave the number": ("if stack.pop():", "if stack[-1]:"),
    "skips lines that lack operands": (
        "        if len(stack) < needed:\n            break",
        "        if len(stack) < needed:\n            continue",
    ),
}

EQUIVALENT = {
    "needed = {'push': -1, 'dup': 1, 'pop': 1, 'jump': 1}.get(name, 2)": "nothing is needed either way",
}
