"""The environment and its server."""
