"""A snake moves on an endless grid; it starts with its head at [0, 0] and length 1. `moves` is
a text of the letters U, D, L, R (y grows upwards); `food` is a list of fields [x, y]; one that
is named several times holds food once. Moving onto
a field with food makes the snake one longer (the food is gone then); otherwise its tail
follows. If the head moves onto the snake's body (after the tail has moved on), the game
ends at once. Return [number of moves played, the last one included, length at the end]."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st, words


def inputs() -> Inputs:
    return args(
        words("UDLR", most=14, least=0),
        st.lists(
            st.tuples(st.integers(-2, 2), st.integers(-2, 2)).map(list), min_size=4, max_size=14
        ),
    )


def snake_game(moves: str, food: list[list[int]]) -> list[int]:
    left = {(x, y) for x, y in food}
    body = [(0, 0)]
    for played, move in enumerate(moves):
        dx, dy = {"U": (0, 1), "D": (0, -1), "L": (-1, 0), "R": (1, 0)}[move]
        head = (body[-1][0] + dx, body[-1][1] + dy)
        if head in left:
            left.remove(head)
        else:
            body.pop(0)
        if head in body:
            return [played + 1, len(body) + 1]
        body.append(head)
    return [len(moves), len(body)]


WRONG = {
    "food stays": ("            left.remove(head)", "            pass"),
    "tail moves too late": """
def snake_game(moves, food):
    left = {(x, y) for x, y in food}
    body = [(0, 0)]
    for n, m in enumerate(moves):
        dx, dy = {"U": (0, 1), "D": (0, -1), "L": (-1, 0), "R": (1, 0)}[m]
        head = (body[-1][0] + dx, body[-1][1] + dy)
        hit = head in body
        if head in left:
            left.remove(head)
        else:
            body.pop(0)
        if hit:
            return [n + 1, len(body) + 1]
        body.append(head)
    return [len(moves), len(body)]
""",
    "never ends": ("if head in body:", "if head in body[:-9]:"),
}
