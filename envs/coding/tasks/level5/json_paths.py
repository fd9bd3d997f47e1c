"""`data` is made of dictionaries with texts as keys, lists, and whole numbers. Return the
sorted list of the paths to all numbers, with the number: [["a.b[0]", 5], ...]. Keys are
joined by ".", list positions stand in brackets; a number alone has the path ""."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st

SPLIT = "test"


def inputs() -> Inputs:
    return args(
        st.recursive(
            st.integers(0, 9),
            lambda s: st.one_of(
                st.lists(s, max_size=3),
                st.dictionaries(st.sampled_from(["a", "b", "c"]), s, max_size=3),
            ),
            max_leaves=6,
        )
    )


def json_paths(data: object) -> list[list[object]]:
    def walk(value: object, path: str) -> list[list[object]]:
        if isinstance(value, dict):
            parts = [walk(item, f"{path}.{key}" if path else key) for key, item in value.items()]
        elif isinstance(value, list):
            parts = [walk(item, f"{path}[{i}]") for i, item in enumerate(value)]
        else:
            return [[path, value]]
        return [found for part in parts for found in part]

    return sorted(walk(data, ""))


WRONG = {
    "leading dots": ("f'{path}.{key}' if path else key", "f'{path}.{key}'"),
    "lists like dictionaries": ("f'{path}[{i}]'", "f'{path}.{i}'"),
    "not sorted": ("sorted(walk(data, ''))", "walk(data, '')"),
}
