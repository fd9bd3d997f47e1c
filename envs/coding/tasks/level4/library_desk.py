"""Lends books, one copy of each.

`take(book, person)` returns True and lends the book, or returns False if it is out; then
the person joins the book's waiting list unless on it already or holding the book.
`bring(book)` returns the name of the person who gets it next (the first on the waiting
list, who then holds it), "" if nobody waits, and "?" if the book was not out.
`holds(person)` returns the sorted list of the books the person holds."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(
        take=(st.sampled_from("xxy"), st.sampled_from(["ann", "bob"])),
        bring=(st.sampled_from("xxy"),),
        holds=(st.sampled_from(["ann", "bob"]),),
    )


class LibraryDesk:
    def __init__(self) -> None:
        self.lines: dict[str, list[str]] = {}

    def take(self, book: str, person: str) -> bool:
        line = self.lines.setdefault(book, [])
        if person not in line:
            line.append(person)
            return len(line) == 1
        return False

    def bring(self, book: str) -> str:
        line = self.lines.get(book)
        if not line:
            return "?"
        line.pop(0)
        return line[0] if line else ""

    def holds(self, person: str) -> list[str]:
        return sorted(book for book, line in self.lines.items() if line and line[0] == person)


WRONG = {
    "no waiting list": """
class LibraryDesk:
    def __init__(self):
        self.held = {}
    def take(self, book, person):
        if book in self.held:
            return False
        self.held[book] = person
        return True
    def bring(self, book):
        return "" if self.held.pop(book, None) else "?"
    def holds(self, person):
        return sorted(b for b, p in self.held.items() if p == person)
""",
    "waits twice": ("if person not in line:", "if person not in line[:1]:"),
    "those who wait hold it too": ("line and line[0] == person", "person in line"),
}
