"""Split a line of a small programming language into tokens: names (a letter, then letters and
digits), numbers (digits), texts in single quotes (without quotes inside), and the signs ==
= + ( ). All letters are small, and each token is as long as it can be. Spaces separate and are
left out. Return the tokens as texts, quotes included; if
something fits no rule, end the list with "?"."""

import re

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.lists(
            st.sampled_from(
                ["a", "b1", "12", "'x y'", "==", "=", "+", "(", ")", " ", "'", "!", "1a"]
            ),
            max_size=7,
        ).map("".join)
    )


def tokenize(line: str) -> list[str]:
    tokens: list[str] = []
    at = 0
    while at < len(line):
        match = re.compile("[a-z][a-z0-9]*|[0-9]+|'[^']*'|==|[=+()]| +").match(line, at)
        if match is None:
            return [*tokens, "?"]
        if match.group().strip():
            tokens.append(match.group())
        at = match.end()
    return tokens


WRONG = {
    "splits at spaces": """
def tokenize(line):
    return line.split()
""",
    "no double sign": ("'|==|[=+()]| +", "'|[=+()]| +"),
    "skips what it does not know": """
def tokenize(line):
    import re
    return [t for t in re.findall("[a-z][a-z0-9]*|[0-9]+|'[^']*'|==|[=+()]| +", line) if t.strip()]
""",
}
