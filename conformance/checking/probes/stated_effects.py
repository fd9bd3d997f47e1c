"""What texts say that an action takes of a number or adds to it, as in "`swap` takes 4 minutes"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from hallmark_rl.conformance.actions.named_lists import singular
from hallmark_rl.conformance.core.number_words import NUMBER_WORDS, number_of

_NUMBER = rf"(?:\d+(?:\.\d+)?|{'|'.join(NUMBER_WORDS[1:])})"
_VERBS = (
    r"(?:takes?|costs?|uses?|burns?|spends?|consumes?|adds?|restores?|gains?)"
    r"(?: (?:up|you|the))?"
)
_AMOUNT = re.compile(
    rf"\b{_VERBS} (?P<number>{_NUMBER}) (?:(?:of|to) (?:the|your|its) )?"
    r"(?P<unit>[a-z]+)(?: of (?P<of>(?!(?:the|your|its)\b)[a-z]+))?\b",
    re.I,
)
_ANY = re.compile(r"\W*(?:each|every|any) (?:action|step|move|turn)\b", re.I)
_NAMED = re.compile(r"\W*(?:(?:an?|the|each|every|any|to) )?(?P<code>`[^`]*`|[a-z_-]+)", re.I)
_CONTINUES = re.compile(r"\W*(?:it|this|that)\b", re.I)
_CONDITION = re.compile(
    r"\b(if|unless|when|where|otherwise|except|plus|but|until|while|with|without|or(?! not))\b",
    re.I,
)
"""Words of a sentence on which an amount may depend."""
_VAGUE = re.compile(
    r"\b(per|each|every|times|least|most|up to|about|roughly|half|less|more|extra|additional\w*"
    r"|twice|double|share|percent|depend\w*|only|first|after|from|than|between)\b|%|\d\s*[-–]\s*\d",
    re.I,
)
"""Words of a clause whose amount is no fixed number."""
_CLAUSE = re.compile(r"[^,;:(]*")
_SHORTEST_NAME = 3
"""Letters of an action's name that a sentence can be about."""
_TIMES = frozenset(("second", "minute", "hour", "day", "week", "turn", "tick"))
_CLOCKS = frozenset(("clock", "time", "now", "elapsed", "left", "deadline"))
_COINS = frozenset(
    ("coin", "euro", "cent", "gold", "credit", "dollar", "franc", "pound", "crown", "penny")
)
_PURSES = frozenset(
    ("money", "purse", "cash", "budget", "balance", "fund", "bank", "wallet", "till", "account")
)
_STOCK = frozenset(("left", "remaining", "current", "total", "my", "your"))
"""Words beside the unit in the name of a number that says how much there is."""
_FACTORS = (1.0, 60.0, 24.0, 1440.0, 3600.0, 100.0, 1000.0)
"""Between the units in which a text and a message may write one amount."""


@dataclass(frozen=True)
class StatedEffect:
    """What a text says of an action.

    Attributes:
        action: the name of the action; empty if it holds for every action.
        amount: by how much a number changes.
        unit: what the amount is of: a word in the singular.
        text: the sentence.
    """

    action: str
    amount: float
    unit: str
    text: str

    def is_of(self, names: Collection[str]) -> bool:
        """Whether it holds for an action with these names."""
        return not self.action or self.action in names

    def is_shown_by(self, path: str) -> bool:
        """Whether the number at a path of a message is one of this unit, by its name."""
        return bool(_words(path) & self._names)

    def is_all_of(self, path: str) -> bool:
        """Whether the number at a path is named after nothing but this unit."""
        return _words(path.rpartition(".")[2]) <= self._names | _STOCK

    @property
    def _names(self) -> frozenset[str]:
        """Words that a number of this unit may be named by."""
        times = _TIMES | _CLOCKS if self.unit in _TIMES else frozenset()
        coins = _COINS | _PURSES if self.unit in _COINS else frozenset()
        return times | coins | {self.unit}


def stated_effects(sentences: Iterable[str], names: Collection[str]) -> Iterator[StatedEffect]:
    """The effects of actions that sentences state, in the order of a text.

    Args:
        sentences: a sentence that begins with "It" speaks of the action of the one before.
        names: the names of actions, in small letters.
    """
    subject: str | None = None
    for sentence in sentences:
        begun, subject = _subject(sentence, names, subject)
        rest = sentence[begun:]
        if subject is None or _CONDITION.search(rest):
            continue
        for match in _AMOUNT.finditer(rest):
            begin = max(rest.rfind(sign, 0, match.start()) for sign in ",;:(") + 1
            end = _CLAUSE.match(rest, match.end())
            if _VAGUE.search(rest[begin : end.end() if end else len(rest)]):
                continue
            amount = number_of(match["number"])
            yield StatedEffect(subject, amount, singular(match["of"] or match["unit"]), sentence)


def _subject(sentence: str, names: Collection[str], before: str | None) -> tuple[int, str | None]:
    """Where a sentence goes on after what it speaks of, and that: "" for every action."""
    if found := _ANY.match(sentence):
        return found.end(), ""
    if found := _CONTINUES.match(sentence):
        return found.end(), before
    if found := _NAMED.match(sentence):
        for word in re.findall(r"[a-z]+", found["code"].lower()):
            for name in sorted(names, key=len, reverse=True):
                if len(name) >= _SHORTEST_NAME and _is_form(word, name):
                    return found.end(), name
    return 0, None


def _is_form(word: str, name: str) -> bool:
    """Whether a word is a name or a form of it: swap, swaps, swapping; move, moving."""
    stem = name.removesuffix("e")
    return word == name or (
        word.startswith(stem) and re.fullmatch(r"(e?s|.?ing)", word[len(stem) :]) is not None
    )


def _words(path: str) -> set[str]:
    return {singular(word) for word in re.findall(r"[a-z]+", path.lower())}


def is_same_amount(change: float, amount: float) -> bool:
    """Whether a change is an amount, in whatever unit and direction."""
    return any(
        abs(abs(change) - amount * factor) < 1e-6 or abs(abs(change) * factor - amount) < 1e-6
        for factor in _FACTORS
    )
