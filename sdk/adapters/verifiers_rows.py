"""Tasks of verifiers 0.4 as plain data, and what they need. Imports nothing of verifiers."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

LIMIT = 50
"""Tasks that are read where no `limit` is given."""


def row_of(index: int, task: Any) -> dict[str, Any]:
    """Number, question and fields of a task.

    The question is a list of messages if the task has a system prompt, else a text.
    """
    data = task.data.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    prompt: Any = task.data.prompt_text
    if task.data.system_prompt:
        texts = {"system": task.data.system_prompt, "user": prompt}
        prompt = [{"role": role, "content": text} for role, text in texts.items() if text]
    return {**data, "index": index, "prompt": prompt}


def needs_runtime(hook: Callable[..., Any]) -> bool:
    """Whether a reward, metric or other hook of a task cannot be called without a runtime."""
    parameter = inspect.signature(hook).parameters.get("runtime")
    return parameter is not None and parameter.default is inspect.Parameter.empty


def use_packages(folder: Path | None) -> None:
    """Let modules in a folder be imported, after all others; None for no folder."""
    if folder is not None and str(folder) not in sys.path:
        sys.path.append(str(folder))
