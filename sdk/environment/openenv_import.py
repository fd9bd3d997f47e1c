"""Import OpenEnv's server without what few environments use.

`openenv.core.env_server` imports gradio for its web interface, openai for its judge that is a
language model, and fastmcp for its environments whose actions are calls of tools. These take most
of the time to import OpenEnv, and of its memory. Here they are imported when they are first used
(docs/decisions/0011-postponed-imports.md). `HALLMARK_IMPORT_ALL=1` imports everything at once.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from hallmark_rl.sdk.environment.postponed_import import postponed_imports

_PACKAGE = "openenv.core.env_server"
_JUDGE = "openenv.core.rubrics"
_WEB_INTERFACE_NAMES = ("create_web_interface_app", "WebInterfaceManager")
_POSTPONED = {
    "openai": ("AsyncOpenAI",),
    "fastmcp": ("Client",),
    "fastmcp.client": (),
    "fastmcp.client.client": ("CallToolResult",),
    "mcp": (),
    "mcp.types": ("TextContent",),
}


def import_openenv() -> None:
    """Import `openenv.core.env_server`; what few environments use is imported on its first use.

    Raises:
        ImportError: OpenEnv is not installed, or does not import.
    """
    if _PACKAGE in sys.modules or os.environ.get("HALLMARK_IMPORT_ALL") == "1":
        importlib.import_module(_PACKAGE)
        return
    before = set(sys.modules)
    try:
        with _without_gradio(), postponed_imports(_POSTPONED):
            importlib.import_module(_PACKAGE)
            importlib.import_module(_JUDGE)
    except (
        Exception
    ):  # a release that needs gradio, or other names; what else is wrong is raised below
        for name in set(sys.modules) - before:
            if name.partition(".")[0] == "openenv":
                del sys.modules[name]
    _postpone_web_interface(importlib.import_module(_PACKAGE))


@contextlib.contextmanager
def _without_gradio() -> Iterator[None]:
    """Treat gradio as not installed, unless it is imported already."""
    if "gradio" in sys.modules:
        yield
        return
    sys.modules["gradio"] = None  # type: ignore[assignment]  # Python's mark for a module that does not exist
    try:
        yield
    finally:
        del sys.modules["gradio"]


def _postpone_web_interface(package: ModuleType) -> None:
    """Let the names that gradio's absence left at None import the web interface."""
    postponed = [name for name in _WEB_INTERFACE_NAMES if vars(package).get(name, "") is None]
    for name in postponed:
        delattr(package, name)

    def load_web_interface(name: str) -> Any:
        if name not in postponed:
            raise AttributeError(f"module {_PACKAGE!r} has no attribute {name!r}")
        module: Any = None
        with contextlib.suppress(ModuleNotFoundError):  # as in OpenEnv's own code
            module = importlib.import_module(f"{_PACKAGE}.web_interface")
        for postponed_name in postponed:
            setattr(package, postponed_name, getattr(module, postponed_name, None))
        return getattr(package, name)

    if postponed:
        vars(package)["__getattr__"] = load_web_interface
