"""The options that a method accepts, as OpenEnv's server selects them."""

import functools
from typing import Any

from hallmark_rl.sdk.subject.accepted_options import accepted_options

GIVEN = {"seed": 1, "level": 2, "self": 3}


class Some:
    def few(self, seed: int | None = None) -> None: ...

    def all(self, seed: int | None = None, **options: Any) -> None: ...

    @classmethod
    def of_class(cls, level: int = 0) -> None: ...

    @staticmethod
    def plain(level: int = 0) -> None: ...


class Unhashable(Some):
    __hash__ = None  # type: ignore[assignment]

    def __call__(self, seed: int = 0) -> None: ...


def test_only_named_parameters_are_accepted() -> None:
    for _ in range(2):  # the second answer is a stored one
        assert accepted_options(Some().few, GIVEN) == {"seed": 1}
        assert accepted_options(Some().of_class, GIVEN) == {"level": 2}
    assert accepted_options(Some().plain, GIVEN) == {"level": 2}
    assert accepted_options(functools.partial(Some().few), GIVEN) == {"seed": 1}
    assert accepted_options(Unhashable(), GIVEN) == {"seed": 1}
    assert accepted_options(Unhashable().few, GIVEN) == {"seed": 1}


def test_all_are_accepted_beside_free_ones_and_without_a_signature() -> None:
    assert accepted_options(Some().all, GIVEN) == GIVEN
    assert accepted_options(dict.update, GIVEN) == GIVEN
    assert accepted_options(3, GIVEN) == GIVEN


def test_a_method_that_is_replaced_is_read_again() -> None:
    some = Some()
    assert accepted_options(some.few, GIVEN) == {"seed": 1}
    some.few = lambda level=0: None  # type: ignore[assignment, misc]
    assert accepted_options(some.few, GIVEN) == {"level": 2}
