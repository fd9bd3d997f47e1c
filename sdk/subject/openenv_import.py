"""Import OpenEnv's server without its web page.

`openenv.core.env_server` imports gradio, and that pandas and much else: two thirds of the time it
takes to import OpenEnv, and more than half of its memory, of which every fork pays a share. The
package does without gradio where it is not installed; here it does until somebody asks.
"""

from __future__ import annotations

import contextlib
import importlib
import sys
from typing import Any

_PACKAGE = "openenv.core.env_server"
_OF_THE_PAGE = ("create_web_interface_app", "WebInterfaceManager")


def import_openenv() -> None:
    """Import `openenv.core.env_server`; its web page follows when one of its names is used.

    Raises:
        ImportError: OpenEnv is not installed, or does not import.
    """
    if _PACKAGE in sys.modules or "gradio" in sys.modules:
        importlib.import_module(_PACKAGE)
        return
    sys.modules["gradio"] = None  # type: ignore[assignment]  # how Python marks what is absent
    try:
        with contextlib.suppress(ModuleNotFoundError):  # a release that insists on gradio
            importlib.import_module(_PACKAGE)
    finally:
        del sys.modules["gradio"]
    package = importlib.import_module(_PACKAGE)
    postponed = [name for name in _OF_THE_PAGE if vars(package).get(name, "") is None]
    for name in postponed:
        delattr(package, name)

    def later(name: str) -> Any:
        if name not in postponed:
            raise AttributeError(f"module {_PACKAGE!r} has no attribute {name!r}")
        page: Any = None
        with contextlib.suppress(ModuleNotFoundError):  # as the package itself does
            page = importlib.import_module(f"{_PACKAGE}.web_interface")
        for name_ in postponed:
            setattr(package, name_, getattr(page, name_, None))
        return getattr(package, name)

    if postponed:
        vars(package)["__getattr__"] = later
