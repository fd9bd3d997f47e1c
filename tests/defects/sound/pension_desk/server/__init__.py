"""Pension desk: the environment and its server."""
