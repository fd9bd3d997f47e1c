"""Commands whose words the code compares one by one, such as `words[2] == "from"`.

From `if len(words) != 4 or words[0] != "take" or words[2] != "from"` comes the template
`take <word> from <word>`. Where the code also compares what stands in a place with a constant
(`port == "any"`), the command with that constant is made too.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

_LONGEST = 8
_MOST_COMMANDS = 12
_OF_ONE = {ast.Eq, ast.In}
_OF_OTHERS = {ast.NotEq, ast.NotIn}


@dataclass
class _Words:
    """What one condition says about a list of words."""

    length: int = 0
    options: dict[int, list[str]] = field(default_factory=dict)


def indexed_commands(tree: ast.AST) -> list[str]:
    """Templates and commands that the conditions of a module describe, each once."""
    made: dict[str, None] = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            unpacked = _unpacked(function)
            constants = _constants_of_names(function)
            for node in ast.walk(function):
                if isinstance(node, ast.If | ast.IfExp | ast.While):
                    for name, words in _read_condition(node.test).items():
                        texts = _commands(words, unpacked.get(name, []), constants)
                        made |= dict.fromkeys(itertools.islice(texts, _MOST_COMMANDS))
    return list(made)


def _commands(
    words: _Words, names: list[list[str]], constants: dict[str, list[str]]
) -> Iterator[str]:
    """Commands of one condition; none if nothing but the first word is known."""
    longest = max(words.options, default=-1) + 1
    length = words.length or next((len(n) for n in names if len(n) >= longest), longest)
    if 0 not in words.options or not max(2, longest) <= length <= _LONGEST:
        return
    named = next((known for known in names if len(known) == length), ["word"] * length)
    places = [words.options.get(index, [f"<{named[index]}>"]) for index in range(length)]
    yield from (" ".join(chosen) for chosen in itertools.product(*places))
    filled = [
        words.options.get(index) or constants.get(named[index], [])[:1] for index in range(length)
    ]
    yield from (" ".join(chosen) for chosen in itertools.product(*filled))


def _read_condition(test: ast.expr) -> dict[str, _Words]:
    """What must hold for each list: all parts of an `and`, or none of an `or` of denials."""
    found: dict[str, _Words] = {}
    parts, wanted = [test], _OF_ONE | _OF_OTHERS
    if isinstance(test, ast.BoolOp):
        parts, wanted = test.values, _OF_ONE if isinstance(test.op, ast.And) else _OF_OTHERS
    for part in parts:
        if isinstance(part, ast.Compare) and len(part.ops) == 1 and type(part.ops[0]) in wanted:
            _read_comparison(part.left, part.comparators[0], found)
    return found


def _read_comparison(left: ast.expr, right: ast.expr, found: dict[str, _Words]) -> None:
    match left:
        case ast.Call(func=ast.Name("len"), args=[ast.Name(name)]):
            if isinstance(right, ast.Constant) and type(right.value) is int:
                found.setdefault(name, _Words()).length = right.value
        case ast.Subscript(value=ast.Name(name), slice=ast.Constant(int(index))):
            if 0 <= index < _LONGEST and (texts := _texts(right)):
                found.setdefault(name, _Words()).options[index] = texts


def _texts(node: ast.expr) -> list[str]:
    """The single words of a constant, or of those in a tuple, list or set."""
    nodes = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    texts = [part.value for part in nodes if isinstance(part, ast.Constant)]
    return [text for text in texts if isinstance(text, str) and len(text.split()) == 1]


def _unpacked(function: ast.AST) -> dict[str, list[list[str]]]:
    """The names into which a list of words is unpacked, by the list's name."""
    found: dict[str, list[list[str]]] = {}
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Name(name)):
                names = [part.id for part in targets if isinstance(part, ast.Name)]
                if len(names) == len(targets):
                    found.setdefault(name, []).append(names)
    return found


def _constants_of_names(function: ast.AST) -> dict[str, list[str]]:
    """The words with which each name is compared."""
    found: dict[str, list[str]] = {}
    for node in ast.walk(function):
        match node:
            case ast.Compare(left=ast.Name(name), comparators=[right]):
                found.setdefault(name, []).extend(_texts(right))
    return found
