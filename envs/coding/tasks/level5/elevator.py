"""A lift starts at floor 0 with no stops. `orders` are processed one after the other: a number
is a floor to stop at, which joins the end of the list of stops unless it is on it already;
the text "go" moves the lift one floor towards the first stop on the list (if it is there
after the move, or was there before, the stop is taken off the list). With no stops "go"
does nothing.

Return the list of floors at which stops were taken off, in order, followed by the floor
where the lift stands at the end."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st

SPLIT = "test"


def inputs() -> Inputs:
    return args(
        st.lists(
            st.one_of(st.just("go"), st.integers(-1, 2), st.just("go")), min_size=2, max_size=18
        )
    )


def elevator(orders: list[int | str]) -> list[int]:
    floor = 0
    stops: list[int] = []
    served: list[int] = []
    for order in orders:
        if isinstance(order, int):
            if order not in stops:
                stops.append(order)
        elif stops:
            floor += (stops[0] > floor) - (stops[0] < floor)
            if floor == stops[0]:
                served.append(stops.pop(0))
    return [*served, floor]


WRONG = {
    "serves the nearest stop": """
def elevator(orders):
    floor, stops, served = 0, [], []
    for order in orders:
        if order != "go":
            if order not in stops:
                stops.append(order)
        elif stops:
            goal = min(stops, key=lambda s: abs(s - floor))
            floor += (goal > floor) - (goal < floor)
            if floor == goal:
                stops.remove(goal)
                served.append(goal)
    return [*served, floor]
""",
    "stops on the way": (
        "if floor == stops[0]:\n                served.append(stops.pop(0))",
        "if floor in stops:\n                stops.remove(floor)\n                served.append(floor)",
    ),
    "keeps repeated stops": ("order not in stops", "True"),
}
