"""Jug Lab: measure by pouring between three jugs."""
