"""The files of a run: which names and sizes a caller may give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

MAX_FILES = 256
_MAX_NAME = 255  # bytes
_MAX_SCRATCH = 1 << 40


def check_run_files(files: Mapping[str, bytes], scratch: int, outputs: Sequence[str]) -> None:
    """Raise `TypeError` or `ValueError` unless these can be the files of a run; see `Job`."""
    if len(files) > MAX_FILES or len(outputs) > MAX_FILES:
        raise ValueError(f"A run can have {MAX_FILES} files and as many outputs.")
    for name, content in files.items():
        _check_name(name)
        if type(content) is not bytes:
            raise TypeError(f"files: {name!r} must be bytes, not {type(content).__name__}.")
    if type(scratch) is not int or not 0 <= scratch <= _MAX_SCRATCH:
        raise ValueError(f"scratch must be an integer from 0 to {_MAX_SCRATCH}, not {scratch!r}.")
    if isinstance(outputs, str):
        raise TypeError(f"outputs must be a list of names, such as [{outputs!r}].")
    for name in outputs:
        _check_name(name)
    if len(set(outputs)) < len(outputs):
        raise ValueError("outputs: a name is there twice.")
    if outputs and not scratch:
        raise ValueError("outputs: a run without `scratch` cannot write files.")


def _check_name(name: str) -> None:
    if type(name) is not str:
        raise TypeError(f"The name of a file must be a str, not {type(name).__name__}.")
    try:
        size = len(name.encode())
    except UnicodeEncodeError:
        size = 0
    if not 0 < size <= _MAX_NAME or name in (".", "..") or "/" in name or "\0" in name:
        raise ValueError(
            f"{name[:80]!r} cannot be the name of a file: give 1 to {_MAX_NAME} bytes of UTF-8 "
            "without '/' and NUL; a run has one folder."
        )
