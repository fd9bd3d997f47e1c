"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import DeskAction, DeskObservation
from .setting import RULES, SENTENCES, best_setting, plain

Policy = Callable[[Any, DeskObservation], DeskAction]

declared = {
    "max_steps": 1,
    "success_reward": 1.0,
    "levels": tuple(RULES),
    "options": {"show_target": [False, True]},
}


def oracle(env: Any, observation: DeskObservation) -> DeskAction:
    """Find a best setting from the paragraph, the list and the rules that are shown."""
    parts = {plain(word): word for word in observation.hyphenation}
    text = " ".join(parts.get(word, word) for word in observation.paragraph.split())
    level = next(number for number, rules in RULES.items() if rules == observation.rules)
    best = best_setting(text, observation.measure, level)
    assert best is not None
    return DeskAction(lines=best[1])


def null(env: Any, observation: DeskObservation) -> DeskAction:
    """Set nothing."""
    return DeskAction(lines="")


def actions() -> st.SearchStrategy[DeskAction]:
    """Sentences of the tasks in lines of several widths, and other texts."""
    texts = st.tuples(st.sampled_from(SENTENCES), st.integers(18, 40))
    wrapped = texts.map(lambda drawn: "\n".join(textwrap.wrap(plain(drawn[0]), drawn[1])))
    return st.one_of(wrapped, st.text(max_size=60)).map(lambda text: DeskAction(lines=text))


def invalid() -> list[DeskAction]:
    """Texts that are no setting of any paragraph."""
    return [DeskAction(lines=text) for text in ("", " ", "-", "\n\n", "The", "x" * 500)]


def secrets(env: Any) -> list[str]:
    """None: the answer consists of the words that are shown."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn without setting the paragraph."""
    yield "one long line", lambda env, seen: DeskAction(lines=seen.paragraph)
    yield (
        "one word a line, without the last",
        lambda env, seen: DeskAction(lines="\n".join(seen.paragraph.split()[:-1])),
    )
    yield (
        "shouting",
        lambda env, seen: DeskAction(
            lines="\n".join(textwrap.wrap(seen.paragraph.upper(), seen.measure))
        ),
    )
    yield "claims", lambda env, seen: DeskAction(metadata={"demerits": 0, "reward": 1.0})
