"""The task sets that a pattern names: `reasoning_gym:*`, `reasoning_gym:count_*`."""

from __future__ import annotations

from fnmatch import fnmatchcase

from hallmark_rl.conformance.engine.subject_kind import kind_of
from hallmark_rl.conformance.scorers.scorer_process import ScorerFailed, ScorerProcess
from hallmark_rl.conformance.scorers.scorer_spec import find_scorer

_WILD = frozenset("*?[")


def is_pattern(spec: str) -> bool:
    """Whether a name stands for several task sets of a library."""
    return kind_of(spec) == "task_set" and bool(_WILD & set(spec))


def expand(spec: str) -> list[str]:
    """The names of the task sets that a pattern matches; another name alone.

    The library is imported in a process of its own.

    Raises:
        ValueError: the library cannot be loaded, has no list, or nothing matches.
    """
    if not is_pattern(spec):
        return [spec]
    kind, _, pattern = spec.partition(":")
    try:
        process = ScorerProcess(find_scorer(f"{kind}:*"))
    except ScorerFailed as error:
        raise ValueError(f"{spec}: {error}") from None
    process.close()
    names = process.facts.get("names")
    listed = [str(name) for name in names] if isinstance(names, list) else []
    matching = [f"{kind}:{name}" for name in listed if fnmatchcase(name, pattern)]
    if not matching:
        raise ValueError(f"{spec}: none of {len(listed)} task sets has such a name")
    return matching
