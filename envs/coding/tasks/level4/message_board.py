"""Posts and answers.

`post(author)` returns the new post's number: 0, 1, 2 and so on; `reply(author, to)` does
the same for an answer to post `to`, raising IndexError if there is no such post;
`thread(number)` returns the numbers of a post and of all answers to it and to its answers,
in ascending order (an empty list if there is no such post); `delete(number)` makes a post's
author "" and returns the old author, "" if there is no such post; `by(author)` returns the
numbers of the author's posts and answers, in ascending order."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(
        post=(st.sampled_from("ab"),),
        reply=(st.sampled_from("ab"), st.integers(0, 4)),
        thread=(st.integers(0, 2),),
        delete=(st.integers(0, 3),),
        by=(st.sampled_from("ab"),),
    )


class MessageBoard:
    def __init__(self) -> None:
        self.authors: list[str] = []
        self.parents: list[int] = []

    def post(self, author: str) -> int:
        self.authors.append(author)
        self.parents.append(-1)
        return len(self.authors) - 1

    def reply(self, author: str, to: int) -> int:
        if to >= len(self.authors):
            raise IndexError("to")
        number = self.post(author)
        self.parents[number] = to
        return number

    def thread(self, number: int) -> list[int]:
        found = [number] if number < len(self.authors) else []
        for other, parent in enumerate(self.parents):
            if parent in found:
                found.append(other)
        return found

    def delete(self, number: int) -> str:
        if number >= len(self.authors):
            return ""
        author, self.authors[number] = self.authors[number], ""
        return author

    def by(self, author: str) -> list[int]:
        return [number for number, name in enumerate(self.authors) if name == author]


WRONG = {
    "direct answers only": ("if parent in found:", "if parent == number:"),
    "deletes answers too": """
class MessageBoard:
    def __init__(self):
        self.authors, self.parents = [], []
    def post(self, author):
        self.authors.append(author)
        self.parents.append(-1)
        return len(self.authors) - 1
    def reply(self, author, to):
        if to >= len(self.authors):
            raise IndexError
        self.post(author)
        self.parents[-1] = to
        return len(self.authors) - 1
    def thread(self, number):
        found = [number] if number < len(self.authors) else []
        for o, p in enumerate(self.parents):
            if p in found:
                found.append(o)
        return found
    def delete(self, number):
        if number >= len(self.authors):
            return ""
        old = self.authors[number]
        for n in self.thread(number):
            self.authors[n] = ""
        return old
    def by(self, author):
        return [n for n, a in enumerate(self.authors) if a == author]
""",
    "answers to nothing": ("to >= len(self.authors)", "to > len(self.authors) + 9"),
}

EQUIVALENT = {
    "self.parents.append(-2)": "either is no post",
}
