"""Where the right answer stands among the options, and what else in a message goes with it."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hallmark_rl.conformance.checking.probes.shortcut_rules import PICKS
from hallmark_rl.conformance.core.json_tree import subtrees

_CHOICES = re.compile(r"option|choice|candidate|answer|alternative", re.I)
_LISTED = re.compile(r"(?m)^\s*\(?([A-Ha-h]|[1-8])[).:]\s+(\S.*?)\s*$")
_LONGEST_NAME = 40
"""Characters of a text that names a task with its number."""
_NUMBER_NAME = re.compile(
    r"(^|[._])(id|index|number|no|nr|round|question|task|ticket|case|seed|ref|reference|docket|dossier"
    r"|record|letter|job|claim|invoice|serial|entry)$",
    re.I,
)
ID_NAME = re.compile(r"(^|_)(id|ref|key|label|tag|code|uid|index|number)$", re.I)
"""Names of fields that name an item."""
_MARKED = re.compile(
    r"(?:(?:the|final) )*(?:answer|option|choice)(?: is)?[ :=]*(\S[^\n]*?)\.?", re.I
)
"""An answer that says that it is one, such as `Answer: B`."""
_MODULI = range(2, 13)
_LONGEST_VALUE = 60
_MOST_WORDS = 4
_MOSTLY_NEW = 0.8
"""Share of the questions that must have numbers of their own, for these to name no known task."""


@dataclass(frozen=True)
class Question:
    """One task: what was shown before the answer, and the answer.

    Attributes:
        seed: the seed of the reset.
        shown: the first message without metadata, reward and done.
        beside: metadata, state and other data that is not part of the question.
        answer: one field of the action that solves the task.
        options: lists in `shown` from which the answer is chosen, by their paths.
        places: indices of the right options, by path, if the answer chooses from several lists.
        fields: all fields of that action that vary from task to task.
    """

    seed: int
    shown: dict[str, Any]
    beside: dict[str, Any]
    answer: Any
    options: dict[str, list[Any]] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    fields: dict[str, Any] = field(default_factory=dict)

    def place(self, path: str) -> int | None:
        """Index of the right option in a list; None if it is not there once."""
        if path in self.places:
            return self.places[path]
        place = self._place_of(self.answer, path)
        if place is None and isinstance(self.answer, str):
            marked = _MARKED.fullmatch(self.answer.strip())
            place = self._place_of(marked[1], path) if marked else self._place_of_word(path)
        return place

    def _place_of_word(self, path: str) -> int | None:
        """Index of the one option that is a word of an answer of a few words, as `pump disk`."""
        words = self.answer.split()
        if not 1 < len(words) <= _MOST_WORDS or path.endswith("(lines)"):
            return None
        items = self.options.get(path, [])
        hits = {place for place, item in enumerate(items) for w in words if _is_or_holds(item, w)}
        return hits.pop() if len(hits) == 1 else None

    def _place_of(self, answer: Any, path: str) -> int | None:
        items = self.options.get(path, [])
        if path.endswith("(lines)") or not isinstance(answer, str):
            return _labelled_place(answer, items)
        hits = [place for place, item in enumerate(items) if _is_or_holds(item, answer)]
        if not hits:
            return _labelled_place(answer, items)
        return hits[0] if len(hits) == 1 else None


def _labelled_place(answer: Any, items: list[Any]) -> int | None:
    """The index that an answer names: an index, a letter, or the number or text of a line."""
    if isinstance(answer, bool):
        return None
    texts = [str(item).strip().lower() for item in items]
    if isinstance(answer, int):
        return answer if 0 <= answer < len(items) else None
    text = str(answer).strip().lower()
    if texts.count(text) == 1:
        return texts.index(text)
    if len(text) == 1 and "a" <= text <= "h" and ord(text) - 97 < len(items):
        return ord(text) - 97
    return None


def _is_or_holds(item: Any, answer: str) -> bool:
    parts = item.values() if isinstance(item, dict) else [item]
    return any(isinstance(v, str) and v.strip().lower() == answer.strip().lower() for v in parts)


def option_lists(shown: dict[str, Any]) -> dict[str, list[Any]]:
    """Lists of two to twelve items, and labelled ones in texts and objects, by their paths."""
    lists: dict[str, list[Any]] = {}
    for path, value in subtrees(shown):
        if isinstance(value, list) and 2 <= len(value) <= 12:
            lists[path] = value
        elif isinstance(value, str) and len(_LISTED.findall(value)) >= 2:
            lists[f"{path} (lines)"] = [text for _, text in _LISTED.findall(value)]
        elif isinstance(value, dict) and len(value) <= 12 and _are_letters(value):
            lists[f"{path} (lines)"] = list(value.values())
    return lists


def _are_letters(keys: Iterable[str]) -> bool:
    """Whether keys are the first letters of the alphabet, in order."""
    text = "".join(keys)
    return len(text) > 1 and string.ascii_uppercase.startswith(text.upper())


def without_listed_options(text: str) -> str:
    """A text without its labelled lines."""
    return _LISTED.sub("", text)


def is_choice(path: str, lists: list[list[Any]]) -> bool:
    """Whether the lists at a path are options: by name, or one set of items in varying order."""
    orders = {repr(items) for items in lists}
    if path.endswith("(lines)") or _CHOICES.search(path):
        return len(orders) > 1
    sets = {repr(sorted(map(repr, items))) for items in lists}
    return len(sets) == 1 and len(orders) > len(lists) // 4


def holds_answers(questions: list[Question], path: str) -> bool:
    """Whether nearly every right answer is one of a list's texts, or in one of its objects."""
    items = [item for question in questions for item in question.options.get(path, [])]
    places = [question.place(path) for question in questions if path in question.options]
    found = sum(place is not None for place in places)
    return all(isinstance(item, str | dict) for item in items) and found > 0.95 * len(questions)


Guess = Callable[[Question, str], int | None]
"""From a question and the path of its options to the index that a rule chooses."""


def place_rules() -> Iterator[tuple[str, Guess]]:
    """Rules that choose an option by its place, its look or a number beside the question."""
    for place in range(6):
        yield f"option {place + 1}", _at(place)
        yield f"option {place + 1} from the end", _at(-1 - place)
    for name in PICKS:
        if name not in ("the first", "the last"):
            yield name, _look(name)
    for sign, name in ((1, "greatest"), (-1, "least")):
        yield f"the option with the {name} id", _by_id(sign)
    for shift in range(8):
        yield f"the option number (seed + {shift}) modulo their count", _by_seed(shift)
        yield f"the option number (a shown number + {shift}) modulo their count", _by_number(shift)


def _at(place: int) -> Guess:
    def guess(question: Question, path: str) -> int | None:
        count = len(question.options[path])
        return place % count if -count <= place < count else None

    return guess


def _look(name: str) -> Guess:
    pick: Callable[[list[Any]], int | None] = PICKS[name]

    def guess(question: Question, path: str) -> int | None:
        # The length of numbers is part of what they say.
        return pick([_without_numbers(item) for item in question.options[path]])

    return guess


def _without_numbers(item: Any) -> Any:
    if isinstance(item, dict):
        return {key: _without_numbers(value) for key, value in item.items()}
    return re.sub(r"[\d.,]+", "0", item) if isinstance(item, str) else item


def _by_id(sign: int) -> Guess:
    def guess(question: Question, path: str) -> int | None:
        items = question.options[path]
        for key in items[0] if isinstance(items[0], dict) else ():
            values = [item.get(key) for item in items if isinstance(item, dict)]
            numbers = [_digits(value) for value in values]
            if not ID_NAME.search(key) or len(values) < len(items) or None in numbers:
                continue
            ordered = [sign * (number or 0) for number in numbers]
            if len(set(ordered)) == len(items) and ordered not in (
                sorted(ordered),
                sorted(ordered, reverse=True),
            ):
                return ordered.index(max(ordered))
        return None

    return guess


def _digits(value: Any) -> int | None:
    found = re.search(r"\d{1,12}", str(value))
    return int(found[0]) if found and not isinstance(value, bool | float) else None


def _by_seed(shift: int) -> Guess:
    return lambda question, path: (question.seed + shift) % len(question.options[path])


def _by_number(shift: int) -> Guess:
    def guess(question: Question, path: str) -> int | None:
        for name, value in subtrees(question.shown):
            number = _digits(value)
            if _is_task_number(name, value) and number is not None:
                return (number + shift) % len(question.options[path])
        return None

    return guess


def features(question: Question) -> dict[str, str]:
    """Values beside the question, and forms of its texts, that should say nothing of the answer.

    Numbers are given modulo 2 to 12 and by their first digit as well, but not those that a text of
    the question holds; texts are given by their length.
    """
    found: dict[str, str] = {}
    asked = {
        digits
        for path, value in subtrees(question.shown)
        if isinstance(value, str) and len(value.split()) > 1 and not _holds_task_number(path, value)
        for digits in re.findall(r"\d+", value)
    }
    for path, value in subtrees({"beside": question.beside, "shown": question.shown}):
        is_beside = path.startswith("beside.") or _is_task_number(path, value)
        if isinstance(value, str) and value:
            found[f"the spaces at the ends of {path}"] = f"{_edges(value)}"
            found[f"double spaces in {path}"] = str(value.count("  "))
            found[f"the last character of {path}"] = value[-1] if not value[-1].isalnum() else ""
        is_named = _holds_task_number(path, value)
        if not (is_beside or is_named) or isinstance(value, dict | list) or value is None:
            continue
        text = repr(value)
        if is_beside and len(text) <= _LONGEST_VALUE:
            found[path] = text
        if is_beside:
            found[f"the length of {path}"] = str(len(text))
        number = _digits(value)
        if number is not None and str(number) not in asked:
            found |= {f"{path} modulo {m}": str(number % m) for m in _MODULI}
            found[f"the first digit of {path}"] = str(abs(number))[0]
    found |= {f"the seed modulo {m}": str(question.seed % m) for m in _MODULI}
    return found


def question_parts(question: Question) -> dict[str, str]:
    """The parts of what is shown, as text by their paths.

    Left out are numbers of tasks and the like, and what `features` finds at the ends of texts.
    """
    return {
        path: " ".join(repr(value).split()).replace("\\n", "").strip(" .!?'\"").lower()
        for path, value in subtrees(question.shown)
        if path and not _is_task_number(path, value)
    }


def task_numbers(question: Question) -> dict[str, int]:
    """Numbers by which the message names the task, by their paths."""
    return {
        path: number
        for path, value in subtrees({"shown": question.shown})
        if _is_task_number(path, value) and (number := _digits(value)) is not None
    }


def _is_task_number(path: str, value: Any) -> bool:
    """Whether a value numbers or names a task: by its field's name and a short form with digits."""
    if not _NUMBER_NAME.search(path) or isinstance(value, dict | list):
        return False
    return isinstance(value, int) or (len(str(value)) <= 16 and _digits(value) is not None)


def _holds_task_number(path: str, value: Any) -> bool:
    """Whether a text names a task with a number and words, such as `Job 2112: silver hybrid`."""
    if not _NUMBER_NAME.search(path) or not isinstance(value, str):
        return False
    return len(value) <= _LONGEST_NAME and len(re.findall(r"\d+", value)) == 1


def _edges(value: str) -> str:
    return f"{len(value) - len(value.lstrip())}, {len(value) - len(value.rstrip())}"


def learned_mapping(pairs: list[tuple[str, str]]) -> dict[str, str]:
    """From each value of a feature to the answer that it goes with most often."""
    counts: dict[str, Counter[str]] = {}
    for value, answer in pairs:
        counts.setdefault(value, Counter())[answer] += 1
    return {value: counter.most_common(1)[0][0] for value, counter in counts.items()}


def learned_share(
    tables: Sequence[Mapping[str, str]], name: str, answers: Sequence[str], split: int
) -> float:
    """Share of the rows from `split` on whose answer follows from a column, learned before it."""
    column = [table.get(name, "") for table in tables]
    known = learned_mapping(list(zip(column[:split], answers[:split], strict=True)))
    pairs = zip(column[split:], answers[split:], strict=True)
    return sum(known.get(value) == right for value, right in pairs) / (len(answers) - split)


def channel_baseline(
    name: str, tables: Sequence[Mapping[str, str]], common: float, by_heart: float
) -> float:
    """How often an answer is right without a feature.

    Where tasks are few, parts of the question are known by heart, and what names a task tells its
    answer, as may the seed: that is no other channel. A remainder of shown numbers that differ from
    episode to episode is one, however few the tasks are.

    Args:
        name: the feature.
        tables: the features of each question.
        common: share of the most common answer.
        by_heart: share that the best part of the question tells by itself.
    """
    number, modulo, _ = name.partition(" modulo ")
    if not modulo:
        return max(common, by_heart)
    values = [table[number] for table in tables if number in table]
    is_new = len(set(values)) > _MOSTLY_NEW * len(tables)
    return common if is_new else max(common, by_heart)


def told_state(state: Mapping[str, Any]) -> dict[str, Any]:
    """The state without what names and counts the episode."""
    return {key: value for key, value in state.items() if key not in ("episode_id", "step_count")}
