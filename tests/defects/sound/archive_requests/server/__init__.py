"""The environment Archive requests and its server."""
