"""Adapters from verified environments to trainers; `trl` is the public module."""
