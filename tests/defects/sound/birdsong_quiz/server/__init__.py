"""Birdsong quiz: the environment and its server."""
