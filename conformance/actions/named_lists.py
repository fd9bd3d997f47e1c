"""Lists of words that an environment's code or texts give a name: what fits a placeholder.

For the template `set SLOT=VALUE` the code may hold `SLOTS = {"people": {"2": ...}, ...}`, and a
text may say "Slots: people, day". The files are read, never executed.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator, Mapping

from hallmark_rl.conformance.actions.source_trees import own_trees
from hallmark_rl.conformance.actions.source_words import source_files
from hallmark_rl.sdk.subject.description import Subject

_PLACEHOLDER = re.compile(
    r"<([^<>]{1,30})>|\{(\w{1,30})\}|\[([a-z_ ]{2,30})\]|(?<![\w-])([A-Z][A-Z_]*)\d?(?![\w-])"
)
_NUMBER_NAME = re.compile(
    r"(.*_)?(n|x|k|number|num|amount|count|quantity|qty|index|price|seconds|degrees|percent|row"
    r"|column|steps|days|cents)"
)
_VALUE_NAMES = ("value", "option", "choice")
_NUMBERS = ("1", "2", "3", "0", "5")
_LISTED = re.compile(
    r"(?:^|[\n.;(|*-]\s*)([A-Za-z][a-z_]{2,15})(?: are| is)?(?: one of)?:\*{0,2}\s+"
    r"((?:`?[\w:.-]+(?: [\w:.-]+)?`?(?:,? (?:or|and) |, )){1,40}`?[\w:-]+(?: [\w:-]+)?`?)"
)
_TABLE = re.compile(r"(?m)(?:^\|.+\|[ \t]*\n)\|[ :|-]+\|[ \t]*\n(?:^\|.+\|[ \t]*(?:\n|\Z)){2,}")
_CELL = re.compile(r"[A-Za-z][\w .'-]{0,29}")
_LONGEST_LIST = 40
"""Items of a list; a longer one is data, such as a dictionary of a word game."""
_LONGEST_ITEM = 30
_WAYS = 6
"""Texts for each template."""


def named_lists(subject: Subject) -> dict[str, list[str]]:
    """The items of each list by its name in the singular and in lower case: constants first."""
    found: dict[str, list[str]] = {}
    for _, _, tree in own_trees(subject):
        for node in tree.body:
            target = _target(node)
            if target is not None:
                for name, items in _lists(*target):
                    found.setdefault(singular(name), items)
    for path in source_files(subject):
        if path.suffix in (".md", ".txt", ".rst"):
            try:
                text = path.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                continue
            for label, listed in _LISTED.findall(text):
                items = [item.strip("` ") for item in re.split(r",\s*| or | and ", listed)]
                found.setdefault(singular(label), [item for item in items if item])
            for label, items in _columns(text):
                found.setdefault(singular(label), items)
    return found


def _columns(text: str) -> Iterator[tuple[str, list[str]]]:
    """The columns of words of a text's tables, by the heads of the columns."""
    for table in _TABLE.findall(text):
        rows = [[cell.strip("` *") for cell in row.split("|")[1:-1]] for row in table.splitlines()]
        head, _, *body = rows
        for place, label in enumerate(head):
            items = list(dict.fromkeys(row[place] for row in body if place < len(row)))
            if 1 < len(items) <= _LONGEST_LIST and all(map(_CELL.fullmatch, items)):
                yield label, items


def fill_by_name(template: str, lists: Mapping[str, list[str]]) -> list[str]:
    """Up to six texts of a template whose places are all named like a list, or like a number.

    What is called a value takes the items of the list that is named after the place before it. The
    texts are the same for equal arguments. Empty if one of the places is not known.
    """
    places = list(_PLACEHOLDER.finditer(template))
    if not places or not template[: places[0].start()].strip().islower():
        return []
    rng = random.Random(template)
    made: dict[str, None] = {}
    for _ in range(2 * _WAYS):
        text, end, chosen = "", 0, ""
        for place in places:
            items = _items(next(filter(None, place.groups())), chosen, lists)
            if not items:
                return []
            chosen = rng.choice(items)
            text += template[end : place.start()] + chosen
            end = place.end()
        made[text + template[end:]] = None
    return list(made)[:_WAYS]


def _items(name: str, before: str, lists: Mapping[str, list[str]]) -> list[str]:
    """What fits a place: a list of its name or of the last word of it, or numbers."""
    own = singular(name.replace(" ", "_"))
    if own in _VALUE_NAMES and singular(before) in lists:
        return lists[singular(before)]
    for known in (own, own.rpartition("_")[2]):
        if known in lists:
            return lists[known]
    return list(_NUMBERS) if _NUMBER_NAME.fullmatch(own) else []


def singular(name: str) -> str:
    """A name in lower case without its plural: `CITIES` and `city` are the same."""
    lowered = name.lower().strip("_ ")
    if lowered.endswith("ies") and len(lowered) > 4:
        return lowered[:-3] + "y"
    if lowered.endswith(("sses", "xes", "ches", "shes")):
        return lowered[:-2]
    return lowered[:-1] if lowered.endswith("s") and not lowered.endswith("ss") else lowered


def _target(node: ast.stmt) -> tuple[str, ast.expr] | None:
    """The name and the value of an assignment to one name."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return name, value
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            return name, value
    return None


def _lists(name: str, value: ast.expr) -> Iterator[tuple[str, list[str]]]:
    """The list of a constant, and those of the keys of a dict."""
    items = _texts(value)
    if items and not name.startswith("__"):
        yield name, items
    if isinstance(value, ast.Dict):
        for key, inner in zip(value.keys, value.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str) and _texts(inner):
                yield key.value, _texts(inner)


def _texts(value: ast.expr) -> list[str]:
    """The texts of a tuple, list, set or `Literal`, or the keys of a dict; empty for others."""
    nodes: list[ast.expr | None] = []
    match value:
        case ast.Dict(keys=keys):
            nodes += keys
        case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
            nodes += items
        case ast.Call(func=ast.Name(id="frozenset" | "set" | "tuple" | "list"), args=[inner]):
            return _texts(inner)
        case ast.Subscript(value=ast.Name(id="Literal"), slice=inner):
            return _texts(inner)
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="split")):
            by = [arg.value for arg in value.args if isinstance(arg, ast.Constant)]
            separator = by[0] if by and isinstance(by[0], str) and by[0] else None
            nodes += map(ast.Constant, text.split(separator))
    texts = [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    is_list = len(texts) == len(nodes) and 2 <= len(texts) <= _LONGEST_LIST
    return texts if is_list and all(0 < len(text) <= _LONGEST_ITEM for text in texts) else []
