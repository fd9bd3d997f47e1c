"""The author's evidence for the encyclopedia."""

import re
from collections.abc import Iterator
from typing import Any

from env import MAYORS, RIVERS, TOWNS, WikiAction, WikiObservation
from hypothesis import strategies as st

declared = {"max_steps": 5, "deterministic": True}

_PAGE = re.compile(r"(\w+) lies on the (\w+), was founded in (\d+)\. Mayor: (.+)\.")


def oracle(env: Any, seen: WikiObservation) -> WikiAction:
    """Opens the page of the town, and reads the answer from it."""
    match = _PAGE.match(seen.page)
    if not match:
        return WikiAction(text=next(title for title in seen.titles if title in seen.question))
    group = 2 if "river" in seen.question else 3 if "year" in seen.question else 4
    return WikiAction(do="answer", text=match[group])


def null(env: Any, seen: WikiObservation) -> WikiAction:
    """Answers nothing."""
    return WikiAction(do="answer")


def actions() -> st.SearchStrategy[WikiAction]:
    """Titles and answers."""
    texts = st.sampled_from(TOWNS + RIVERS + MAYORS) | st.text(max_size=20)
    return st.builds(WikiAction, do=st.sampled_from(["open", "answer"]), text=texts)


def exploits() -> Iterator[tuple[str, Any]]:
    """Answers with the question, with all rivers, or with a whole page."""
    yield "question", lambda env, seen: WikiAction(do="answer", text=seen.question[:60])
    yield "all rivers", lambda env, seen: WikiAction(do="answer", text=" ".join(RIVERS)[:60])
    yield "whole page", _whole_page


def _whole_page(env: Any, seen: WikiObservation) -> WikiAction:
    if not seen.page:
        return WikiAction(do="open", text=seen.titles[0])
    return WikiAction(do="answer", text=seen.page[:60])
