"""The server of Chord speller."""
