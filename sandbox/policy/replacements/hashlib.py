"""The digests of `hashlib`, from CPython's own C modules.

Allowed: MD5, SHA-1, SHA-2 and SHA-3. Others are missing: they need OpenSSL, which would cost
megabytes of memory in every run.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def _digests() -> dict[str, Any]:
    digests: dict[str, Any] = {}
    for module in ("_md5", "_sha1", "_sha256", "_sha512", "_sha2", "_sha3"):
        try:
            real = import_module(module)
        except ImportError:
            continue
        digests |= {
            key: value for key, value in vars(real).items() if key.startswith(("md5", "sha"))
        }
    return digests


NAMES = _digests()


def new(name: str, data: bytes = b"", **options: Any) -> Any:
    """`hashlib.new`."""
    digest = NAMES.get(name) if type(name) is str else None
    if digest is None or digest is new:
        raise ValueError(f"unsupported hash type {name}")
    return digest(data, **options)


NAMES["new"] = new
