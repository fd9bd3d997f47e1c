"""Thin adapters from verified environments to trainers."""
