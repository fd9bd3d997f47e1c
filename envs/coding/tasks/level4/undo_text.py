"""A text with undo.

`add(text)` appends and returns the whole text; `cut(count)` takes up to `count` characters
off the end and returns what was taken; `undo()` takes back the last add or cut that has not
been taken back yet (also one that changed nothing) and returns the whole text."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st, words


def inputs() -> Inputs:
    return operations(add=(words("ab", most=3, least=0),), cut=(st.integers(0, 3),), undo=())


class UndoText:
    def __init__(self) -> None:
        self.states = [""]

    def add(self, text: str) -> str:
        self.states.append(self.states[-1] + text)
        return self.states[-1]

    def cut(self, count: int) -> str:
        keep = max(0, len(self.states[-1]) - count)
        taken = self.states[-1][keep:]
        self.states.append(self.states[-1][:keep])
        return taken

    def undo(self) -> str:
        if len(self.states) > 1:
            self.states.pop()
        return self.states[-1]


WRONG = {
    "cut zero takes all": """
def cut(self, count): pass
class UndoText:
    def __init__(self):
        self.states = [""]
    def add(self, text):
        self.states.append(self.states[-1] + text)
        return self.states[-1]
    def cut(self, count):
        taken = self.states[-1][-count:]
        self.states.append(self.states[-1][:-count])
        return taken
    def undo(self):
        if len(self.states) > 1:
            self.states.pop()
        return self.states[-1]
""",
    "undo skips empty changes": """
class UndoText:
    def __init__(self):
        self.states = [""]
    def add(self, text):
        if text:
            self.states.append(self.states[-1] + text)
        return self.states[-1]
    def cut(self, count):
        keep = max(0, len(self.states[-1]) - count)
        taken = self.states[-1][keep:]
        if taken:
            self.states.append(self.states[-1][:keep])
        return taken
    def undo(self):
        if len(self.states) > 1:
            self.states.pop()
        return self.states[-1]
""",
}
