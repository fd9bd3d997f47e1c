"""Escape room: the environment and its server."""
