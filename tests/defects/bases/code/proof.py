"""The author's evidence for the programming tasks."""

from typing import Any

from hypothesis import strategies as st
from models import CodeAction
from tasks import TASKS

declared = {"max_steps": 3}


def oracle(env: Any, observation: Any) -> CodeAction:
    """Submits the reference solution."""
    return CodeAction(source=env._task.solution)


def null(env: Any, observation: Any) -> CodeAction:
    """Submits nothing."""
    return CodeAction(source="")


def actions() -> st.SearchStrategy[CodeAction]:
    """Solutions of this and other tasks, and programs that do nothing useful."""
    sources = [task.solution for task in TASKS[::5]]
    sources += ["pass\n", "def mirror(text):\n    return text\n"]
    return st.builds(CodeAction, source=st.sampled_from(sources))


def invalid() -> list[CodeAction]:
    """Programs that cannot run."""
    return [CodeAction(source=text) for text in ("", "def (", "import os\n", "while True: pass\n")]
