"""Titration bench: the environment and its server."""
