"""The server of Blood bank."""
