"""Run copies of an environment's functions in which expressions report their values."""

from __future__ import annotations

import ast
import builtins
import copy
import gc
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

Function = ast.FunctionDef | ast.AsyncFunctionDef
Place = tuple[Path, int, str]
"""A file, a line of it, and an expression there."""


class Hooks(ABC, ast.NodeTransformer):
    """Replaces expressions by calls of a hook; `places` gets what is replaced.

    A subclass says which, in its `visit_...` methods.

    Args:
        path: the file that the expressions are in.
        places: the list that gets them.
        hook: the name that the hook has in `builtins`.
    """

    def __init__(self, path: Path, places: list[Place], hook: str) -> None:
        self._path, self._places, self._hook = path, places, hook

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Leave the annotation as it is."""
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_FunctionDef(self, node: Function) -> ast.AST:
        """Leave decorators, annotations and defaults as they are."""
        node.body = [self.visit(statement) for statement in node.body]
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def hooked(self, node: ast.expr, text: str, *values: ast.expr) -> ast.expr:
        """A call of the hook with `values` and the number of the place, in place of `node`."""
        self._places.append((self._path, node.lineno, text))
        number = ast.Constant(len(self._places) - 1)
        call = ast.Call(ast.Name(self._hook, ast.Load()), [*values, number], [])
        return ast.copy_location(call, node)


class CodeWatch(ABC):
    """Watches the code of some files while it is the context of a `with` statement.

    Every function of the files runs a copy of its code that does the same, and that calls `seen`
    for the expressions that `hooks` replaces. Only one watch of a class may be open at a time.

    Args:
        trees: the files, each with its syntax tree.

    Attributes:
        places: the expressions that are watched.
    """

    hooks: Callable[[Path, list[Place], str], Hooks]

    def __init__(self, trees: Mapping[Path, ast.Module]) -> None:
        self.places: list[Place] = []
        self._name = f"__hallmark_{type(self).__name__}__"
        self._codes: dict[tuple[str, str, int], CodeType] = {}
        self._before: list[tuple[FunctionType, CodeType]] = []
        for path, tree in trees.items():
            changed = copy.deepcopy(tree)
            hooks = type(self).hooks(path, self.places, self._name)
            for function in _outer_functions(changed):
                hooks.visit(function)
            module = compile(ast.fix_missing_locations(changed), str(path), "exec")
            for code in _inner_codes(module):
                self._codes[_key(path.resolve(), code)] = code

    @abstractmethod
    def seen(self, *values: Any) -> Any:
        """What a watched expression is, from its parts and the number of its place."""

    def __enter__(self) -> CodeWatch:
        setattr(builtins, self._name, self.seen)
        resolved: dict[str, Path] = {}
        gc.unfreeze()  # a fork's objects were frozen, and would be left out
        functions = [item for item in gc.get_objects() if type(item) is FunctionType]
        for function in functions if self.places else ():
            code = function.__code__
            name = code.co_filename
            if name not in resolved:  # a folder may be a link
                resolved[name] = Path(name).resolve()
            watched = self._codes.get(_key(resolved[name], code))
            if watched is not None and watched.co_freevars == code.co_freevars:
                self._before.append((function, code))
                function.__code__ = watched
        return self

    def __exit__(self, *_: object) -> None:
        for function, code in self._before:
            function.__code__ = code
        delattr(builtins, self._name)


def _outer_functions(block: ast.AST) -> Iterator[Function]:
    """Functions and methods that do not stand within another one; what is beside them ran once."""
    for node in ast.iter_child_nodes(block):
        if isinstance(node, Function):
            yield node
        else:
            yield from _outer_functions(node)


def _inner_codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _inner_codes(constant)


def _key(path: Path, code: CodeType) -> tuple[str, str, int]:
    return str(path), code.co_qualname, code.co_firstlineno
