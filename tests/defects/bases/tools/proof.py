"""The author's evidence for the drawers."""

from typing import Any

from hypothesis import strategies as st
from openenv.core.env_server.mcp_types import CallToolAction, ListToolsAction

declared = {"max_steps": 6}


def oracle(env: Any, observation: Any) -> CallToolAction:
    """Opens the right drawer."""
    return CallToolAction(tool_name="open_drawer", arguments={"number": env._key})


def null(env: Any, observation: Any) -> ListToolsAction:
    """Only looks at the tools."""
    return ListToolsAction()


def actions() -> st.SearchStrategy[Any]:
    """Questions, openings and calls of tools that are not there."""
    ask = st.builds(
        CallToolAction,
        tool_name=st.just("ask"),
        arguments=st.fixed_dictionaries({"colour": st.sampled_from(("red", "green", "pink"))}),
    )
    open_one = st.builds(
        CallToolAction,
        tool_name=st.just("open_drawer"),
        arguments=st.fixed_dictionaries({"number": st.integers(0, 8)}),
    )
    return st.just(ListToolsAction()) | ask | open_one


def invalid() -> list[CallToolAction]:
    """A tool that does not exist, and a wrong argument."""
    return [
        CallToolAction(tool_name="burn", arguments={}),
        CallToolAction(tool_name="open_drawer", arguments={"number": "many"}),
    ]
