"""The desk and its server."""
