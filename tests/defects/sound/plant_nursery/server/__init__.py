"""The server side."""
