"""Letters in a bag.

`fill(letters)` puts letters in and returns how many there are; `spell(word)` takes the
letters of the word out and returns True if all are there (each as often as needed), else it
changes nothing and returns False; `rest()` returns the letters in alphabetical order."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, words


def inputs() -> Inputs:
    return operations(fill=(words("abc", most=4, least=0),), spell=(words("abc", most=3),), rest=())


class SpellBag:
    def __init__(self) -> None:
        self.letters: list[str] = []

    def fill(self, letters: str) -> int:
        self.letters.extend(letters)
        return len(self.letters)

    def spell(self, word: str) -> bool:
        left = list(self.letters)
        for letter in word:
            if letter not in left:
                return False
            left.remove(letter)
        self.letters = left
        return True

    def rest(self) -> str:
        return "".join(sorted(self.letters))


WRONG = {
    "takes what it can": ("left = list(self.letters)", "left = self.letters"),
    "each letter once": """
class SpellBag:
    def __init__(self):
        self.letters = []
    def fill(self, letters):
        self.letters.extend(letters)
        return len(self.letters)
    def spell(self, word):
        if set(word) <= set(self.letters):
            for c in set(word):
                self.letters.remove(c)
            return True
        return False
    def rest(self):
        return "".join(sorted(self.letters))
""",
}
