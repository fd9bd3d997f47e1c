"""The shifted clock reaches the environment's files, and leaves the real types in place."""

from __future__ import annotations

import datetime
import gc
import sys
import time
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.processes.forking import run_in_fork
from hallmark_rl.conformance.properties.isolation.clock_changes import (
    _shifted_clock,
    require_clock_unused,
)
from tests.conformance.small_environment import Env, Message, small_context, small_schema

MODULE = """
import datetime as dt
from datetime import datetime


class Environment:
    pass


def bound():
    return datetime.now()


def through_the_module():
    return dt.datetime.today()


def imported_late():
    from datetime import datetime as late

    return late.now()


def is_date(value):
    return isinstance(value, datetime) and isinstance(datetime.now(), dt.datetime)
"""
DAYS = datetime.timedelta(days=30)


@pytest.fixture
def clock_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    (tmp_path / "clock_reader.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    import clock_reader  # type: ignore[import-not-found]

    yield clock_reader
    del sys.modules["clock_reader"]


def test_the_environment_reads_a_clock_ahead_and_others_do_not(clock_reader: Any) -> None:
    subject = SimpleNamespace(root=None, env_class=clock_reader.Environment)
    context: Any = SimpleNamespace(subject=subject)
    original, before, started = datetime.datetime, datetime.datetime.now(), time.time()
    with _shifted_clock(context, DAYS.total_seconds()):
        assert datetime.datetime is original  # extensions in C check the size of this type
        for name in ("bound", "through_the_module", "imported_late"):
            assert getattr(clock_reader, name)() - before > DAYS / 2, name
        assert clock_reader.is_date(datetime.datetime.now())
        assert datetime.datetime.now() - before < DAYS / 2
        assert time.time() - started > DAYS.total_seconds() / 2
    assert clock_reader.bound() - before < DAYS / 2
    assert clock_reader.imported_late() - before < DAYS / 2
    assert time.time() - started < DAYS.total_seconds() / 2


class _ImportsAtItsEnd:
    """A ring that the garbage collector ends: a module is then imported."""

    def __init__(self) -> None:
        self.ring = self

    def __del__(self) -> None:
        name = f"imported_meanwhile_{id(self)}"
        sys.modules[name] = ModuleType(name)


def test_a_module_that_is_imported_meanwhile_is_no_error(clock_reader: Any) -> None:
    context: Any = SimpleNamespace(
        subject=SimpleNamespace(root=None, env_class=clock_reader.Environment)
    )
    thresholds = gc.get_threshold()
    gc.freeze()  # what other tests have loaded need not be looked at 14 times
    try:
        for allocations in range(100, 1500, 100):
            gc.collect()
            gc.disable()
            _ImportsAtItsEnd()
            gc.set_threshold(gc.get_count()[0] + allocations)
            gc.enable()
            with _shifted_clock(context, 1.0):
                pass
    finally:
        gc.set_threshold(*thresholds)
        gc.enable()
        gc.unfreeze()
        for name in [name for name in sys.modules if name.startswith("imported_meanwhile_")]:
            del sys.modules[name]


class Rotating(Env):
    """The tasks take turns, whoever asks."""

    schema: ClassVar[dict[str, Any]] = small_schema(say={"type": "string"})
    begun = 0

    def begin(self) -> None:
        Rotating.begun += 1
        self.turn = Rotating.begun % 5

    def show(self) -> Message:
        return {"turn": self.turn}

    def paid(self, action: Message) -> float:
        return 0.0

    def oracle(self) -> Message:
        return {"say": "nothing"}


class Dated(Rotating):
    """The day is shown."""

    def show(self) -> Message:
        return {"day": int(time.time()) // 86_400}


def _check(env_class: type[Env]) -> None:
    context = small_context(env_class)
    episode = Episode.of(1, [{"say": "a"}], "one step")

    def in_fresh_process(data: dict[str, Any]) -> Any:
        def play() -> Any:
            Rotating.begun = 0
            for _ in range(data.get("times", 1)):
                messages = context.play_messages(Episode.from_dict(data))
            return messages

        return run_in_fork(play)

    context._fresh_process = in_fresh_process
    Rotating.begun = 1
    require_clock_unused(context, episode)


def test_an_episode_that_depends_on_others_says_nothing_about_the_clock() -> None:
    with pytest.raises(NotApplicable, match="when it is played again in a process"):
        _check(Rotating)


def test_an_episode_that_shows_the_day_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="with the clock"):
        _check(Dated)
