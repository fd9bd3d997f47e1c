"""What the trainer expects of a text form, and errors that say what is wrong with it.

An error in an author's `text.py` names the function, the text that it was given and the row: the
number of the demonstration, or the task and the turn of the episode.
"""

from __future__ import annotations

from typing import Any

from hallmark_rl.train.config import RunRefused

Demonstration = list[tuple[str, str]]
"""The turns of an episode: observation text and completion."""
_NAMES = ("SYSTEM", "ALPHABET", "MAX_TURN_CHARS", "LEVELS", "render", "parse", "demonstrations")
_PARSED_ROWS = 200
_SHOWN_CHARS = 120


def require_names(text: Any, spec: str) -> None:
    """Refuse a text form that lacks a name.

    Raises:
        RunRefused: a name is missing; the message lists all that are.
    """
    missing = [name for name in _NAMES if not hasattr(text, name)]
    if missing:
        raise RunRefused(f"the text form of {spec} has no {', '.join(missing)}: see text-form.md")


def quote(value: Any) -> str:
    """A value as it is shown in a message, shortened."""
    try:
        text = repr(value)
    except Exception as error:
        text = f"<{type(value).__name__} whose repr raises {type(error).__name__}>"
    return text if len(text) <= _SHOWN_CHARS else f"{text[: _SHOWN_CHARS - 3]}..."


def error_text(error: BaseException) -> str:
    """An exception as `Type: message`, shortened."""
    try:
        message = " ".join(str(error).split())
    except Exception:
        message = ""
    if len(message) > _SHOWN_CHARS:
        message = f"{message[: _SHOWN_CHARS - 3]}..."
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def has_demonstrations(text: Any, level: int) -> bool:
    """Whether the text form has demonstrations of a level; raises `RunRefused` like
    `draw_demonstrations`."""
    try:
        _call_demonstrations(text, level=level, count=1, seed=0, quality=1.0)
    except ValueError:
        return False
    return True


def draw_demonstrations(
    text: Any, *, level: int, count: int, seed: int, quality: float
) -> list[Demonstration]:
    """The demonstrations of a level, checked row by row.

    Args:
        text: the text form.
        level: the level that is played.
        count: how many episodes.
        seed: equal seeds give equal demonstrations.
        quality: share of good answers; at 1 every answer must parse.

    Raises:
        RunRefused: `demonstrations` failed, or returned something else than it should; the message
            names the row.
    """
    call = f"text.py: demonstrations(level={level}, count={count}, seed={seed}, quality={quality})"
    try:
        rows = _call_demonstrations(text, level=level, count=count, seed=seed, quality=quality)
    except ValueError as error:
        raise RunRefused(f"{call} raised {error_text(error)}") from error
    if not isinstance(rows, list | tuple) or len(rows) != count:
        size = f"{len(rows)} rows" if isinstance(rows, list | tuple) else type(rows).__name__
        raise RunRefused(f"{call} returned {size} instead of a list of {count} episodes")
    symbols = set(text.ALPHABET)
    for number, row in enumerate(rows):
        problem = _problem(row, symbols)
        if problem is None and quality >= 1 and number < _PARSED_ROWS:
            problem = _parse_problem(text, row)
        if problem is not None:
            raise RunRefused(f"{call}, row {number}: {problem}")
    return [[(shown, answer) for shown, answer in row] for row in rows]


def _call_demonstrations(text: Any, **options: Any) -> Any:
    try:
        return text.demonstrations(**options)
    except ValueError:
        raise
    except Exception as error:
        call = ", ".join(f"{name}={value}" for name, value in options.items())
        raise RunRefused(f"text.py: demonstrations({call}) raised {error_text(error)}") from error


def _problem(row: Any, symbols: set[str]) -> str | None:
    """What is wrong with the shape or the characters of a demonstration."""
    if not isinstance(row, list | tuple) or not row:
        return f"{quote(row)} is not a list of (prompt, answer)"
    for turn in row:
        pair = isinstance(turn, list | tuple) and len(turn) == 2
        if not pair or not all(isinstance(part, str) for part in turn):
            return f"{quote(turn)} is not a pair of texts (prompt, answer)"
        for name, part in zip(("prompt", "answer"), turn, strict=True):
            unknown = sorted(set(part) - symbols)
            if unknown:
                return f"{name} {quote(part)} has {quote(unknown[0])}, which is not in ALPHABET"
    return None


def _parse_problem(text: Any, row: Any) -> str | None:
    """Whether an answer of a clean demonstration is not understood."""
    for _, answer in row:
        try:
            text.parse(answer)
        except Exception as error:
            return f"parse({quote(answer)}) raised {error_text(error)}"
    return None
