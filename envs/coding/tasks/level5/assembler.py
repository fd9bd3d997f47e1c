"""Translate `lines` of a small assembler: "NAME:" alone on a line marks a place; "jmp NAME"
becomes ["jmp", position], where the position counts instructions (not marks) from 0; "mov R
N" becomes ["mov", R, N] with the number N; every other line becomes the list of its words.
Marks may be used before they stand. A jump to a mark that never stands becomes ["jmp", -1];
of several equal marks the last counts."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.lists(
            st.sampled_from(
                ["a:", "b:", "jmp a", "jmp b", "mov x 5", "mov y -1", "nop", "add x y"]
            ),
            max_size=8,
        )
    )


def assembler(lines: list[str]) -> list[list[str | int]]:
    marks: dict[str, int] = {}
    code: list[list[str]] = []
    for line in lines:
        if line.endswith(":"):
            marks[line[:-1]] = len(code)
        else:
            code.append(line.split())
    result: list[list[str | int]] = []
    for words in code:
        if words[0] == "jmp":
            result.append(["jmp", marks.get(words[1], -1)])
        elif words[0] == "mov":
            result.append(["mov", words[1], int(words[2])])
        else:
            result.append(list(words))
    return result


WRONG = {
    "counts marks as lines": """
def assembler(lines):
    marks = {l[:-1]: i for i, l in enumerate(lines) if l.endswith(":")}
    out = []
    for l in lines:
        w = l.split()
        if l.endswith(":"):
            continue
        out.append(["jmp", marks.get(w[1], -1)] if w[0] == "jmp" else ["mov", w[1], int(w[2])] if w[0] == "mov" else w)
    return out
""",
    "marks must stand before": """
def assembler(lines):
    marks, out = {}, []
    for l in lines:
        w = l.split()
        if l.endswith(":"):
            marks[l[:-1]] = len(out)
        elif w[0] == "jmp":
            out.append(["jmp", marks.get(w[1], -1)])
        elif w[0] == "mov":
            out.append(["mov", w[1], int(w[2])])
        else:
            out.append(w)
    return out
""",
    "the first mark counts": (
        "marks[line[:-1]] = len(code)",
        "marks.setdefault(line[:-1], len(code))",
    ),
}

EQUIVALENT = {
    "marks[line[:+1]] = len(code)": "marks are single letters here",
}
