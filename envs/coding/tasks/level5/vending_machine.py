"""Coins of 1, 2 and 5 are put into a machine. `actions` is a list: a number is a coin put in;
the text "cancel" gives back the credit; any other text is the name of a product in
`prices`: if the credit reaches its price the product comes out and the rest of the credit
stays, else nothing happens. Other names and other coins do nothing. Return [the products in
order, what "cancel" gave back in all, the credit at the end]."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.dictionaries(st.sampled_from(["tea", "bar"]), st.integers(1, 8), min_size=1),
        st.lists(
            st.one_of(
                st.sampled_from([1, 2, 5, 3]),
                st.sampled_from(["tea", "bar", "cancel", "gum"]),
                st.sampled_from([2, 5]),
            ),
            max_size=12,
        ),
    )


def vending_machine(prices: dict[str, int], actions: list[int | str]) -> list[object]:
    products: list[str] = []
    returned = 0
    credit = 0
    for action in actions:
        if isinstance(action, int):
            if action in (1, 2, 5):
                credit += action
        elif action == "cancel":
            returned += credit
            credit = 0
        elif action in prices and credit >= prices[action]:
            credit -= prices[action]
            products.append(action)
    return [products, returned, credit]


WRONG = {
    "keeps the rest": ("            credit -= prices[action]\n", "            credit = 0\n"),
    "takes every coin": ("if action in (1, 2, 5):", "if action in (1, 2, 3, 5):"),
    "needs more than the price": ("credit >= prices[action]", "credit > prices[action]"),
}
