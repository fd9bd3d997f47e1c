"""`tasks` is a dictionary from a name to the names that must come before it (all of them keys
too). Return the names in an order that respects this and takes, whenever several could come
next, the alphabetically first. If there is no such order return an empty list."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.dictionaries(
            st.sampled_from("abcde"),
            st.lists(st.sampled_from("abcde"), max_size=2, unique=True),
            max_size=5,
        ).map(lambda d: {k: [x for x in v if x in d and x != k] for k, v in d.items()})
    )


def topological_order(tasks: dict[str, list[str]]) -> list[str]:
    order: list[str] = []
    while len(order) < len(tasks):
        ready = [t for t in tasks if t not in order and all(n in order for n in tasks[t])]
        if not ready:
            return []
        order.append(min(ready))
    return order


WRONG = {
    "all ready ones at once": """
def topological_order(tasks):
    order = []
    while len(order) < len(tasks):
        ready = sorted(t for t in tasks if t not in order and all(n in order for n in tasks[t]))
        if not ready:
            return []
        order += ready
    return order
""",
    "returns what it has": ("return []", "return order"),
}


def valid(tasks: dict[str, list[str]]) -> bool:
    return all(name in tasks for needed in tasks.values() for name in needed)
