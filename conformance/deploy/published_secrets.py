"""Find secrets in files that are about to be published: keys, tokens, and values of variables."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

_SECRET_FILES = re.compile(
    r"^(\.env(\..+)?|\.netrc|\.pypirc|\.npmrc|\.htpasswd|id_(rsa|dsa|ecdsa|ed25519)|"
    r".+\.(pem|p12|pfx|jks|keystore)|credentials(\.json)?|service[-_]account.*\.json)$",
    re.IGNORECASE,
)
_EXAMPLES = re.compile(r"\.(example|sample|template|dist)$", re.IGNORECASE)
_PATTERNS = {
    "a private key": re.compile(r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s+[A-Za-z0-9+/=]"),
    "a token of Hugging Face": re.compile(r"\bhf_[A-Za-z0-9]{30,}\b"),
    "a token of GitHub": re.compile(r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{50,})\b"),
    "a token of GitLab": re.compile(r"\bglpat-[\w-]{20,}\b"),
    "an API key": re.compile(r"\bsk-(?:ant-|proj-|or-)?[A-Za-z0-9_-]{32,}\b"),
    "a key of AWS": re.compile(r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"),
    "a key of Google": re.compile(r"\bAIza[A-Za-z0-9_-]{35}\b"),
    "a token of Slack": re.compile(r"\bxox[abprs]-[A-Za-z0-9-]{20,}\b"),
    "a token of PyPI": re.compile(r"\bpypi-[A-Za-z0-9_-]{50,}\b"),
}
_SECRET_VARIABLE = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS)$", re.IGNORECASE)
_SHORTEST_VALUE = 12


def secrets_in(
    folder: Path, names: Iterable[str], variables: Mapping[str, str] = os.environ
) -> list[str]:
    """What looks like a secret, as `FILE: what` or `FILE, line N: what`; never the secret itself.

    Args:
        folder: where the files are.
        names: POSIX paths of the files.
        variables: environment variables; the values of those that are named like a secret are
            looked for.
    """
    values = {
        name: value
        for name, value in variables.items()
        if _SECRET_VARIABLE.search(name) and len(value) >= _SHORTEST_VALUE and "/" not in value
    }
    found = []
    for name in sorted(names):
        base = PurePosixPath(name).name
        if _SECRET_FILES.match(base) and not _EXAMPLES.search(base):
            found.append(f"{name}: a file for secrets, by its name")
            continue
        found += [f"{name}, line {line}: {what}" for line, what in _in_file(folder / name, values)]
    return found


def _in_file(path: Path, values: Mapping[str, str]) -> list[tuple[int, str]]:
    """Line numbers and descriptions of the secrets in one file."""
    try:
        text = path.read_bytes().decode("utf-8", errors="replace")
    except OSError:
        return []
    found = [
        (text.count("\n", 0, match.start()) + 1, what)
        for what, pattern in _PATTERNS.items()
        for match in [pattern.search(text)]
        if match
    ]
    found += [
        (text.count("\n", 0, text.index(value)) + 1, f"the value of the variable {name}")
        for name, value in values.items()
        if value in text
    ]
    return sorted(found)
