"""Variables that keep the clients of model and data hubs from the network.

An environment that loads a data set on its first use would try again for a long time in every
process of the suite. With these variables it finds what is cached, or fails at once.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

from hallmark_rl.sdk.subject.description import read_manifest
from hallmark_rl.sdk.subject.diagnosis import SubjectError

OFFLINE = {
    "HF_HUB_OFFLINE": "1",
    "HF_DATASETS_OFFLINE": "1",
    "HF_EVALUATE_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "WANDB_MODE": "offline",
}
NETWORK_NAMES = frozenset({"network", "needs_network", "internet"})
"""What an author calls the capability in `declared` or openenv.yaml."""


def offline_variables(spec: str, proof: str = "") -> dict[str, str]:
    """The variables for a subject; none if its author declares that it needs the network.

    The files are read, not imported: the variables must be set before anything is imported.

    Args:
        spec: the subject as given to `--env`.
        proof: path of a file of evidence beside the folder's; empty for none.
    """
    place = Path(spec.rpartition(":")[0] if spec.partition(":")[0].endswith(".py") else spec)
    folder = place if place.is_dir() else place.parent
    proofs = [folder / "proof.py", *([Path(proof)] if proof else [])]
    if _manifest_needs_network(folder) or any(map(_proof_needs_network, proofs)):
        return {}
    return dict(OFFLINE)


def _manifest_needs_network(folder: Path) -> bool:
    try:
        validation = read_manifest(folder).get("validation")
    except (SubjectError, OSError):
        return False
    if not isinstance(validation, dict):
        return False
    network = validation.get("network")
    mode = network.get("mode") if isinstance(network, dict) else None
    if mode is not None:
        return bool(mode != "no-network")
    return _names_network(validation.get("capabilities"))


def _names_network(capabilities: Any) -> bool:
    if isinstance(capabilities, dict):
        return any(capabilities.get(name) is True for name in NETWORK_NAMES)
    if isinstance(capabilities, list | tuple):
        return bool(NETWORK_NAMES & {name for name in capabilities if isinstance(name, str)})
    return capabilities in NETWORK_NAMES if isinstance(capabilities, str) else False


def _proof_needs_network(path: Path) -> bool:
    """Whether `declared` in a proof.py mentions the capability, and not as False."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return False
    return any(_mentions(node) for node in tree.body if _defines_declared(node))


def _defines_declared(node: ast.stmt) -> bool:
    if isinstance(node, ast.FunctionDef):
        return node.name == "declared"
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return any(isinstance(target, ast.Name) and target.id == "declared" for target in targets)


def _mentions(node: ast.AST) -> bool:
    denied = {
        id(key)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Dict)
        for key, value in zip(inner.keys, inner.values, strict=True)
        if isinstance(value, ast.Constant) and value.value is False
    }
    return any(
        isinstance(inner, ast.Constant)
        and isinstance(inner.value, str)
        and inner.value in NETWORK_NAMES
        and id(inner) not in denied
        for inner in ast.walk(node)
    )
