"""The author's evidence for the warehouse."""

from typing import Any

from hypothesis import strategies as st

try:
    from .models import Address, Line, OrdersAction
except ImportError:
    from models import Address, Line, OrdersAction

SKUS = ("bolt", "nut", "gear", "belt", "lamp")
declared = {"max_steps": 8}


def oracle(env: Any, observation: Any) -> OrdersAction:
    """Ships what is wanted, knowing the pack sizes."""
    lines = [Line(sku=item.sku, packs=item.pieces // env._sizes[item.sku]) for item in env._wanted]
    return OrdersAction(kind="ship", lines=lines, address=env._address, note=env._note)


def null(env: Any, observation: Any) -> OrdersAction:
    """Ships nothing."""
    return OrdersAction(kind="ship")


def actions() -> st.SearchStrategy[OrdersAction]:
    """Inspections and shipments."""
    lines = st.lists(
        st.builds(Line, sku=st.sampled_from(SKUS), packs=st.integers(1, 9)), max_size=3
    )
    where = st.builds(
        Address,
        street=st.sampled_from(("Quay 11", "Mill Lane 4")),
        city=st.sampled_from(("Cork", "Porto")),
    )
    return st.builds(OrdersAction, kind=st.just("inspect"), sku=st.sampled_from(SKUS)) | st.builds(
        OrdersAction, kind=st.just("ship"), lines=lines, address=st.none() | where
    )


def invalid() -> list[OrdersAction]:
    """Legal by the schema, against the rules."""
    return [OrdersAction(kind="inspect"), OrdersAction(kind="ship")]
