"""The author's evidence for the repairs."""

from collections.abc import Iterator
from typing import Any

from env import SNIPPETS, PatchAction, PatchObservation
from hypothesis import strategies as st

declared = {"max_steps": 3, "success_reward": 1.0, "levels": tuple(SNIPPETS)}

_REPAIRS = {each.code: each for snippets in SNIPPETS.values() for each in snippets}


def oracle(env: Any, seen: PatchObservation) -> PatchAction:
    """Looks the repair up."""
    snippet = _REPAIRS["\n".join(seen.code)]
    return PatchAction(line=snippet.line, text=snippet.fix)


def null(env: Any, seen: PatchObservation) -> PatchAction:
    """Names no line."""
    return PatchAction()


def actions() -> st.SearchStrategy[PatchAction]:
    """Repairs of the snippets on any line, and other texts."""
    fixes = st.sampled_from([each.fix for each in _REPAIRS.values()])
    return st.builds(PatchAction, line=st.integers(0, 8), text=fixes | st.text(max_size=20))


def invalid() -> list[PatchAction]:
    """Lines that repair nothing."""
    return [PatchAction(line=line, text="pass") for line in (0, 1, 50)]


def exploits() -> Iterator[tuple[str, Any]]:
    """The faulty line as it is, and all lines at once."""
    yield "unchanged", lambda env, seen: PatchAction(line=2, text=seen.code[1])
    yield "all lines", lambda env, seen: PatchAction(line=2, text="\n".join(seen.code)[:120])
