"""Write the Dockerfile of a staged folder."""

from __future__ import annotations

import re
from pathlib import Path

from hallmark_rl.sdk.common.dockerfile_parser import DockerfileProblem, parse_dockerfile

_SYSTEM_PACKAGES = re.compile(r"\b(apt-get|apt|apk|dnf|microdnf|yum)\b")
_TEMPLATE = """\
# Written by `hallmark stage`. Build and run it in this folder:
#   docker build -t {tag} . && docker run -p {port}:{port} {tag}
FROM python:{python}-slim
{system}RUN useradd --create-home --uid 1000 user
WORKDIR /home/user/{name}
COPY requirements.txt ./
COPY wheels ./wheels
RUN pip install --no-cache-dir --requirement requirements.txt
COPY --chown=1000:1000 . .
ENV HOME=/home/user \\
    PYTHONUNBUFFERED=1 \\
    ENABLE_WEB_INTERFACE=true \\
    GRADIO_ANALYTICS_ENABLED=False \\
    ENV_README_PATH=README.md \\
    HALLMARK_IDLE_SECONDS={idle_seconds:g} \\
    HALLMARK_MAX_SESSIONS={max_sessions} \\
    HALLMARK_PLAY={play:d}
USER 1000
EXPOSE {port}
HEALTHCHECK --interval=30s --timeout=10s --start-period=90s \\
    CMD python -c "import urllib.request as u; u.urlopen('http://127.0.0.1:{port}/health')"
CMD ["python", "-m", "hallmark_rl.sdk.env_server", ".", "--host", "0.0.0.0", "--port", "{port}"]
"""


def dockerfile_text(
    name: str,
    *,
    python: str,
    port: int,
    idle_seconds: float,
    max_sessions: int,
    play: bool,
    system_steps: list[str],
) -> str:
    """The Dockerfile.

    Args:
        name: the environment's package: the name of its folder in the image.
        python: the version of Python, such as `3.11`.
        port: where the server listens.
        idle_seconds, max_sessions: the limits of `connection_limits.Limits`; 0 for none.
        play: whether the server has the page `/play`.
        system_steps: RUN instructions that install packages of the system.
    """
    return _TEMPLATE.format(
        name=name,
        tag=name.lower().replace("_", "-"),
        python=python,
        port=port,
        idle_seconds=idle_seconds,
        max_sessions=max_sessions,
        play=play,
        system="".join(f"{step}\n" for step in system_steps),
    )


def system_steps(folder: Path) -> tuple[list[str], list[str]]:
    """What the environment's own Dockerfile does beside Python: steps to carry over, and others.

    Returns:
        The RUN instructions that install packages of the system, and a note for each other
        instruction that changes the image and is not carried over.
    """
    paths = [folder / "Dockerfile", folder / "server" / "Dockerfile"]
    path = next((path for path in paths if path.is_file()), None)
    if path is None:
        return [], []
    try:
        steps = parse_dockerfile(path.read_text(encoding="utf-8", errors="replace"))
    except DockerfileProblem as problem:
        return [], [f"{path} was not read ({problem}): its steps are not carried over"]
    carried, notes = [], []
    for step in steps:
        if step.instruction == "RUN" and _SYSTEM_PACKAGES.search(step.text):
            if re.search(r"\bpip3?\b|\buv\b", step.text):
                notes.append(f"{path.name}, line {step.line} is not carried over: {step}"[:200])
            else:
                carried.append(f"RUN {step.text}")
        elif step.instruction == "ENV" or "from" in step.flags or step.instruction == "ADD":
            notes.append(f"{path.name}, line {step.line} is not carried over: {step}"[:200])
    return carried, notes
