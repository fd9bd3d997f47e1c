"""The names of the isolation levels; `docs/security.md` says what each stops."""

from __future__ import annotations

LEVELS = ("process", "filtered", "kernel")
"""Weakest first. `process`: a process with resource limits. `filtered`: also seccomp and Landlock.
`kernel`: also namespaces and a private read-only root."""
