"""Whether the installed versions are those that the installed packages ask for.

pip does not look again when a package is installed with `--no-deps`, as Unsloth often must be. So
each package's own requirements are compared with what is installed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from hallmark_rl.train.gpu_contract.verdicts import Finding

PACKAGES = (
    "hallmark-rl",
    "torch",
    "triton",
    "transformers",
    "trl",
    "peft",
    "accelerate",
    "datasets",
    "vllm",
    "bitsandbytes",
    "unsloth",
    "unsloth-zoo",
)
"""The packages that training on a GPU consists of."""
_EXTRAS = {"hallmark-rl": ("train", "gpu"), "trl": ("vllm",)}


@dataclass(frozen=True)
class Installed:
    """An installed package: its version and its `Requires-Dist` lines."""

    version: str
    requirements: Sequence[str] = ()


def installed_packages() -> dict[str, Installed]:
    """Those of `PACKAGES` that are installed, by name."""
    found = {}
    for name in PACKAGES:
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        found[name] = Installed(distribution.version, tuple(distribution.requires or ()))
    return found


def check_versions(installed: Mapping[str, Installed]) -> Finding:
    """Compare the version of each package with what the others require of it.

    A requirement that is not installed at all is no conflict: extras are optional.
    """
    conflicts = []
    for name, package in installed.items():
        for line in package.requirements:
            requirement = Requirement(line)
            other = installed.get(canonicalize_name(requirement.name))
            if other is None or not _applies(requirement, name):
                continue
            if not requirement.specifier.contains(other.version, prereleases=True):
                conflicts.append(
                    f"{name} {package.version} requires {requirement.name}"
                    f"{requirement.specifier}, installed is {other.version}"
                )
    matrix = ", ".join(f"{name} {package.version}" for name, package in installed.items())
    return Finding.of("versions", not conflicts, "; ".join(conflicts) or matrix)


def _applies(requirement: Requirement, name: str) -> bool:
    """Whether the requirement is meant for this Python, with the extras that training needs."""
    if requirement.marker is None:
        return True
    extras = ("", *_EXTRAS.get(name, ()))
    return any(requirement.marker.evaluate({"extra": extra}) for extra in extras)
