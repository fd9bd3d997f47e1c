"""How a language model plays the chord speller."""

from __future__ import annotations

import random
import re

from .models import Question, Spelling
from .server.chord_speller_environment import ChordSpellerEnvironment

SYSTEM = (
    "Spell the chord from the bass up. Write notes as capital letters with b for flat or # for "
    "sharp, separated by spaces. Answer in <notes></notes>, for example <notes>Bb D F</notes>."
)
ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFG#, -\n0123456789<>/:"
MAX_TURN_CHARS = 30
LEVELS: tuple[int, ...] = (1, 2, 3)

_TAG = re.compile(r"<notes>(.*?)</notes>", re.DOTALL)


def render(observation: Question) -> str:
    """The chord, the attempts that remain and the last message."""
    lines = [observation.chord, f"attempts left: {observation.attempts_left}"]
    return "\n".join(lines + [observation.message] * bool(observation.message))


def parse(completion: str) -> Spelling:
    """The notes in the only tag, or else the whole text."""
    tagged = _TAG.findall(completion)
    text = tagged[0] if len(tagged) == 1 else completion
    return Spelling(notes=text.strip()[:80])


def demonstrations(
    *, level: int, count: int, seed: int, quality: float
) -> list[list[tuple[str, str]]]:
    """Episodes on training chords; the share `quality` of the attempts is right."""
    rng = random.Random(f"chord demonstrations {level} {seed}")
    env = ChordSpellerEnvironment()
    episodes = []
    for _ in range(count):
        seen = env.reset(seed=rng.randrange(2**31), level=level)
        turns = []
        while not seen.done:
            notes = env.reveal().notes.reveal().split()
            if rng.random() >= quality:
                notes[rng.randrange(len(notes))] = rng.choice("ABCDEFG")
            answer = f"<notes>{' '.join(notes)}</notes>"
            turns.append((render(seen), answer))
            seen = env.step(parse(answer))
        episodes.append(turns)
    return episodes
