"""Import a package later: while others are imported, stand-ins take its place.

`from openai import AsyncOpenAI` binds a `PostponedClass`. It imports the package when it is called,
subclassed, or when one of its attributes is read.
"""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Iterator, Mapping
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any


class PostponedClass:
    """Stands for a class of a module that is not imported yet.

    Args:
        module: the full name of the module.
        name: the name of the class in it.
    """

    def __init__(self, module: str, name: str) -> None:
        self._module = module
        self._name = name

    def __call__(self, *args: Any, **options: Any) -> Any:
        return self._import()(*args, **options)

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[Any, ...]:
        return (self._import(),)

    def __instancecheck__(self, instance: object) -> bool:
        return isinstance(instance, self._import())

    def __subclasscheck__(self, subclass: type) -> bool:
        return issubclass(subclass, self._import())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._import(), name)

    def __repr__(self) -> str:
        return f"<{self._module}.{self._name}, imported on use>"

    def _import(self) -> Any:
        return getattr(importlib.import_module(self._module), self._name)


@contextlib.contextmanager
def postponed_imports(classes: Mapping[str, tuple[str, ...]]) -> Iterator[None]:
    """Let imports of these modules bind a `PostponedClass` for each of the named classes.

    A package that is imported already is left as it is. In the meantime, importing any other name
    or module of these packages raises `ImportError`.

    Args:
        classes: the names of classes, by the full name of a module. Parents are named as well.
    """
    absent = {name for name in classes if name.partition(".")[0] not in sys.modules}
    stand_ins = {name: _stand_in(name, classes[name]) for name in absent}
    sys.modules.update(stand_ins)
    try:
        yield
    finally:
        for name, module in stand_ins.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]


def _stand_in(name: str, classes: tuple[str, ...]) -> ModuleType:
    module = ModuleType(name)
    module.__spec__ = ModuleSpec(name, None, is_package=True)
    module.__path__ = []  # it has no modules but those that are named
    for class_name in classes:
        setattr(module, class_name, PostponedClass(name, class_name))
    return module
