"""Evidence from the author: every claim can be checked with the almanac."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .almanac import ALMANAC
from .models import CheckAction, DebateObservation

Policy = Callable[[Any, DebateObservation], CheckAction]

declared = {
    "max_steps": 10,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2),
    "options": {"split": ["train", "test"]},
}

_CLAIM = re.compile(
    r"The capital of (?P<c1>[\w ]+) is (?P<capital>[\w ]+)\."
    r"|(?P<c2>[\w ]+) has (?P<people>\d+) million people\."
    r"|(?P<c3>[\w ]+) covers (?P<area>\d+) thousand km2\."
)
_ENTRY = re.compile(r"(.+): capital (.+); population (\d+) million; area (\d+) thousand km2")


def oracle(env: Any, observation: DebateObservation) -> CheckAction:
    """Looks every country up, then compares the claims with the entries."""
    known = {m[1]: m.groups()[1:] for m in map(_ENTRY.match, observation.entries) if m}
    verdicts = []
    for turn in observation.debate:
        match = _CLAIM.fullmatch(turn.claim)
        assert match is not None
        country = match["c1"] or match["c2"] or match["c3"]
        if country not in known:
            return CheckAction(tool="lookup", text=country)
        capital, people, area = known[country]
        claimed = (match["capital"] or capital, match["people"] or people, match["area"] or area)
        verdicts.append("true" if claimed == (capital, people, area) else "false")
    return CheckAction(tool="verdict", text=", ".join(verdicts))


def null(env: Any, observation: DebateObservation) -> CheckAction:
    """Says nothing."""
    return CheckAction()


def actions() -> st.SearchStrategy[CheckAction]:
    """Look-ups of countries, and verdicts of every length."""
    lookups = st.sampled_from([*ALMANAC, "Atlantis"]).map(
        lambda name: CheckAction(tool="lookup", text=name)
    )
    words = st.lists(st.sampled_from(["true", "false"]), max_size=6).map(", ".join)
    return st.one_of(
        lookups, lookups, words.map(lambda text: CheckAction(tool="verdict", text=text))
    )


def invalid() -> list[CheckAction]:
    """Steps that can never be right."""
    pairs = [("", ""), ("lookup", "Atlantis"), ("verdict", ""), ("verdict", "yes"), ("ask", "Peru")]
    return [CheckAction(tool=tool, text=text) for tool, text in pairs]


def secrets(env: Any) -> list[str]:
    """The right verdict, as a text."""
    return [", ".join(str(claim.true).lower() for claim in env._claims)]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that do not check anything."""
    for word in ("true", "false"):
        yield (
            f"all {word}",
            lambda env, seen, word=word: CheckAction(
                tool="verdict", text=" ".join([word] * len(seen.debate))
            ),
        )
    yield (
        "both words",
        lambda env, seen: CheckAction(tool="verdict", text="true false " * len(seen.debate)),
    )
    yield "claims", lambda env, seen: CheckAction(metadata={"reward": 1.0, "done": True})
