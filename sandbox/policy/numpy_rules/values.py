"""What stands for numpy's objects in a restricted program, and how values pass in and out.

Each proxy has the real object in `_value`, which programs cannot read: the name is guarded.
"""

from __future__ import annotations

import builtins
import operator
from collections.abc import Callable, Iterator
from typing import Any

import numpy

from hallmark_rl.sandbox.policy.numpy_rules import names

_PLAIN = frozenset({type(None), bool, int, float, complex, str, bytes, type(Ellipsis), range})
_BUILTIN_DTYPES = frozenset({bool, int, float, complex, str})
_MAX_DEPTH = 64
_ERRORS = (
    ValueError, TypeError, IndexError, ZeroDivisionError, OverflowError, FloatingPointError,
    MemoryError, AttributeError, KeyError, NotImplementedError, RecursionError,
)  # fmt: skip

Function = Callable[..., Any]


class _NotAccepted(TypeError):
    """A value is neither plain data nor a proxy."""


def unwrap(value: Any, depth: int = 0) -> Any:
    """The object for numpy that a program's value stands for; raises `TypeError` if it has none.

    Only exact builtin types and proxies are taken, so numpy calls no code of the program.
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind in _PROXIES:
        return value._value
    if depth < _MAX_DEPTH and (kind is list or kind is tuple):
        return kind(unwrap(item, depth + 1) for item in value)
    if kind is slice:
        return slice(*(unwrap(edge, depth + 1) for edge in (value.start, value.stop, value.step)))
    if kind is type and value in _BUILTIN_DTYPES:
        return value
    raise _NotAccepted(
        "numpy takes numbers, texts, lists, tuples and arrays here, nested at most "
        f"{_MAX_DEPTH} levels deep, not {kind.__name__}: make a list of it"
    )


def wrap(value: Any) -> Any:
    """What a program gets for a result of numpy; raises `TypeError` if it may not have it."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is numpy.ndarray or isinstance(value, numpy.generic):
        if value.dtype.hasobject or value.dtype.kind == "V":
            raise TypeError("arrays of Python objects and of records are not available here")
        if value.dtype.kind in "US" and kind is not numpy.ndarray:
            return value.item()  # a str or bytes
        return _make(Array if kind is numpy.ndarray else Number, value)
    if isinstance(value, numpy.dtype):
        if value.hasobject or value.kind == "V":
            raise TypeError("types of Python objects and of records are not available here")
        return _make(DType, value)
    if isinstance(value, tuple):
        return tuple(map(wrap, value))
    if kind is list:
        return list(map(wrap, value))
    raise TypeError(f"numpy's {kind.__name__} is not available here")


def guarded(function: Function, name: str) -> Function:
    """`function` of numpy for programs: it takes and returns what `unwrap` and `wrap` let pass."""

    def call(*args: Any, **kwargs: Any) -> Any:
        inner = [unwrap(arg) for arg in args]
        named = {key: unwrap(arg) for key, arg in kwargs.items()}
        try:
            result = function(*inner, **named)
        except Exception as error:
            raise _plain_error(error) from None
        return wrap(result)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = None
    call.__module__ = "numpy"
    return call


def _plain_error(error: Exception) -> Exception:
    """The error that a program gets: of a builtin class, with nothing but a text."""
    for cls in (numpy.linalg.LinAlgError, *_ERRORS):
        if isinstance(error, cls):
            return cls(str(error))
    return RuntimeError(str(error))


def _make(kind: type, value: Any) -> Any:
    proxy: Any = object.__new__(kind)
    proxy._value = value
    return proxy


class _Proxy:
    __slots__ = ("_value",)
    _value: Any

    def __new__(cls, *_: Any, **__: Any) -> Any:
        raise TypeError("use numpy.array, numpy.zeros or another function that makes an array")

    def __init_subclass__(cls, **_: Any) -> None:
        if cls.__module__ != __name__:
            raise TypeError("classes of numpy cannot be subclassed here")

    def __repr__(self) -> str:
        return repr(self._value)

    def __str__(self) -> str:
        return str(self._value)

    def __hash__(self) -> int:
        return hash(self._value)

    def __eq__(self, other: object) -> Any:
        return _binary(operator.eq, self, other)

    def __ne__(self, other: object) -> Any:
        return _binary(operator.ne, self, other)


def _binary(operation: Function, left: Any, right: Any) -> Any:
    """The result of an operator; `NotImplemented` for an operand that numpy does not get."""
    try:
        left, right = unwrap(left), unwrap(right)
    except _NotAccepted:
        return NotImplemented
    try:
        result = operation(left, right)
    except Exception as error:
        raise _plain_error(error) from None
    return wrap(result)


class Values(_Proxy):
    """What `Array` and `Number` have in common."""

    __slots__ = ()

    @property
    def dtype(self) -> Any:
        """The type of the elements."""
        return wrap(self._value.dtype)

    @property
    def shape(self) -> Any:
        """The length of each axis."""
        return self._value.shape

    @shape.setter
    def shape(self, shape: Any) -> None:
        lengths = unwrap(shape)
        try:
            self._value.shape = lengths
        except Exception as error:
            raise _plain_error(error) from None

    def __getitem__(self, key: Any) -> Any:
        return _guarded_getitem(self, key)

    def __iter__(self) -> Iterator[Any]:
        return (wrap(item) for item in iter(self._value))

    def __len__(self) -> int:
        return len(self._value)

    def __bool__(self) -> bool:
        return bool(self._value)

    def __int__(self) -> int:
        return int(self._value)

    def __float__(self) -> float:
        return float(self._value)

    def __complex__(self) -> complex:
        return complex(self._value)

    def __index__(self) -> int:
        return operator.index(self._value)

    def __format__(self, spec: str) -> str:
        return format(self._value, str(spec))

    def __contains__(self, item: Any) -> bool:
        return unwrap(item) in self._value

    def __copy__(self) -> Any:
        return wrap(self._value.copy())

    def __deepcopy__(self, memo: Any) -> Any:
        return wrap(self._value.copy())


class Array(Values):
    """`numpy.ndarray`."""

    __slots__ = ()

    def __setitem__(self, key: Any, value: Any) -> None:
        _guarded_setitem(self, key, value)


class Number(Values):
    """A number of one of numpy's types (`numpy.generic`)."""

    __slots__ = ()

    def __round__(self, digits: Any = None) -> Any:
        return wrap(round(self._value, unwrap(digits)))

    def __trunc__(self) -> int:
        return int(self._value)

    def __ceil__(self) -> int:
        return -int(-self._value // 1)

    def __floor__(self) -> int:
        return int(self._value // 1)


class DType(_Proxy):
    """`numpy.dtype`."""

    __slots__ = ()

    @property
    def type(self) -> Any:
        """The type of numbers, as `numpy.float64`."""
        return _make(ScalarType, self._value.type)


class ScalarType(_Proxy):
    """A type of numbers, such as `numpy.float64`: it converts, and works in `isinstance`."""

    __slots__ = ()

    def __call__(self, *args: Any) -> Any:
        return guarded(self._value, self._value.__name__)(*args)

    def __instancecheck__(self, instance: Any) -> bool:
        return type(instance) is Number and isinstance(instance._value, self._value)


class Ufunc(_Proxy):
    """`numpy.ufunc`."""

    __slots__ = ()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return guarded(self._value, self._value.__name__)(*args, **kwargs)


class RandomGenerator(_Proxy):
    """What `numpy.random.default_rng` returns."""

    __slots__ = ()

    def shuffle(self, x: Any, axis: int = 0) -> None:
        """Put the items of an array or a list into random order."""
        shuffle(self._value, x, axis)


def shuffle(generator: Any, x: Any, *axis: int) -> None:
    """Shuffle an `Array` or a list in place with a generator of numpy."""
    if type(x) is list:
        order = generator.permutation(len(x)).tolist()
        x[:] = [x[index] for index in order]
    elif type(x) is Array:
        guarded(generator.shuffle, "shuffle")(x, *axis)
    else:
        raise TypeError("shuffle takes an array or a list")


_PROXIES = frozenset({Array, Number, DType, ScalarType})
_guarded_getitem = guarded(operator.getitem, "__getitem__")
_guarded_setitem = guarded(operator.setitem, "__setitem__")


def ufunc(value: Any) -> Any:
    """The proxy of a ufunc."""
    return _make(Ufunc, value)


def scalar_type(value: type) -> Any:
    """The proxy of a type of numbers."""
    return _make(ScalarType, value)


def random_generator(value: Any) -> Any:
    """The proxy of a generator of random numbers."""
    return _make(RandomGenerator, value)


def _method(name: str) -> Function:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return guarded(getattr(self._value, name), name)(*args, **kwargs)

    method.__name__ = method.__qualname__ = name
    return method


def _datum(name: str) -> property:
    return property(lambda self: wrap(getattr(self._value, name)))


def _add_members() -> None:
    for kind, methods, data in (
        (Values, names.METHODS, names.DATA),
        (DType, frozenset(), names.DTYPE_DATA),
        (Ufunc, names.UFUNC_METHODS, frozenset({"nin", "nout"})),
        (RandomGenerator, names.GENERATOR, frozenset()),
        (Number, {"is_integer", "as_integer_ratio"}, {"numerator", "denominator"}),
    ):
        for name in methods:
            setattr(kind, name, _method(name))
        for name in data:
            setattr(kind, name, _datum(name))


def _add_operators() -> None:
    for name in names.OPERATORS:
        operation = getattr(operator, f"__{name}__")
        in_place = getattr(operator, f"__i{name}__")
        setattr(Values, f"__{name}__", _operator(operation))
        setattr(Values, f"__r{name}__", _reflected(operation))
        setattr(Values, f"__i{name}__", _in_place(in_place))
    setattr(Values, "__divmod__", _operator(builtins.divmod))  # noqa: B010
    setattr(Values, "__rdivmod__", _reflected(builtins.divmod))  # noqa: B010
    for name in ("lt", "le", "gt", "ge"):
        setattr(Values, f"__{name}__", _operator(getattr(operator, name)))
    for name in ("neg", "pos", "abs", "invert"):
        setattr(Values, f"__{name}__", _unary(getattr(operator, f"__{name}__")))


def _operator(operation: Function) -> Function:
    return lambda self, other: _binary(operation, self, other)


def _reflected(operation: Function) -> Function:
    return lambda self, other: _binary(operation, other, self)


def _in_place(operation: Function) -> Function:
    def operate(self: Any, other: Any) -> Any:
        result = _binary(operation, self, other)
        same = type(result) is Array and result._value is self._value
        return self if same else result

    return operate


def _unary(operation: Function) -> Function:
    return lambda self: guarded(operation, operation.__name__)(self)


_add_members()
_add_operators()
