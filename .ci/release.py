"""Build a release and check it: `tox -e release`, or `python .ci/release.py --tag v0.1.0`.

Builds the source distribution and the wheel twice, and compares the bytes; runs `twine check`;
writes an SBOM of a fresh environment with the wheel. With `--tag`, the version of `pyproject.toml`
and the changelog must have a release of that name.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def tag_problems(tag: str, version: str, changelog: str) -> list[str]:
    """Why `tag` does not name the release that the files describe; empty if it does."""
    problems = []
    if tag != f"v{version}":
        problems.append(f"the tag is {tag}, the version in pyproject.toml is {version}")
    if not re.search(rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$", changelog, re.M):
        problems.append(f"CHANGELOG.md has no heading `## [{version}] - YYYY-MM-DD`")
    return problems


def hashes(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file of a folder, by name."""
    files = sorted(folder.iterdir())
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def build(to: Path, epoch: str) -> dict[str, str]:
    """Build both distributions into a folder; returns the hash of each by its name."""
    env = {**os.environ, "SOURCE_DATE_EPOCH": epoch}
    command = [sys.executable, "-m", "build", "--outdir", str(to), str(ROOT)]
    subprocess.run(command, check=True, env=env, stdout=subprocess.DEVNULL)
    return hashes(to)


def write_sbom(wheel: Path, to: Path, epoch: str) -> None:
    """Install the wheel in a new environment, and write what is in it as CycloneDX JSON."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / "bin" / "python")
        subprocess.run([python, "-m", "pip", "install", "--quiet", str(wheel)], check=True)
        subprocess.run([python, "-m", "pip", "uninstall", "--quiet", "-y", "pip"], check=True)
        command = [sys.executable, "-m", "cyclonedx_py", "environment", python]
        command += ["--pyproject", str(ROOT / "pyproject.toml"), "--mc-type", "library"]
        command += ["--output-reproducible", "--output-file", str(to)]
        subprocess.run(command, check=True, env={**os.environ, "SOURCE_DATE_EPOCH": epoch})


def commit_time() -> str:
    """When the last commit was made, in seconds since 1970."""
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def main() -> int:
    """Build into `--out`; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tag", help="the tag that is to be released, such as v0.1.0")
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "release")
    options = parser.parse_args()
    if options.tag:
        version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
        problems = tag_problems(options.tag, version, (ROOT / "CHANGELOG.md").read_text("utf-8"))
        if problems:
            print("\n".join(problems), file=sys.stderr)
            return 1
    epoch = os.environ.get("SOURCE_DATE_EPOCH") or commit_time()
    shutil.rmtree(options.out, ignore_errors=True)
    dist = options.out / "dist"
    first = build(dist, epoch)
    with tempfile.TemporaryDirectory() as folder:
        second = build(Path(folder), epoch)
    if first != second:
        print(f"two builds differ:\n{first}\n{second}", file=sys.stderr)
        return 1
    twine = [sys.executable, "-m", "twine", "check", "--strict", *map(str, sorted(dist.iterdir()))]
    subprocess.run(twine, check=True)
    (wheel,) = dist.glob("*.whl")
    write_sbom(wheel, options.out / "sbom.cdx.json", epoch)
    for name, digest in first.items():
        print(f"{digest}  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
