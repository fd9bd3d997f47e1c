"""Names with numbers; a name may have several.

`add(name, number)` returns False if the name has that number already, else True;
`find(start)` returns the sorted names that begin with `start`; `call(number)` returns the
sorted names with that number; `forget(name)` removes the name and returns how many numbers
it had."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st, words


def inputs() -> Inputs:
    return operations(
        add=(words("ab", most=2), st.integers(1, 3)),
        find=(words("ab", most=1, least=0),),
        call=(st.integers(1, 2),),
        forget=(words("ab", most=2),),
    )


class PhoneBook:
    def __init__(self) -> None:
        self.numbers: dict[str, set[int]] = {}

    def add(self, name: str, number: int) -> bool:
        known = self.numbers.setdefault(name, set())
        if number in known:
            return False
        known.add(number)
        return True

    def find(self, start: str) -> list[str]:
        return sorted(name for name in self.numbers if name.startswith(start))

    def call(self, number: int) -> list[str]:
        return sorted(name for name in self.numbers if number in self.numbers[name])

    def forget(self, name: str) -> int:
        return len(self.numbers.pop(name, set()))


WRONG = {
    "anywhere in the name": ("name.startswith(start)", "start in name"),
    "one number each": """
class PhoneBook:
    def __init__(self):
        self.numbers = {}
    def add(self, name, number):
        if self.numbers.get(name) == number:
            return False
        self.numbers[name] = number
        return True
    def find(self, start):
        return sorted(n for n in self.numbers if n.startswith(start))
    def call(self, number):
        return sorted(n for n in self.numbers if self.numbers[n] == number)
    def forget(self, name):
        return 1 if self.numbers.pop(name, None) else 0
""",
}
