"""Museum guide: the environment and its server."""
