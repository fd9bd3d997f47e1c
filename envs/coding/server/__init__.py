"""The server side of the coding environment."""
