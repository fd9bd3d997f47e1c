"""Properties that the engine schedules in a special way, by their ids."""

from __future__ import annotations

from collections.abc import Iterable

CROSS_PROCESS = frozenset(
    {
        "isolation.hash_seed",
        "isolation.working_directory",
        "isolation.environment_variables",
        "semantic.verifier_portability",
    }
)
"""Compare episodes with those of a process that differs in everything but the environment."""

TIMING_SENSITIVE = frozenset(
    {
        "time.step",
        "time.growth",
        "time.reset",
        "isolation.memory",
        "secrecy.step_time",
        "server.sessions_do_not_block",
    }
)
"""Measure time or memory: they run last, and leave one processor idle."""

SLOW = frozenset(
    {
        "statistical.difficulty_separation",
        "isolation.sessions",
        "isolation.clock",
        "runtime.episode_determinism",
        "semantic.canary_floor",
        "semantic.program_exploits",
        "semantic.adversarial_floor",
    }
)
"""Take longest: they start first, so that no processor waits for them at the end."""

NONDETERMINISM = frozenset(
    {
        "isolation.threads",
        "reset.seed_zero",
        "runtime.episode_determinism",
        "runtime.seed_control",
        "semantic.replayability",
        "semantic.verifier_determinism",
        "variants.determinism",
    }
)
"""Compare the same calls under the same conditions: to differ once is the failure itself."""


def in_order(ids: Iterable[str]) -> list[str]:
    """Ids with slow checks first, so that none runs alone at the end; those that wait last."""
    return sorted(
        ids,
        key=lambda name: (name in CROSS_PROCESS, name in TIMING_SENSITIVE, name not in SLOW),
    )
