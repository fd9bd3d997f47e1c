"""Isolation: the time of day, and the time between calls, do not change an episode."""

from __future__ import annotations

import builtins
import contextlib
import datetime
import math
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.properties.isolation.concurrent_sessions import has_ended


@check("isolation.clock", needs_fresh_process=True)
def clock(context: CheckContext) -> None:
    context.require_deterministic()
    context.new_in_process_driver().close()
    for episode in context.until_budget(context.first_episodes(6), least=4):
        require_clock_unused(context, episode)
    episodes = list(context.until_budget(context.first_episodes(6), least=4))
    _require_same_after_pauses(
        context, max(episodes, key=lambda episode: len(context.play_in_fresh_process(episode)))
    )


def require_clock_unused(context: CheckContext, episode: Episode) -> None:
    """Raise if an episode differs with a clock that is ahead or advances on each read."""
    expected = context.play_in_fresh_process(episode)
    for shift in (86_400.0 * 37 + 12_345.6, 1_000_003.0):
        with _shifted_clock(context, shift):
            observed = context.play_messages(episode)
        what = f"with the clock {shift / 3600:.0f} hours ahead"
        context.require_same_messages(episode, expected, observed, what, used_process=True)
    with _shifted_clock(context, 0.0, seconds_per_read=1.7):
        observed = context.play_messages(episode)
    what = "with a clock that advances 1.7 s on each read"
    context.require_same_messages(episode, expected, observed, what, used_process=True)


def _require_same_after_pauses(context: CheckContext, episode: Episode) -> None:
    """Advance the clock between the calls of an episode, within the declared episode time."""
    expected = context.play_in_fresh_process(episode)
    pause = min(20.0, 0.8 * (context.declared.episode_s or math.inf) / len(expected))
    driver = context.new_in_process_driver()
    responses: list[Response] = []
    with _shifted_clock(context, 0.0) as clock:
        for number, call in enumerate(episode.calls):
            if responses and has_ended(responses[-1]):
                break
            responses.append(context.call(driver, call))
            clock.shift += pause
            if number < 2:
                time.sleep(0.4)  # real time, for background threads
        driver.close()
    observed = [response.plain() for response in responses]
    what = f"with {pause:.0f} s between the steps"
    context.require_same_messages(episode, expected, observed, what, used_process=True)


@dataclass
class _Clock:
    """By how many seconds the clocks of this process are ahead."""

    shift: float


@contextlib.contextmanager
def _shifted_clock(
    context: CheckContext, shift: float, seconds_per_read: float = 0.0
) -> Iterator[_Clock]:
    """Let the functions of `time`, and `datetime` in the environment's files, read a clock ahead.

    Args:
        shift: seconds by which the clocks are ahead; the yielded `_Clock` can change it.
        seconds_per_read: further seconds for each read of the clock by the environment's files.
    """
    names = ("time", "monotonic", "perf_counter", "time_ns", "monotonic_ns", "perf_counter_ns")
    originals = {name: getattr(time, name) for name in names}
    clock = _Clock(shift)
    reads = 0

    def make_shifted(name: str) -> Callable[[], Any]:
        def now() -> Any:
            nonlocal reads
            # Reads by an event loop do not count: their number depends on the machine.
            reads += bool(seconds_per_read) and _is_environment_file(
                context, sys._getframe(1).f_code.co_filename
            )
            extra = clock.shift + reads * seconds_per_read
            value = originals[name]()
            return value + (int(extra * 1e9) if name.endswith("_ns") else extra)

        return now

    shifted_module = _shifted_datetime_module(clock)
    places: list[tuple[Any, str, Any, Any]] = []
    for name in names:
        places.append((time, name, originals[name], make_shifted(name)))
    replacements: dict[int, Any] = {id(value): shifted for _, _, value, shifted in places}
    replacements |= {
        id(datetime): shifted_module,
        id(datetime.datetime): vars(shifted_module)["datetime"],
    }
    root = str(context.subject.root or "")
    env_module = getattr(context.subject.env_class, "__module__", "")
    for name, module in sys.modules.copy().items():  # a list() of it may meet an import
        path = str(getattr(module, "__file__", "") or "")
        if (root and path.startswith(root)) or name == env_module:
            for key, value in vars(module).copy().items():
                if id(value) in replacements:
                    places.append((module, key, value, replacements[id(value)]))
    places.append((builtins, "__import__", builtins.__import__, _importer(context, shifted_module)))
    try:
        for module, key, _, shifted in places:
            setattr(module, key, shifted)
        yield clock
    finally:
        for module, key, value, _ in places:
            setattr(module, key, value)


def _shifted_datetime_module(clock: _Clock) -> ModuleType:
    """A copy of the module `datetime` whose class `datetime` reads the shifted clock.

    The module itself stays as it is: extensions written in C that are imported meanwhile rely on
    the size of its types, and crash on a subclass.
    """

    class LikeDatetime(type):
        def __instancecheck__(cls, value: Any) -> bool:
            return isinstance(value, datetime.datetime)

        def __subclasscheck__(cls, other: type) -> bool:
            return issubclass(other, datetime.datetime)

    class ShiftedDatetime(datetime.datetime, metaclass=LikeDatetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime.datetime.now(tz) + datetime.timedelta(seconds=clock.shift)

        @classmethod
        def today(cls) -> Any:
            return cls.now()

        @classmethod
        def utcnow(cls) -> Any:
            return cls.now(datetime.UTC).replace(tzinfo=None)

    module = ModuleType("datetime")
    vars(module).update({**vars(datetime), "datetime": ShiftedDatetime})
    return module


def _importer(context: CheckContext, shifted_module: ModuleType) -> Callable[..., Any]:
    """`__import__` that gives the environment's files the shifted module `datetime`."""
    original = builtins.__import__

    def import_module(
        name: str, importer: Mapping[str, Any] | None = None, *arguments: Any, **keywords: Any
    ) -> Any:
        file = str((importer or {}).get("__file__") or "")
        if name == "datetime" and file and _is_environment_file(context, file):
            return shifted_module
        return original(name, importer, *arguments, **keywords)

    return import_module


def _is_environment_file(context: CheckContext, file: str) -> bool:
    """Whether a file is the environment's module or lies in its folder."""
    root = context.subject.root
    module = sys.modules.get(getattr(context.subject.env_class, "__module__", ""))
    env_file = getattr(module, "__file__", None)
    return file == env_file or (root is not None and file.startswith(str(root)))
