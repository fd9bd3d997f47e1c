"""The manifests in `docs/deployment/` fit their schemas and the command that they start."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml
from typer.main import get_command

from hallmark_rl.sandbox import serve

FOLDER = Path(__file__).parents[3] / "docs" / "deployment"


def _manifests() -> list[dict[str, Any]]:
    return list(yaml.safe_load_all((FOLDER / "kubernetes.yaml").read_text()))


def _parses(words: list[str]) -> bool:
    """Whether `words` are a command line of `hallmark serve` that can be parsed."""
    assert words[:2] == ["hallmark", "serve"]
    command = get_command(serve.app)
    existing = [str(FOLDER / "compose.yaml") if "tokens" in word else word for word in words[2:]]
    with contextlib.suppress(typer.Exit):
        command.make_context("serve", existing)
        return True
    return False


def test_the_manifests_fit_kubernetes_schemas() -> None:
    validate = pytest.importorskip("kubernetes_validate")
    for manifest in _manifests():
        validate.validate(manifest, "1.33", strict=True)
    with pytest.raises(validate.ValidationError):
        validate.validate({**_manifests()[1], "spec": {"replicas": "two"}}, "1.33", strict=True)


def test_ports_names_and_commands_agree() -> None:
    by_kind = {manifest["kind"]: manifest for manifest in _manifests()}
    pod = by_kind["Deployment"]["spec"]["template"]
    (container,) = pod["spec"]["containers"]
    assert _parses(container["command"] + container["args"])
    assert container["ports"][0]["containerPort"] == 8642
    assert by_kind["Service"]["spec"]["selector"] == pod["metadata"]["labels"]
    drain = int(container["args"][container["args"].index("--drain") + 1])
    assert drain < pod["spec"]["terminationGracePeriodSeconds"]
    paths = {container[probe]["httpGet"]["path"] for probe in ("readinessProbe", "livenessProbe")}
    assert paths == {"/ready", "/health"}


def _fits_compose(file: Path) -> bool:
    """Whether a file fits the schema of Compose files, which the validator ships."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    done = subprocess.run([*command, str(file)], capture_output=True, text=True, timeout=120)
    assert done.returncode in (0, 1), done.stderr
    return done.returncode == 0


def test_the_compose_file_fits_its_schema(tmp_path: Path) -> None:
    pytest.importorskip("check_jsonschema")
    assert _fits_compose(FOLDER / "compose.yaml")
    compose = yaml.safe_load((FOLDER / "compose.yaml").read_text())
    compose["services"]["serve"]["read_only_files"] = True
    wrong = tmp_path / "compose.yaml"
    wrong.write_text(yaml.safe_dump(compose))
    assert not _fits_compose(wrong)


def test_the_compose_file_starts_the_command() -> None:
    compose = yaml.safe_load((FOLDER / "compose.yaml").read_text())
    service = compose["services"]["serve"]
    assert _parses(service["command"])
    assert set(service["secrets"]) == set(compose["secrets"])
    assert (FOLDER / service["build"]["dockerfile"]).is_file()
    dockerfile = (FOLDER / "serve.Dockerfile").read_text()
    assert _parses(yaml.safe_load(re.findall(r"^CMD (.*)$", dockerfile, re.MULTILINE)[0]))
