"""Import OpenEnv's server without its web interface.

`openenv.core.env_server` imports gradio, which imports pandas and much more: two thirds of the time
to import OpenEnv and more than half of its memory. OpenEnv also works without gradio. Here gradio
is treated as not installed until a name of the web interface is used.
"""

from __future__ import annotations

import contextlib
import importlib
import sys
from typing import Any

_PACKAGE = "openenv.core.env_server"
_WEB_INTERFACE_NAMES = ("create_web_interface_app", "WebInterfaceManager")


def import_openenv() -> None:
    """Import `openenv.core.env_server`; its web interface is imported when it is first used.

    Raises:
        ImportError: OpenEnv is not installed, or does not import.
    """
    if _PACKAGE in sys.modules or "gradio" in sys.modules:
        importlib.import_module(_PACKAGE)
        return
    sys.modules["gradio"] = None  # type: ignore[assignment]  # Python's mark for a module that does not exist
    try:
        with contextlib.suppress(ModuleNotFoundError):  # a release that requires gradio
            importlib.import_module(_PACKAGE)
    finally:
        del sys.modules["gradio"]
    package = importlib.import_module(_PACKAGE)
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
