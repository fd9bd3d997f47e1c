"""The server of Crossword desk."""
