"""The Wordle environment and its server."""
