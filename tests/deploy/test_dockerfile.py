"""Dockerfiles are read and followed step by step, without Docker and with a stand-in for it."""

from __future__ import annotations

import os
import stat
import sys
import urllib.request
import zipfile
from importlib.metadata import Distribution
from pathlib import Path

import pytest

pytest.importorskip("openenv")

from hallmark_rl.conformance.core.stage_problem import StageProblem
from hallmark_rl.conformance.deploy.docker_engine import (
    container,
    container_health,
    engine_problem,
)
from hallmark_rl.conformance.deploy.dockerfile_follower import FollowedImage, followed_image
from hallmark_rl.conformance.deploy.server_checks import end_process, wait_until
from hallmark_rl.conformance.deploy.wheels import server_wheel, wheel_metadata, wheel_of
from hallmark_rl.sdk.common.dockerfile_parser import (
    DockerfileProblem,
    env_pairs,
    health_command,
    parse_dockerfile,
    with_variables,
)

TEXT = """\
# a comment
FROM python:{version}-slim AS base
ARG WORD=hello
ENV A=1 B="two words" \\
    # a comment inside
    C=$A-${{WORD}}
ENV HOME=/home/user PATH=/home/user/bin:$PATH
RUN useradd --create-home --uid 1000 user && \\
    apt-get install -y x
WORKDIR /home/user/app
COPY a.txt ./
COPY folder ./folder
COPY --chown=1000:1000 . .
RUN test "$C" = 1-hello && test -f folder/b.txt && cp a.txt made.txt
RUN ! python -c "import hallmark_rl"
RUN ["python", "-c", "open('exec.txt', 'w').write('x')"]
USER 1000
EXPOSE 8000
HEALTHCHECK --interval=5s CMD python -c "import urllib.request as u; \\
    u.urlopen('http://127.0.0.1:8000/a.txt')"
CMD ["python", "-m", "http.server", "--bind", "0.0.0.0", "8000"]
"""


def here() -> str:
    return f"{sys.version_info.major}.{sys.version_info.minor}"


@pytest.fixture
def context(tmp_path: Path) -> Path:
    folder = tmp_path / "context"
    (folder / "folder").mkdir(parents=True)
    (folder / "a.txt").write_text("content")
    (folder / "folder" / "b.txt").write_text("b")
    return folder


def test_steps_are_read_with_their_flags_and_lines() -> None:
    steps = parse_dockerfile(TEXT.format(version="3.11"))
    assert [step.instruction for step in steps[:4]] == ["FROM", "ARG", "ENV", "ENV"]
    assert [step.line for step in steps[:5]] == [2, 3, 4, 7, 8]
    assert env_pairs(steps[2]) == [("A", "1"), ("B", "two words"), ("C", "$A-${WORD}")]
    copy = next(step for step in steps if step.flags)
    assert (copy.flags, copy.text) == ({"chown": "1000:1000"}, ". .")
    health = next(step for step in steps if step.instruction == "HEALTHCHECK")
    inner = health_command(health)
    assert inner is not None
    assert inner.command()[:2] == ["/bin/sh", "-c"]
    assert steps[-1].command()[:3] == ["python", "-m", "http.server"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("$A", "1"), ("${A}x", "1x"), ("${N:-o}", "o"), ("${A:+o}", "o"), ("\\$A", "$A"), ("$N", "")],
)
def test_variables(text: str, expected: str) -> None:
    assert with_variables(text, {"A": "1"}) == expected


@pytest.mark.parametrize(
    "text",
    [
        "FORM x",
        "FROM a\nCOPY <<EOF /x\nls\nEOF",
        "FROM a\nRUN cat <<EOF\nls\n",
        "# escape=`\nFROM a",
    ],
)
def test_what_is_not_understood_is_refused(text: str) -> None:
    with pytest.raises(DockerfileProblem):
        parse_dockerfile(text)
    with followed_image(lambda line: None) as image, pytest.raises(StageProblem):
        image.follow(text, Path(), 1.0)


def test_here_documents_of_a_command_are_a_part_of_it() -> None:
    text = (
        "FROM a\nRUN cat > x <<'EOF' && \\\n  cat > y <<-END\n# no comment\nRUN z\nEOF\n"
        "\ty\n\tEND\n"
        "RUN <<EOF\nset -e\n\nls\nEOF\nRUN echo $((1<<2))\nCMD x"
    )
    steps = parse_dockerfile(text)
    assert [step.instruction for step in steps] == ["FROM", "RUN", "RUN", "RUN", "CMD"]
    assert steps[1].text == (
        "cat > x <<'EOF' && cat > y <<-END\n# no comment\nRUN z\nEOF\n\ty\nEND"
    )
    assert steps[2].text == "set -e\n\nls"
    assert steps[3].text == "echo $((1<<2))"


def test_a_dockerfile_is_followed_to_a_running_server(context: Path) -> None:
    said: list[str] = []
    with followed_image(said.append) as image:
        image.follow(TEXT.format(version=here()), context, timeout=60.0)
        app = image.folder
        assert (app / "made.txt").read_text() == "content"
        assert (app / "exec.txt").is_file()
        assert image.port is not None
        process = image.start(image.base / "log")
        try:
            wait_until(
                lambda: image.run(image.health, 30.0).returncode == 0,
                process,
                image.base / "log",
                60.0,
            )
            url = f"http://127.0.0.1:{image.port[1]}/a.txt"
            assert urllib.request.urlopen(url, timeout=10).read() == b"content"
            owner = os.stat(f"/proc/{process.pid}").st_uid
        finally:
            end_process(process)
        if os.geteuid() == 0:
            assert owner == 1000
            assert (app / "exec.txt").stat().st_uid == 1000
        base = image.base
    assert not base.exists()
    assert any("not done here" in line for line in said)


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        ("RUN echo the last words >&2; exit 3", "the last words\nexit status 3"),
        ("RUN sleep 60", "not finished after 5 s"),
        ('RUN ["no-such-program"]', "No such file"),
        ("COPY nothing.txt .", "there is no nothing.txt"),
        ("COPY a.txt ../../etc/passwd", "lies outside the image"),
        ("COPY --from=base /a /b", "without Docker"),
        ("RUN apt-get update && pip install x", "without Docker"),
        ("ONBUILD RUN x", "without Docker"),
    ],
)
def test_the_step_that_fails_is_named(
    step: str, problem: str, context: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FollowedImage, "_begin", without_venv)
    with followed_image(lambda line: None) as image, pytest.raises(StageProblem) as raised:
        image.follow(f"FROM python:3\n{step}\nCMD x\n", context, timeout=5.0)
    assert f"step 2 of 3 failed (Dockerfile, line 2): {step}" in str(raised.value)
    assert problem in str(raised.value)


def without_venv(image: FollowedImage, name: str) -> None:
    """FROM in no time: the system's Python."""
    image._make(image.root)
    image.folder = image.root
    image.variables = {"PATH": f"{image.base}/venv/bin:/usr/local/bin:/usr/bin:/bin"}


@pytest.mark.parametrize("image_name", ["debian:12", "python:2.4-slim"])
def test_another_image_needs_docker(image_name: str, context: Path) -> None:
    with followed_image(lambda line: None) as image, pytest.raises(StageProblem) as raised:
        image.follow(f"FROM {image_name}\nCMD x\n", context, timeout=5.0)
    assert "line 1" in str(raised.value)


DOCKER = """#!/bin/sh
echo "$@" >> {log}
case "$1" in
  build) [ -f "$4/bad" ] && {{ echo "step 3 broke" >&2; exit 1; }}; exit 0;;
  port) echo 127.0.0.1:4567;;
  inspect) echo "true healthy";;
esac
exit 0
"""


def test_docker_is_used_where_its_engine_answers(
    context: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bin" / "docker"
    program.parent.mkdir()
    program.write_text(DOCKER.format(log=tmp_path / "log"))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    assert engine_problem() == ""
    with container(context, 8000) as (name, address):
        assert address == "http://127.0.0.1:4567"
        assert container_health(name) == "healthy"
    called = (tmp_path / "log").read_text().splitlines()
    assert [line.split()[0] for line in called[-2:]] == ["rm", "rmi"]
    assert called[1] == f"build -t {name} {context}"
    (context / "bad").write_text("")
    with pytest.raises(StageProblem, match="step 3 broke"), container(context, 8000):
        pass
    program.write_text("#!/bin/sh\nexit 1\n")
    assert engine_problem() == "no docker engine runs"
    program.unlink()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "not installed" in engine_problem()


def test_a_wheel_is_made_again_from_installed_files(tmp_path: Path) -> None:
    """From files that pip has unpacked, the second wheel is like the first."""
    first = server_wheel(tmp_path / "first")
    held = set(zipfile.ZipFile(first).namelist())
    assert not [name for name in held if "/envs/" in name or "proof.py" in name.split("/")]
    assert wheel_metadata(first).metadata["Name"] == "hallmark-rl"
    site = tmp_path / "site"
    with zipfile.ZipFile(first) as archive:
        archive.extractall(site)
    info = next(site.glob("*.dist-info"))
    record = (info / "RECORD").read_text()
    for name in (f"{info.name}/INSTALLER", "hallmark_rl/__pycache__/cli.pyc"):
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_text("x")
        record += f"{name},,\n"
    (info / "RECORD").write_text(record + "../../bin/hallmark,,\n")
    installed = next(iter(Distribution.discover(name="hallmark-rl", path=[str(site)])))
    second = wheel_of(installed, tmp_path / "second")
    assert second.name == first.name
    again = zipfile.ZipFile(second)
    assert set(again.namelist()) == held
    for name in held:
        if not name.endswith("/RECORD"):
            assert again.read(name) == zipfile.ZipFile(first).read(name)
    assert server_wheel(tmp_path / "third").read_bytes() == first.read_bytes()


def test_an_editable_install_gives_no_wheel(tmp_path: Path) -> None:
    info = tmp_path / "other-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1\n")
    (info / "WHEEL").write_text("Wheel-Version: 1.0\nTag: py3-none-any\n")
    (tmp_path / "__editable__.pth").write_text("/somewhere\n")
    (info / "RECORD").write_text(
        "__editable__.pth,,\nother-1.dist-info/METADATA,,\nother-1.dist-info/WHEEL,,\n"
    )
    installed = next(iter(Distribution.discover(name="other", path=[str(tmp_path)])))
    with pytest.raises(StageProblem, match="installed in place"):
        wheel_of(installed, tmp_path / "out")
