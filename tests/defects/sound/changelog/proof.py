"""Evidence from the author: the right changelog, and what must not pay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import ChangelogAction, ChangelogObservation
from .releases import expected_entries

Policy = Callable[[Any, ChangelogObservation], ChangelogAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2, 3)}


def oracle(env: Any, observation: ChangelogObservation) -> ChangelogAction:
    """Apply the rules of the README to the commits that are shown."""
    lines: list[str] = []
    entries = sorted(expected_entries(observation.commits))
    for section in ("added", "fixed", "breaking"):
        lines.append(f"### {section.title()}")
        lines += [f"- {text}" for name, text in entries if name == section]
    return ChangelogAction(markdown="\n".join(lines))


def null(env: Any, observation: ChangelogObservation) -> ChangelogAction:
    """Write nothing."""
    return ChangelogAction()


def actions() -> st.SearchStrategy[ChangelogAction]:
    """Texts with and without the form of a changelog."""
    lines = st.sampled_from(["### Added", "### Fixed", "- add dark mode (#120)", "prose", ""])
    written = st.lists(lines, max_size=12).map("\n".join)
    return st.one_of(written, st.text(max_size=60)).map(lambda t: ChangelogAction(markdown=t))


def invalid() -> list[ChangelogAction]:
    """Texts that are no changelog."""
    return [
        ChangelogAction(markdown=text) for text in ("", "none", "### Added", "- " * 50, "#" * 99)
    ]


def secrets(env: Any) -> list[str]:
    """The changelog follows from the commits, which are shown."""
    return []


def _everything(env: Any, observation: ChangelogObservation) -> ChangelogAction:
    """Every commit in every section."""
    lines: list[str] = []
    for section in ("Added", "Fixed", "Breaking"):
        lines.append(f"### {section}")
        lines += [f"- {commit.partition(': ')[2]}" for commit in observation.commits]
    return ChangelogAction(markdown="\n".join(lines)[:4000])


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to be paid without writing the changelog."""
    yield "everything", _everything
    yield "paste", lambda env, seen: ChangelogAction(markdown="\n".join(seen.commits)[:4000])
    yield "claims", lambda env, seen: ChangelogAction(metadata={"exact": True, "reward": 1.0})
