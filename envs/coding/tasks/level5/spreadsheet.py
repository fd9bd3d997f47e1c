"""`cells` maps names such as "a1" to a whole number as text ("5", "-2") or to a sum of cell
names ("=a1+b2"). Return a dictionary from each name to its value; a cell that is not there
counts 0; a cell whose value would depend on itself has the value None, and so has every
cell that needs such a cell."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.dictionaries(
            st.sampled_from(["a", "b", "c", "d"]),
            st.one_of(
                st.integers(-5, 9).map(str),
                st.lists(st.sampled_from("abcde"), min_size=1, max_size=3).map(
                    lambda l: "=" + "+".join(l)
                ),
            ),
            max_size=4,
        )
    )


def spreadsheet(cells: dict[str, str]) -> dict[str, int | None]:
    def value(name: str, path: list[str]) -> int | None:
        if name in path:
            return None
        text = cells.get(name, "0")
        if text[0] != "=":
            return int(text)
        total = 0
        for part in text[1:].split("+"):
            found = value(part, [*path, name])
            if found is None:
                return None
            total += found
        return total

    return {name: value(name, []) for name in cells}


WRONG = {
    "circles count zero": (
        "            return None\n        text",
        "            return 0\n        text",
    ),
    "one step of references": """
def spreadsheet(cells):
    out = {}
    for name, text in cells.items():
        if text[0] != "=":
            out[name] = int(text)
        else:
            parts = [cells.get(p, "0") for p in text[1:].split("+")]
            out[name] = sum(int(p) for p in parts if p[0] != "=") if name not in text[1:].split("+") else None
    return out
""",
    "unknown cells spoil the sum": """
def spreadsheet(cells):
    def value(name, path):
        if name in path or name not in cells:
            return None
        text = cells[name]
        if text[0] != "=":
            return int(text)
        parts = [value(p, [*path, name]) for p in text[1:].split("+")]
        return None if None in parts else sum(parts)
    return {name: value(name, []) for name in cells}
""",
}
