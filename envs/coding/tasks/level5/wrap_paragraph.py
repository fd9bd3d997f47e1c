"""Break `text` into lines of at most `width` characters: words (separated by spaces) stay
whole and are put on the current line as long as they fit with one space between; a word
longer than `width` is cut into pieces of `width`, beginning on a new line, and its last
piece is followed by the next words if they fit. Return the lines."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st, words

SPLIT = "test"


def inputs() -> Inputs:
    return args(st.lists(words("abc", most=9), max_size=6).map(" ".join), st.integers(2, 9))


def wrap_paragraph(text: str, width: int) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
            continue
        while len(word) > width:
            lines.append(word[:width])
            word = word[width:]
        lines.append(word)
    return lines


WRONG = {
    "long words stay whole": (
        "        while len(word) > width:\n            lines.append(word[:width])\n            word = word[width:]\n",
        "",
    ),
    "forgets the space": (
        "len(lines[-1]) + 1 + len(word) <= width",
        "len(lines[-1]) + len(word) <= width",
    ),
}
