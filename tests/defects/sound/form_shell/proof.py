"""The author's evidence about the form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .letters import FIELDS, MONTHS
from .models import FormShellAction, FormShellObservation

Policy = Callable[[Any, FormShellObservation], FormShellAction]

declared = {
    "max_steps": 10,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": tuple(FIELDS),
}


def _iso(text: str) -> str:
    day, month, year = text.split()
    return f"{year}-{MONTHS.index(month) + 1:02}-{int(day):02}"


def _read_letter(letter: str) -> dict[str, str]:
    given, family, city, born, phone = re.findall(
        r"I am (\w+) (\w+) from (\w+), born on (\d+ \w+ \d+)\. You reach me at ([\d ]+)\.", letter
    )[0]
    facts = {
        "name": f"{family}, {given}",
        "city": city,
        "born": _iso(born),
        "phone": phone.replace(" ", ""),
    }
    stay = re.search(r"I arrive on (\d+ \w+ \d+) and stay (\d+) nights", letter)
    if stay:
        facts |= {"arrival": _iso(stay[1]), "nights": stay[2]}
    return facts


def oracle(env: Any, observation: FormShellObservation) -> FormShellAction:
    """Reads the letter, sets one field each turn and submits."""
    facts = _read_letter(observation.letter)
    for field, value in observation.form.items():
        if value != facts[field]:
            return FormShellAction(line=f"set {field} {facts[field]}")
    return FormShellAction(line="submit")


def null(env: Any, observation: FormShellObservation) -> FormShellAction:
    """Types nothing until the turns are over."""
    return FormShellAction(line="")


def actions() -> st.SearchStrategy[FormShellAction]:
    """Commands with likely and unlikely values."""
    fields = st.sampled_from([*FIELDS[2], "fee"])
    values = st.sampled_from(["Bern", "Meier, Ada", "1987-05-03", "3", "0790000000", ""])
    sets = st.tuples(fields, values).map(lambda pair: f"set {pair[0]} {pair[1]}")
    other = st.sampled_from(["show", "submit", "clear city", "clear name"])
    return st.one_of(sets, sets, other, st.text(max_size=12)).map(
        lambda line: FormShellAction(line=line)
    )


def invalid() -> list[FormShellAction]:
    """Lines that are no command."""
    lines = (
        "",
        "help",
        "set",
        "set city",
        "set fee 0",
        "clear",
        "submit now",
        "SUBMIT",
        "rm -rf /",
    )
    return [FormShellAction(line=line) for line in lines]


def secrets(env: Any) -> list[str]:
    """Everything that is graded can be read in the letter."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Lines that hope for marks without reading the letter."""
    yield "submits-at-once", lambda env, seen: FormShellAction(line="submit")
    yield (
        "pastes-the-letter",
        lambda env, seen: FormShellAction(line=f"set {next(iter(seen.form))} {seen.letter}"),
    )
    yield "claims", lambda env, seen: FormShellAction(metadata={"submitted": True, "reward": 1})
