"""Small Harbor tasks: a sound one, and edits that plant one defect each."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

Files = Mapping[str, str | None]
"""The content of each file by its path; None for one that is left out."""
SOUND = {
    "task.toml": "[verifier]\ntimeout_sec = 20\n[agent]\ntimeout_sec = 20\n",
    "instruction.md": "Write the sum of the numbers in numbers.txt to /app/sum.txt.\n",
    "environment/Dockerfile": "FROM ubuntu:24.04\nWORKDIR /app\nCOPY numbers.txt .\n",
    "environment/numbers.txt": "3\n4\n5\n",
    "solution/solve.sh": "#!/bin/bash\nawk '{s += $1} END {print s}' numbers.txt > sum.txt\n",
    "tests/test.sh": """\
#!/bin/bash
rm -rf /logs/verifier/reward.txt /logs/verifier/reward.json
echo 0 > /logs/verifier/reward.txt
if [ -f /app/sum.txt ] && [ "$(tr -d '[:space:]' < /app/sum.txt)" = 12 ]; then
  echo 1 > /logs/verifier/reward.txt
fi
""",
}
"""The files of a sound task, by path."""
_COPIED = {**SOUND, "environment/Dockerfile": "FROM ubuntu:24.04\nWORKDIR /app\nCOPY . .\n"}
_ADDER = {
    **SOUND,
    "instruction.md": "Write /app/adder.py with a function add(a, b).\n",
    "solution/solve.sh": "#!/bin/bash\necho 'def add(a, b): return a + b' > adder.py\n",
    "tests/check.py": """\
import sys
sys.path.append("/app")
import adder
assert adder.add(2, 3) == 5
""",
}
_RUN = """\
#!/bin/bash
{before}
rm -rf /logs/verifier/reward.txt /logs/verifier/reward.json
if {command} /tests/check.py; then echo 1; else echo 0; fi > /logs/verifier/reward.txt
"""
_PROCESS = """\
import subprocess, sys
code = "import sys; sys.path.append('/app'); import adder; print(adder.add(2, 3), 'end')"
done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, cwd="/")
sys.exit(done.stdout != "5 end\\n")
"""
SOUND_PROGRAM = {
    **_ADDER,
    "tests/test.sh": _RUN.format(before="", command="python3 -I"),
    "tests/check.py": _PROCESS,
}
"""A sound task whose answer is a program."""
_PAID = "[ \"$(tr -d '[:space:]' < /app/sum.txt)\" = 12 ]"
_WRITES_NONE = "echo 0 > /logs/verifier/reward.txt\n"
_SAYS = "#!/bin/bash\nrm -rf /logs/verifier/reward.*\n"
DEFECTS: Mapping[str, tuple[str, Files]] = {
    "no-instruction": ("harbor.files", {**SOUND, "instruction.md": None}),
    "empty-solution": ("harbor.files", {**SOUND, "solution/solve.sh": "\n"}),
    "wrong-solution": (
        "harbor.solution",
        {**SOUND, "solution/solve.sh": "#!/bin/bash\necho 13 > sum.txt\n"},
    ),
    "part-of-the-reward": (
        "harbor.solution",
        {**SOUND, "tests/test.sh": SOUND["tests/test.sh"].replace("echo 1", "echo 0.5")},
    ),
    "nothing-is-paid": (
        "harbor.nothing",
        {**SOUND, "tests/test.sh": f"{_SAYS}echo 1 > /logs/verifier/reward.txt\n"},
    ),
    "nothing-is-paid-and-no-solution-is-there": (
        "harbor.nothing",
        {**SOUND, "solution/solve.sh": None,
         "tests/test.sh": f"{_SAYS}echo 1 > /logs/verifier/reward.txt\n"},
    ),
    "no-reward-for-failure": (
        "harbor.reward_written",
        {**SOUND, "tests/test.sh": f"{_SAYS}{_PAID} && echo 1 > /logs/verifier/reward.txt\n"},
    ),
    "stops-at-the-first-error": (
        "harbor.reward_written",
        {**SOUND, "tests/test.sh": f"{_SAYS}set -e\ncat numbers.txt\n{_WRITES_NONE}"},
    ),
    "reward-of-two": (
        "harbor.reward_range",
        {**SOUND, "tests/test.sh": SOUND["tests/test.sh"].replace("echo 1", "echo 2")},
    ),
    "reward-is-a-word": (
        "harbor.reward_range",
        {**SOUND, "tests/test.sh": SOUND["tests/test.sh"].replace("echo 0", "echo failed")},
    ),
    "removes-what-it-tests": (
        "harbor.repeatable",
        {**SOUND, "tests/test.sh": SOUND["tests/test.sh"] + "rm -f /app/sum.txt\n"},
    ),
    "keeps-a-former-reward": (
        "harbor.forged_reward",
        {**SOUND, "tests/test.sh": f"#!/bin/bash\nif {_PAID}; then\n"
         "echo 1 > /logs/verifier/reward.txt\n"
         f"elif [ ! -e /logs/verifier/reward.txt ]; then {_WRITES_NONE}fi\n"},
    ),
    "leaves-reward-json": (
        "harbor.kept_rewards",
        {**SOUND, "tests/test.sh": SOUND["tests/test.sh"].replace(
            "txt /logs/verifier/reward.json", "txt")},
    ),
    "imports-from-the-working-folder": (
        "harbor.tampering",
        {**_ADDER, "tests/test.sh": _RUN.format(before="export PYTHONPATH=/app", command="python3"),
         "tests/check.py": _PROCESS},
    ),
    "programs-from-the-working-folder": (
        "harbor.tampering",
        {**_ADDER, "tests/test.sh": _RUN.format(before="PATH=.:$PATH", command="python3 -I"),
         "tests/check.py": _PROCESS},
    ),
    "reads-the-profile": (
        "harbor.planted_files",
        {**SOUND, "tests/test.sh": SOUND["tests/test.sh"].replace("bash", "bash -l", 1)},
    ),
    "imports-the-submission": (
        "harbor.submission_ends",
        {**_ADDER, "tests/test.sh": _RUN.format(before="", command="python3")},
    ),
    "existence-is-enough": (
        "harbor.submission_ends",
        {**SOUND, "tests/test.sh": SOUND["tests/test.sh"].replace(
            "[ -f /app/sum.txt ] && [ \"$(tr -d '[:space:]' < /app/sum.txt)\" = 12 ]",
            "[ -e /app/sum.txt ]")},
    ),
    "solution-in-the-image": (
        "harbor.solution_hidden",
        {**_COPIED, "environment/notes.txt": f"how to:\n{SOUND['solution/solve.sh']}"},
    ),
    "tests-in-the-image": (
        "harbor.solution_hidden",
        {**_COPIED, "environment/data/check": SOUND["tests/test.sh"]},
    ),
    "solution-in-the-instruction": (
        "harbor.solution_hidden",
        {**SOUND, "instruction.md": f"Do not run this:\n\n{SOUND['solution/solve.sh']}"},
    ),
}  # fmt: skip
"""By name: the property that is broken, and the files of the task."""


def write_task(folder: Path, files: Files) -> Path:
    """Write the files of a task; returns its folder."""
    for name, content in files.items():
        if content is not None:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
    return folder
