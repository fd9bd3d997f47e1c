"""Grocery list: the environment and its server."""
