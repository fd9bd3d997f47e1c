"""Chord speller: Spell chords from the bass up."""
