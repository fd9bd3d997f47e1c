"""`lines` are lines of a Markdown text. Return the outline: for each heading ("#" one to three
times, a space, and a title) [number, title], where the number is "1", "1.1", "1.1.1" and so
on, counted from 1 at each depth; a heading that is deeper by more than one level than the
one before it (or than none) is numbered with 0 in the places between. Lines between two
lines "~~~" are code and hold no headings; the last code may never be closed."""

import re

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.lists(
            st.sampled_from(["# a", "## b", "## c", "### d", "#x", "text", "~~~", "#### e", "# "]),
            max_size=9,
        )
    )


def markdown_outline(lines: list[str]) -> list[list[str]]:
    counts = [0, 0, 0]
    outline: list[list[str]] = []
    code = False
    for line in lines:
        if line == "~~~":
            code = not code
        match = re.fullmatch("(#{1,3}) (.+)", line)
        if code or match is None:
            continue
        depth = len(match.group(1))
        counts[depth - 1] += 1
        counts[depth:] = [0] * (3 - depth)
        outline.append([".".join(map(str, counts[:depth])), match.group(2)])
    return outline


WRONG = {
    "counts go on": ("        counts[depth:] = [0] * (3 - depth)\n", ""),
    "headings in code": ("if code or match is None", "if match is None"),
}

EQUIVALENT = {
    "counts[depth:] = [0] * (3 + depth)": "more zeros than needed",
    "counts[depth:] = [0] * (4 - depth)": "one zero more than needed",
}
