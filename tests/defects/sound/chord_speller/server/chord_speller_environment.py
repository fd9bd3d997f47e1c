"""Spell chords: tasks, attempts and reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
    hold_out,
)

from ..models import Question, Spelling

ATTEMPTS = 3
LETTERS = "CDEFGAB"
PITCH = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
SIGNS = {-1: "b", 0: "", 1: "#"}
TRIADS = {
    "major": (0, 4, 7),
    "minor": (0, 3, 7),
    "diminished": (0, 3, 6),
    "augmented": (0, 4, 8),
}
SEVENTHS = {
    "dominant seventh": (0, 4, 7, 10),
    "major seventh": (0, 4, 7, 11),
    "minor seventh": (0, 3, 7, 10),
    "half-diminished seventh": (0, 3, 6, 10),
}
POSITIONS = ("root position", "first inversion", "second inversion", "third inversion")

Chord = tuple[str, str, int]  # root, quality, inversion


def spell(root: str, semitones: tuple[int, ...]) -> list[str] | None:
    """The notes in thirds above a root; None if one needs a double sharp or double flat."""
    first = LETTERS.index(root[0])
    base = PITCH[root[0]] + {"": 0, "b": -1, "#": 1}[root[1:]]
    notes = []
    for number, distance in enumerate(semitones):
        letter = LETTERS[(first + 2 * number) % 7]
        shift = (base + distance - PITCH[letter] + 6) % 12 - 6
        if shift not in SIGNS:
            return None
        notes.append(letter + SIGNS[shift])
    return notes


def notes_of(chord: Chord) -> list[str]:
    """The notes of a chord from the bass up."""
    root, quality, inversion = chord
    notes = spell(root, (TRIADS | SEVENTHS)[quality])
    assert notes is not None
    return notes[inversion:] + notes[:inversion]


def chords(level: int) -> list[Chord]:
    """All chords of a level: triads, seventh chords, and inversions of both."""
    qualities = {1: TRIADS, 2: SEVENTHS, 3: TRIADS | SEVENTHS}[level]
    roots = [letter + sign for letter in LETTERS for sign in ("", "b", "#")]
    return [
        (root, quality, inversion)
        for root in roots
        for quality, semitones in qualities.items()
        if spell(root, semitones)
        for inversion in (range(1, len(semitones)) if level == 3 else (0,))
    ]


def tasks() -> TaskSet[Chord]:
    """A fifth of the chords of each level is held out."""
    train, test = {}, {}
    for level in (1, 2, 3):
        every = chords(level)
        train[level], test[level] = hold_out(every, len(every) // 5, seed=level)
    return TaskSet({"train": train, "test": test})


@dataclass
class Exercise:
    """One chord and the attempts at it."""

    chord: Chord
    notes: Secret[str]
    attempts: int = 0
    right: bool = False


class ChordSpellerEnvironment(VerifiedEnvironment[Spelling, Question, VerifiedState, Exercise]):
    """Spell a chord from the bass up, in three attempts."""

    max_steps = ATTEMPTS
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column(
            "attempts",
            lambda t: -t.facts["attempts"] / ATTEMPTS,
            kind="cost",
            range=(-1.0, 0.0),
            weight=0.0,
        ),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Exercise, Question]:
        """Ask for the task's chord."""
        assert setup.task is not None
        chord = setup.task.payload
        exercise = Exercise(chord, Secret(" ".join(notes_of(chord))))
        return exercise, _question(exercise)

    def advance(self, game: Exercise, action: Spelling) -> Question:
        """Compare the attempt with the chord, note by note."""
        game.attempts += 1
        sent, wanted = action.notes.split(), game.notes.reveal().split()
        game.right = sent == wanted
        if game.right:
            return _question(game, "right")
        return _question(game, _hint(sent, wanted))

    def facts(self, game: Exercise) -> Mapping[str, Any]:
        """What the columns read."""
        return {"right": game.right, "attempts": game.attempts}


def _hint(sent: list[str], wanted: list[str]) -> str:
    if len(sent) != len(wanted):
        return f"the chord has {len(wanted)} notes, not {len(sent)}"
    pairs = zip(sent, wanted, strict=True)
    number = next(number for number, (one, other) in enumerate(pairs, start=1) if one != other)
    return f"note {number} is wrong"


def _question(game: Exercise, message: str = "") -> Question:
    root, quality, inversion = game.chord
    return Question(
        chord=f"{root} {quality}, {POSITIONS[inversion]}",
        attempts_left=ATTEMPTS - game.attempts,
        message=message,
        done=game.right,
    )
