"""The service, used by the client package of SandboxFusion and with verl's request."""

from __future__ import annotations

import pytest

from tests.sandbox.service.conftest import running

sandbox_fusion = pytest.importorskip("sandbox_fusion")
requests = pytest.importorskip("requests")


def test_its_client_package_reads_every_answer(kernel: object) -> None:
    def run(code: str, **fields: object) -> object:
        request = sandbox_fusion.RunCodeRequest(code=code, language="python", **fields)
        return sandbox_fusion.run_code(request, endpoint=address, max_attempts=1)

    mapping = sandbox_fusion.SummaryMapping(RunTimeout="late", RunFailed="wrong", Success="right")
    with running() as address:
        summaries = [
            sandbox_fusion.summary_run_code_result(run(code, run_timeout=0.5), mapping)
            for code in ("print(1)", "1 / 0", "while True: pass")
        ]
        assert summaries == ["right", "wrong", "late"]
        assert run("print(input())", stdin="two").run_result.stdout == "two\n"
        other = sandbox_fusion.RunCodeRequest(code="", language="go")
        with pytest.raises(Exception, match="python, not 'go'"):
            sandbox_fusion.run_code(other, endpoint=address, max_attempts=1)


def test_verls_request(kernel: object) -> None:
    # The fields that verl documents for `sandbox_fusion`: those of the schema and a memory limit.
    payload = {
        "compile_timeout": 5, "run_timeout": 5, "code": "print(sum(map(int, input().split())))",
        "stdin": "1 2 3\n", "memory_limit_MB": 1024, "language": "python", "files": {},
        "fetch_files": [],
    }  # fmt: skip
    with running() as address:
        answer = requests.post(
            f"{address}/run_code",
            json=payload,
            headers={"Content-Type": "application/json", "Accept": "application/json"},
            timeout=30,
        )
    result = answer.json()
    assert answer.status_code == 200
    assert result["status"] == "Success"
    assert result["run_result"]["stdout"] == "6\n"
    assert result["compile_result"] is None
