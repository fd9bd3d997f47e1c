"""The author's evidence for the inbox."""

from typing import Any

from env import MailAction
from hypothesis import strategies as st

declared = {"max_steps": 12}
COMMANDS = ("list", "move 1 bills", "move 2 work", "move 3 family", "move 4 junk", "move 1 junk")


def oracle(env: Any, observation: Any) -> MailAction:
    """Knows where every message belongs."""
    for number, message in enumerate(env._messages, start=1):
        if env._folders.get(number) != message["folder"]:
            return MailAction(command=f"move {number} {message['folder']}")
    return MailAction(command="quit")


def null(env: Any, observation: Any) -> MailAction:
    """Gives up at once."""
    return MailAction(command="quit")


def actions() -> st.SearchStrategy[MailAction]:
    """Commands that are understood."""
    return st.builds(MailAction, command=st.sampled_from(COMMANDS))


def invalid() -> list[MailAction]:
    """Commands that are not."""
    lines = ("", "move", "move 9 bills", "move 1 attic", "sudo quit", "move one bills")
    return [MailAction(command=line) for line in lines]
