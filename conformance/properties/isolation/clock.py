"""Isolation: the clock, and the time that passes."""

from __future__ import annotations

import contextlib
import datetime
import math
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.properties.isolation.sessions import over


@check("isolation.clock", clean=True)
def clock(context: CheckContext) -> None:
    context.require_deterministic()
    context.new_in_process_driver().close()
    for episode in context.until_budget(context.corpus()[:6], least=4):
        expected = context.play_in_fresh_process(episode)
        for shift in (86_400.0 * 37 + 12_345.6, 1_000_003.0):
            with _shifted_clock(context, shift):
                seen = context.play_messages(episode)
            context.require_same_messages(
                episode, expected, seen, f"{shift / 3600:.0f} hours later"
            )
        with _shifted_clock(context, 0.0, pace=1.7):
            seen = context.play_messages(episode)
        context.require_same_messages(
            episode, expected, seen, "when every look at the clock is 1.7 s later"
        )
    played = list(context.until_budget(context.corpus()[:6], least=4))
    _require_patience(
        context, max(played, key=lambda episode: len(context.play_in_fresh_process(episode)))
    )


def _require_patience(context: CheckContext, episode: Episode) -> None:
    """Nothing happens to an episode while an agent thinks, as long as it may take."""
    expected = context.play_in_fresh_process(episode)
    pause = min(20.0, 0.8 * (context.declared.episode_s or math.inf) / len(expected))
    driver = context.new_in_process_driver()
    seen: list[Response] = []
    with _shifted_clock(context, 0.0) as clock:
        for number, call in enumerate(episode.calls):
            if seen and over(seen[-1]):
                break
            seen.append(context.call(driver, call))
            clock.shift += pause
            if number < 2:
                time.sleep(0.4)  # what runs beside the clock
        driver.close()
    after = [message.plain() for message in seen]
    context.require_same_messages(episode, expected, after, f"with {pause:.0f} s between the steps")


@dataclass
class _Clock:
    """How far the clocks of this process are put forward, in seconds."""

    shift: float


@contextlib.contextmanager
def _shifted_clock(context: CheckContext, shift: float, pace: float = 0.0) -> Iterator[_Clock]:
    """Move `time` and `datetime` for everything that runs meanwhile in this process."""
    names = ("time", "monotonic", "perf_counter", "time_ns", "monotonic_ns", "perf_counter_ns")
    originals = {name: getattr(time, name) for name in names}
    clock = _Clock(shift)
    looks = 0

    def moved(name: str) -> Callable[[], Any]:
        def now() -> Any:
            nonlocal looks
            # An event loop looks at the clock as often as the machine is slow.
            looks += bool(pace) and _is_own(context, sys._getframe(1).f_code.co_filename)
            extra = clock.shift + looks * pace
            value = originals[name]()
            return value + (int(extra * 1e9) if name.endswith("_ns") else extra)

        return now

    class Moved(datetime.datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return super().now(tz) + datetime.timedelta(seconds=clock.shift)

        @classmethod
        def utcnow(cls) -> Any:
            return datetime.datetime.now(datetime.UTC).replace(tzinfo=None) + datetime.timedelta(
                seconds=clock.shift
            )

    root = str(context.subject.root or "")
    replaced: list[tuple[Any, str, Any]] = []
    for name in names:
        replaced.append((time, name, originals[name]))
    swaps: dict[int, Any] = {id(original): moved(name) for name, original in originals.items()}
    replaced.append((datetime, "datetime", datetime.datetime))
    swaps[id(datetime.datetime)] = Moved
    own = getattr(context.subject.env_class, "__module__", "")
    for name, module in list(sys.modules.items()):
        path = str(getattr(module, "__file__", "") or "")
        if (root and path.startswith(root)) or name == own:
            for key, value in list(vars(module).items()):
                if id(value) in swaps:
                    replaced.append((module, key, value))
    try:
        for module, key, value in replaced:
            setattr(module, key, swaps[id(value)])
        yield clock
    finally:
        for module, key, value in replaced:
            setattr(module, key, value)


def _is_own(context: CheckContext, file: str) -> bool:
    """Whether a file is one of the environment's."""
    root = context.subject.root
    module = sys.modules.get(getattr(context.subject.env_class, "__module__", ""))
    own = getattr(module, "__file__", None)
    return file == own or (root is not None and file.startswith(str(root)))
