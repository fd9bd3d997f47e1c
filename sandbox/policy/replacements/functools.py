"""`functools` without copying attributes by any name, and without evaluating annotations.

Allowed: what programs do with these functions every day. Refused:

* `wraps` and `update_wrapper` with a list of attributes to copy: it could name any attribute.
* `lru_cache(typed=True)`: it would compare the program's keys with types.
* A `cached_property` that reads or writes objects that are not the program's own.
* `singledispatch` on what is not a class; string annotations are looked up, never evaluated.
"""

from __future__ import annotations

import functools
from types import FunctionType
from typing import Any

from hallmark_rl.sandbox.policy.guards import refuse, writable
from hallmark_rl.sandbox.policy.library_names import is_program_class
from hallmark_rl.sandbox.policy.name_rules import is_dunder

_COPIED = ("__name__", "__qualname__", "__doc__")


def update_wrapper(wrapper: Any, wrapped: Any) -> Any:
    """`functools.update_wrapper`, which copies the name, the docstring and plain attributes."""
    for name in _COPIED:
        if hasattr(wrapped, name):
            setattr(wrapper, name, getattr(wrapped, name))
    if type(wrapper) is type(wrapped) is FunctionType:
        attributes = vars(wrapped).items()
        vars(wrapper).update({key: value for key, value in attributes if not is_dunder(key)})
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped: Any) -> Any:
    """`functools.wraps`."""
    return lambda wrapper: update_wrapper(wrapper, wrapped)


def lru_cache(maxsize: Any = 128, typed: bool = False) -> Any:
    """`functools.lru_cache` without `typed=True`."""
    if typed:
        raise TypeError("lru_cache(typed=True) is not allowed here")
    return functools.lru_cache(maxsize)


class cached_property:
    """`functools.cached_property`."""

    def __init__(self, func: Any) -> None:
        self.func = func
        self.attrname: Any = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.attrname = name

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self
        name = self.attrname
        if type(name) is not str:
            raise TypeError("cached_property was not named by a class")
        writable(instance, name)
        if not is_program_class(type(instance)):
            raise refuse(name)
        values = object.__getattribute__(instance, "__dict__")
        if name not in values:
            values[name] = self.func(instance)
        return values[name]


def singledispatch(func: Any) -> Any:
    """`functools.singledispatch`; string annotations are looked up as names, never evaluated."""
    real = functools.singledispatch(func)

    def register(cls: Any, method: Any = None) -> Any:
        if method is None:
            if isinstance(cls, type):
                return lambda decorated: register(cls, decorated)
            cls, method = _first_annotation(cls), cls
        return real.register(cls, method)

    def dispatching(*args: Any, **kwargs: Any) -> Any:
        return real(*args, **kwargs)

    def dispatch(cls: Any) -> Any:
        if not isinstance(cls, type):  # an imitation could see other types while it is compared
            raise TypeError("dispatch() needs a class")
        return real.dispatch(cls)

    update_wrapper(dispatching, func)
    for name, value in (("register", register), ("dispatch", dispatch)):
        setattr(dispatching, name, value)
    return dispatching


class singledispatchmethod:
    """`functools.singledispatchmethod`."""

    def __init__(self, func: Any) -> None:
        self.func, self.dispatcher = func, singledispatch(func)

    def register(self, cls: Any, method: Any = None) -> Any:
        """Add an implementation for a class."""
        return self.dispatcher.register(cls, method)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        def dispatching(*args: Any, **kwargs: Any) -> Any:
            chosen = self.dispatcher.dispatch(type(args[0]))
            return chosen.__get__(instance, owner)(*args, **kwargs)

        return dispatching


def _first_annotation(method: Any) -> type:
    """The class that a function's first annotation names; raises `TypeError` if it is none."""
    annotation = next(iter(getattr(method, "__annotations__", {}).values()), None)
    if type(annotation) is str:
        names = method.__globals__
        annotation = names.get(annotation, names["__builtins__"].get(annotation))
    if not isinstance(annotation, type):
        raise TypeError("register() needs a class, or a function annotated with one")
    return annotation


NAMES = {
    "cached_property": cached_property,
    "lru_cache": lru_cache,
    "singledispatch": singledispatch,
    "singledispatchmethod": singledispatchmethod,
    "update_wrapper": update_wrapper,
    "wraps": wraps,
}
