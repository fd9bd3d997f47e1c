"""Evidence from the author of Callsign Log."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import LogAction, RadioObservation
from .radio import LOST, WORDS

Policy = Callable[[Any, RadioObservation], LogAction]

declared = {"max_steps": 4, "success_reward": 1.0, "levels": (1, 2, 3)}


def _spell(words: str) -> str:
    marks = WORDS | {LOST: "?", "decimal": "."}
    return "".join(marks[word] for word in words.split())


def oracle(env: Any, observation: RadioObservation) -> LogAction:
    """Spells what is heard, from the observation alone."""
    heard = observation.heard
    call = re.match(r"(?:this is|here is|from) ([^;]+);", heard)
    report = re.search(r"your report is ([^;]+);", heard)
    mhz = re.search(r"; on ([^;]+) megahertz;", heard)
    assert call
    assert report
    assert mhz
    spelled = _spell(call[1].rpartition("correction ")[2])
    return LogAction(text=f"LOG {spelled} {_spell(mhz[1])} {_spell(report[1])}")


def null(env: Any, observation: RadioObservation) -> LogAction:
    """Logs nothing."""
    return LogAction()


def actions() -> st.SearchStrategy[LogAction]:
    """Log lines that are well formed, and other texts."""
    line = st.from_regex(
        r"LOG [A-Z]{1,2}[0-9][A-Z]{2,3} [0-9]{1,2}\.[0-9]{3} [1-5][1-9]", fullmatch=True
    )
    return st.one_of(line, st.text(max_size=60)).map(lambda text: LogAction(text=text))


def invalid() -> list[LogAction]:
    """Texts without exactly one log line."""
    return [
        LogAction(text=text)
        for text in (
            "",
            "LOG",
            "OK1ABC 14.200 59",
            "LOG OK1ABC 59",
            "LOG * 14.200 59",
            "LOG .* .* .*",
        )
    ]


def secrets(env: Any) -> list[str]:
    """The calls, which are only ever spelled."""
    return list(env.reveal().calls.reveal())


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that log without listening."""
    yield "quotes", lambda env, seen: LogAction(text=f"LOG {seen.heard}"[:400])
    yield "every line", lambda env, seen: LogAction(text="LOG OK1AA 14.200 59\nLOG DL1AA 14.200 59")
    yield "claims", lambda env, seen: LogAction(metadata={"confirmed": 4})
