"""The functions and names that restricted programs find in `numpy` and its submodules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy

from hallmark_rl.sandbox.policy.numpy_rules import names
from hallmark_rl.sandbox.policy.numpy_rules.values import (
    Array,
    guarded,
    random_generator,
    scalar_type,
    shuffle,
    ufunc,
    unwrap,
    wrap,
)
from hallmark_rl.sandbox.policy.replacements.types import SimpleNamespace

Function = Callable[..., Any]


def modules() -> dict[str, dict[str, Any]]:
    """The names of each module that programs may import, by module; versions differ in some."""
    linalg = _guarded_functions(numpy.linalg, names.LINALG - {"LinAlgError"})
    return {
        "numpy": {
            **_guarded_functions(numpy, names.FUNCTIONS),
            **{name: getattr(numpy, name) for name in names.CONSTANTS},
            **{
                name: scalar_type(getattr(numpy, name))
                for name in names.SCALAR_TYPES
                if hasattr(numpy, name)
            },
            "ndarray": Array,
            "apply_along_axis": _apply_along_axis,
            "errstate": _ErrorState,
            "finfo": _finfo,
            "fromfunction": _fromfunction,
            "fromiter": _fromiter,
            "iinfo": _iinfo,
            "set_printoptions": guarded(numpy.set_printoptions, "set_printoptions"),
            "vectorize": _vectorize,
            "__version__": numpy.__version__,
        },
        "numpy.linalg": {**linalg, "LinAlgError": numpy.linalg.LinAlgError},
        "numpy.fft": _guarded_functions(numpy.fft, names.FFT),
        "numpy.random": {
            **_guarded_functions(numpy.random, names.RANDOM),
            "shuffle": lambda x: shuffle(numpy.random, x),
            "default_rng": _default_rng,
        },
    }


def _guarded_functions(module: Any, wanted: Iterable[str]) -> dict[str, Any]:
    found = {name: getattr(module, name) for name in wanted if hasattr(module, name)}
    return {
        name: ufunc(value) if isinstance(value, numpy.ufunc) else guarded(value, name)
        for name, value in found.items()
    }


def _default_rng(seed: Any = None) -> Any:
    """`numpy.random.default_rng`."""
    return random_generator(numpy.random.default_rng(unwrap(seed)))


def _iinfo(kind: Any) -> SimpleNamespace:
    """`numpy.iinfo`."""
    info = numpy.iinfo(unwrap(kind))
    return SimpleNamespace(min=info.min, max=info.max, bits=info.bits)


def _finfo(kind: Any) -> SimpleNamespace:
    """`numpy.finfo`."""
    info = numpy.finfo(unwrap(kind))
    fields = ("min", "max", "eps", "tiny", "resolution", "precision", "bits")
    return SimpleNamespace(**{name: wrap(getattr(info, name)) for name in fields})


class _ErrorState:
    """`numpy.errstate`, without callbacks."""

    __slots__ = ("_state",)

    def __init__(self, **modes: str) -> None:
        self._state = numpy.errstate(**{name: unwrap(mode) for name, mode in modes.items()})

    def __enter__(self) -> None:
        self._state.__enter__()

    def __exit__(self, *_: object) -> None:
        self._state.__exit__(None, None, None)


# Functions that call the program: they are made of others here, because numpy never does that.


def _from_items(items: list[Any], shape: Any) -> Any:
    return wrap(numpy.array(unwrap(items)).reshape(shape))


def _vectorize(function: Function, otypes: Any = None) -> Function:
    """`numpy.vectorize`: calls `function` for each element of its broadcast arguments."""

    def call(*args: Any) -> Any:
        arrays = numpy.broadcast_arrays(*[numpy.asarray(unwrap(arg)) for arg in args])
        rows = zip(*(array.ravel() for array in arrays), strict=True)
        results = [function(*map(wrap, row)) for row in rows]
        made = _from_items(results, arrays[0].shape)
        return made.astype(otypes[0]) if otypes else made

    return call


def _fromfunction(function: Function, shape: Any, *, dtype: Any = float) -> Any:
    """`numpy.fromfunction`: calls `function` with the coordinates of all elements."""
    return function(*wrap(numpy.indices(unwrap(shape), dtype=unwrap(dtype))))


def _fromiter(items: Iterable[Any], dtype: Any, count: int = -1) -> Any:
    """`numpy.fromiter`."""
    held = [item for item, _ in zip(items, range(count), strict=False)] if count >= 0 else [*items]
    return wrap(numpy.array(unwrap(held), dtype=unwrap(dtype)))


def _apply_along_axis(function: Function, axis: int, arr: Any, *args: Any) -> Any:
    """`numpy.apply_along_axis`: calls `function` with each row along an axis."""
    array = numpy.moveaxis(numpy.asarray(unwrap(arr)), unwrap(axis), -1)
    rows = array.reshape(-1, array.shape[-1])
    results = numpy.array(unwrap([function(wrap(row), *args) for row in rows]))
    shaped = results.reshape(array.shape[:-1] + results.shape[1:])
    return wrap(shaped if results.ndim == 1 else numpy.moveaxis(shaped, -1, unwrap(axis)))
