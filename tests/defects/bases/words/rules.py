"""The rules: words, marks and scores."""

from collections import Counter
from pathlib import Path

MAX_ATTEMPTS = 6
PROGRESS = 0.1
PACE = 0.05
WORDS = tuple(Path(__file__).with_name("words.txt").read_text(encoding="utf-8").split())


def marks(secret: str, guess: str) -> str:
    """Mark a guess; a letter is yellow only as often as the secret still holds it."""
    spare = Counter(s for s, g in zip(secret, guess, strict=True) if s != g)
    out = []
    for wanted, got in zip(secret, guess, strict=True):
        if wanted == got:
            out.append("g")
        elif spare[got] > 0:
            spare[got] -= 1
            out.append("y")
        else:
            out.append("x")
    return "".join(out)


def score(secret: str, guess: str, best: int, attempt: int) -> tuple[dict[str, float], int]:
    """The reward columns of one guess, and the most greens seen so far."""
    greens = marks(secret, guess).count("g")
    progress = PROGRESS * max(0, greens - best) / len(secret)
    outcome = 0.0
    if guess == secret:
        outcome = (1 - PROGRESS) * (1 - PACE * (attempt - 1))
    return {"progress": progress, "outcome": outcome}, max(best, greens)
