"""The server side of Wordle."""
