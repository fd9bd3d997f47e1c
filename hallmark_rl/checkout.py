"""Whether this package runs from a checkout, and the names of the folders that it links to."""

import os

SHORT_NAMES = ("conformance", "envs", "sandbox", "sdk", "train")
"""The sub-packages. In a checkout each is also a folder at the top of the repository."""

_PACKAGE = os.path.dirname(os.path.abspath(__file__))  # `pathlib` is slow to import
_IS_CHECKOUT = os.path.islink(os.path.join(_PACKAGE, "sandbox"))
ROOT = os.path.dirname(os.path.realpath(_PACKAGE)) if _IS_CHECKOUT else ""
"""The top of the checkout, without symbolic links; empty if the package is installed."""
