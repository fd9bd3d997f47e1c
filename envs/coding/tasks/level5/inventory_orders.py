"""Process `events` on a store that begins empty: ["in", item, count] adds pieces; ["order",
item, count] is delivered at once if there are enough pieces, else it waits; after every
"in" the waiting orders of that item are delivered in order of arrival as long as the first
of them can be. Return the list of the places (in `events`) of the orders in the order of
their delivery."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.lists(
            st.tuples(
                st.sampled_from(["in", "order"]), st.sampled_from("aab"), st.integers(1, 4)
            ).map(list),
            max_size=12,
        )
    )


def inventory_orders(events: list[list[str | int]]) -> list[int]:
    stock: dict[str, int] = {}
    waiting: list[list[int | str]] = []
    delivered: list[int] = []
    for place, (kind, item, count) in enumerate(events):
        if kind == "order":
            if stock.get(item, 0) >= count:
                stock[item] -= count
                delivered.append(place)
            else:
                waiting.append([place, item, count])
            continue
        stock[item] = stock.get(item, 0) + count
        for order in [order for order in waiting if order[1] == item]:
            if stock[item] < order[2]:
                break
            stock[item] -= order[2]
            delivered.append(order[0])
            waiting.remove(order)
    return delivered


WRONG = {
    "small orders overtake": ("                break\n", "                continue\n"),
    "waiting orders are lost": """
def inventory_orders(events):
    stock, out = {}, []
    for i, (kind, item, n) in enumerate(events):
        if kind == "in":
            stock[item] = stock.get(item, 0) + n
        elif stock.get(item, 0) >= n:
            stock[item] -= n
            out.append(i)
    return out
""",
    "new orders wait behind old ones": (
        "if stock.get(item, 0) >= count:",
        "if stock.get(item, 0) >= count and all(o[1] != item for o in waiting):",
    ),
}

EQUIVALENT = {
    "if stock.get(item, -1) >= count:": "an order is for at least 1",
}
