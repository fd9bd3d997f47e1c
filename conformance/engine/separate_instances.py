"""Give each episode an instance of its own, for a factory that returns one instance for all."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

from hallmark_rl.sdk.subject.description import Subject


def shares_one_instance(subject: Subject) -> bool:
    """Whether the factory returns the same object twice; False if it raises, or for a server."""
    if subject.make is None or _is_ordinary_class(subject.make):
        return False
    try:
        first = subject.factory()
        return first is subject.factory()
    except Exception:
        return False


def _is_ordinary_class(make: Any) -> bool:
    """Whether calls give a new object for sure, so that no instance has to be made to know."""
    return isinstance(make, type) and all("__new__" not in vars(base) for base in make.__mro__[:-1])


def with_separate_instances(subject: Subject) -> Subject:
    """The subject with a factory that returns a new copy each time.

    Without this, the episodes of one check would change those of the next, and properties that
    hold would seem broken. An instance that cannot be copied is made anew by its class; if that
    fails too, the subject is returned unchanged.
    """
    shared = subject.factory()

    def copied() -> Any:
        return copy.deepcopy(shared)

    def made() -> Any:
        return type(shared)()

    for make in (copied, made):
        try:
            make()
        except Exception:
            continue
        return replace(subject, make=make, env_args={})
    return subject
