"""Return `rows` (lists of cells, all rows equally long) as lines: each cell filled up with
spaces on its right to the width of the widest of its column, columns separated by " | ",
and no spaces at the end of a line."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st, words


def inputs() -> Inputs:
    return st.integers(1, 3).flatmap(
        lambda n: args(
            st.lists(st.lists(words("abc", most=4, least=0), min_size=n, max_size=n), max_size=4)
        )
    )


def format_table(rows: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = (" | ".join(cell.ljust(width) for cell, width in zip(row, widths)) for row in rows)
    return [line.rstrip() for line in lines]


WRONG = {
    "widest of all columns": """
def format_table(rows):
    width = max((len(c) for row in rows for c in row), default=0)
    return [" | ".join(c.ljust(width) for c in row).rstrip() for row in rows]
""",
    "keeps spaces at the end": ("line.rstrip()", "line"),
    "fills up on the left": ("cell.ljust(width)", "cell.rjust(width)"),
}


def valid(rows: list[list[str]]) -> bool:
    return len({len(row) for row in rows}) <= 1
