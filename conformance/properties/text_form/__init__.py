"""The text form of an environment: `render`, `parse` and `demonstrations` in text.py."""
