"""A queue with two classes of people.

`join(name, urgent)` puts a person at the end of the urgent or of the ordinary line and
returns how many people are served before this one; `serve()` takes the next person and
returns the name: urgent before ordinary, each in order of arrival, but after two urgent in
a row an ordinary one is served if there is any. With nobody waiting it returns "" and
changes nothing. (The number that join returns simply counts the urgent line, and for
ordinary people both lines.)"""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st

SPLIT = "test"


def inputs() -> Inputs:
    return operations(
        join=(st.sampled_from("abcdef"), st.sampled_from([True, True, False])), serve=()
    )


class TicketQueue:
    def __init__(self) -> None:
        self.urgent: list[str] = []
        self.ordinary: list[str] = []
        self.row = 0

    def join(self, name: str, urgent: bool) -> int:
        ahead = len(self.urgent) + (0 if urgent else len(self.ordinary))
        (self.urgent if urgent else self.ordinary).append(name)
        return ahead

    def serve(self) -> str:
        if self.urgent and (self.row < 2 or not self.ordinary):
            self.row += 1
            return self.urgent.pop(0)
        if self.ordinary:
            self.row = 0
            return self.ordinary.pop(0)
        return ""


WRONG = {
    "urgent always first": ("(self.row < 2 or not self.ordinary)", "True"),
    "ordinary blocks when missing": (
        "if self.urgent and (self.row < 2 or not self.ordinary):",
        "if self.urgent and self.row < 2:",
    ),
    "last come first": ("self.urgent.pop(0)", "self.urgent.pop()"),
}
