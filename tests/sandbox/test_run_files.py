"""Files of a run: given ones, a folder to write in, and what comes back in any case."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.sandbox import AsyncSandbox, Job, Limits, Sandbox
from hallmark_rl.sandbox import run as command
from hallmark_rl.sandbox.host.run_folder import RunFolder
from tests.sandbox.held_namespaces import HeldNamespaces
from tests.sandbox.mechanism_removal import needs_root
from tests.sandbox.resource_snapshot import ResourceSnapshot

ROOT = Path(__file__).parents[2]
MIB = 1 << 20
LIMITS = Limits(wall_s=5.0, cpu_s=5.0, result_bytes=64 << 10)


@pytest.fixture(scope="module")
def box(kernel: Sandbox) -> Iterator[Sandbox]:
    with Sandbox(policy="python", limits=LIMITS) as box:
        yield box


def test_a_program_reads_its_files_and_returns_others(box: Sandbox) -> None:
    source = """
import json, os, pathlib
data = json.load(open("data.json"))
pathlib.Path("out.txt").write_text(str(sum(data)))
os.mkdir("inner")
with open("inner/deep.txt", "wb") as file: file.write(b"x")
os.rename("inner/deep.txt", "deep.txt")
os.rmdir("inner")
print(sorted(os.listdir()), os.getcwd())
"""
    files = {"data.json": b"[1, 2, 3]", "grün $1.bin": bytes(range(256))}
    outcome = box.run(source, files=files, scratch=MIB, outputs=["out.txt", "deep.txt"])
    assert outcome.status == "ok", outcome.error
    assert outcome.files == {"out.txt": b"6", "deep.txt": b"x"}
    assert outcome.missing_files == {}
    assert outcome.isolation.level == "kernel"
    assert outcome.stdout.startswith("['data.json', 'deep.txt', 'grün $1.bin', 'out.txt'] /")
    report = json.loads(json.dumps(outcome.to_dict()))
    assert report["files"]["out.txt"] == {"$bytes": "36"}


def test_a_zygote_with_folders_claims_what_any_other_claims(box: Sandbox, kernel: Sandbox) -> None:
    assert box.run("pass", scratch=4096).isolation == kernel.isolation


WRITES = """
def tried(act):
    try: act()
    except OSError as error: return error.strerror
    return "PWN"
import os
print({act: tried(eval("lambda: " + act)) for act in ACTS})
"""


def _acts(box: Sandbox, *acts: str, **options: Any) -> dict[str, str]:
    outcome = box.run(f"ACTS = {acts!r}\n{WRITES}", **options)
    assert outcome.status == "ok", outcome.error
    found: dict[str, str] = eval(outcome.stdout)
    return found


def test_with_scratch_given_files_are_files_like_any_other(box: Sandbox) -> None:
    source = """
import os, shutil
open("a", "a").write("2")
os.chmod("a", 0o600)
shutil.copy("a", "b")
shutil.copy("b", "c")
print(oct(os.stat("c").st_mode), open("c").read())
"""
    outcome = box.run(source, files={"a": b"1", "c": b""}, scratch=MIB, outputs=["a"])
    assert (outcome.stdout, outcome.files) == ("0o100600 12\n", {"a": b"12"}), outcome


def test_without_scratch_nothing_can_be_written(box: Sandbox) -> None:
    acts = (
        "open('b', 'w')", "os.mkdir('b')", "os.unlink('a')", "os.rename('a', 'b')",
        "open('a', 'w')", "open('a', 'r+')", "os.chmod('a', 0o600)", "os.truncate('a', 0)",
        "os.utime('a')", "os.chmod('.', 0o777)",
    )  # fmt: skip
    found = _acts(box, *acts, files={"a": b"1"})
    assert set(found.values()) == {"Read-only file system"}, found


def test_only_the_folder_can_be_written_in(box: Sandbox) -> None:
    acts = (
        "open('/x', 'w')", "open('/home/x', 'w')", "os.mkdir('/lib/x')", "open('../x', 'w')",
        "os.rename('.', '/home/other')", "os.mknod('n')", "os.mkfifo('f')", "os.symlink('/', 's')",
        "os.link('a', 'b')", "os.chmod('..', 0o777)", "os.chmod('/', 0o777)", "os.listdir('/')",
        "os.stat('/etc')", "os.unlink('/home/program/files')", "os.rmdir('/home/program/files')",
        "os.chmod(os.__file__, 0o777)", "os.utime(os.__file__)", "os.utime('/')",
        "open(os.__file__, 'r+')", "os.setxattr('a', 'user.x', b'1')",
    )  # fmt: skip
    found = _acts(box, *acts, files={"a": b"1"}, scratch=MIB)
    assert "PWN" not in found.values(), found


def test_what_a_program_wrote_cannot_be_run_as_machine_code(box: Sandbox) -> None:
    source = """
import mmap
open("code", "wb").write(bytes(4096))
file = open("code", "rb")
print(len(mmap.mmap(file.fileno(), 4096, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)))
mmap.mmap(file.fileno(), 4096, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_EXEC)
"""
    outcome = box.run(source, scratch=8192)
    assert outcome.stdout == "4096\n"
    assert outcome.error is not None
    assert outcome.error.type == "PermissionError"


def test_a_folder_that_its_program_closed_is_no_trouble(box: Sandbox) -> None:
    source = "import os\nopen('a', 'w').close()\nos.chmod('a', 0)\nos.chmod('.', 0)"
    assert box.run(source, scratch=MIB, outputs=["a"]).status == "ok"
    assert box.run("print(open('a').read())", files={"a": b"1"}).stdout == "1\n"


def test_a_run_without_files_on_the_same_zygote_has_no_folder(box: Sandbox) -> None:
    acts = ("open('x', 'w')", "open('/home/program/files/x', 'w')", "os.listdir('/home')")
    assert "PWN" not in _acts(box, *acts).values()


def test_the_size_of_the_folder_is_limited(box: Sandbox) -> None:
    source = """
written = 0
try:
    with open("big", "wb", buffering=0) as file:
        while True: written += file.write(b"x" * 65536)
except OSError as error: print(written, error.errno)
many = 0
try:
    while True:
        open(f"n{many}", "w").close()
        many += 1
except OSError as error: print(many < 5000)
"""
    outcome = box.run(source, files={"a": b"x" * 10_000}, scratch=MIB)
    written = int(outcome.stdout.split()[0])
    assert MIB <= written <= MIB + 16384, outcome
    assert outcome.stdout.split()[-1] == "True"


def test_nothing_of_a_run_is_left_for_the_next(box: Sandbox) -> None:
    keep = "import os\nopen('secret', 'w').write('x')\nos.open('secret', os.O_RDONLY)"
    assert box.run(keep, scratch=MIB, files={"given": b"x"}).status == "ok"
    outcome = box.run("import os\nprint(os.listdir())", scratch=MIB)
    assert outcome.stdout == "[]\n"
    assert box.run("import os\nprint(os.listdir())", files={"b": b""}).stdout == "['b']\n"


def test_what_is_not_a_regular_file_does_not_come_back(box: Sandbox) -> None:
    source = """
import os
os.mkdir("folder")
with open("sparse", "wb") as file: file.truncate(900_000)
open("empty", "w").close()
os.close(os.open("mode0", os.O_CREAT | os.O_WRONLY, 0))
with open("small", "wb") as file: file.truncate(3)
"""
    names = ["folder", "sparse", "empty", "absent", "small"]
    outcome = box.run(source, scratch=MIB, outputs=names)
    assert outcome.files == {"empty": b"", "small": b"\0\0\0"}
    assert outcome.missing_files["folder"] == "it is not a regular file"
    assert outcome.missing_files["absent"] == "the program left no file of this name"
    assert "larger" in outcome.missing_files["sparse"]
    assert outcome.status == "output"
    assert outcome.error is not None
    assert outcome.error.type == "OutputLimit"


def test_links_fifos_and_devices_are_not_opened(tmp_path: Path) -> None:
    """At `kernel` a program cannot make these; the caller does not rely on it."""
    (tmp_path / "secret").write_text("x")
    os.symlink(tmp_path / "secret", tmp_path / "link")
    os.symlink("link", tmp_path / "loop")
    os.mkfifo(tmp_path / "fifo")
    os.symlink("/dev/zero", tmp_path / "device")
    folder = RunFolder.__new__(RunFolder)
    folder._handle = os.open(tmp_path, os.O_RDONLY)
    try:
        with Sandbox(policy="python", require="process") as any_box:
            outcome = any_box.run("pass")
        names = ["link", "loop", "fifo", "device", "secret"]
        outcome = folder.add_outputs(outcome, names, 100)
    finally:
        os.close(folder._handle)
    assert outcome.files == {"secret": b"x"}
    assert outcome.missing_files["link"] == "it is a symbolic link"
    assert outcome.missing_files["fifo"] == "it is not a regular file"
    assert len(outcome.missing_files) == 4


@pytest.mark.parametrize("ending", ["1 / 0", "while True: pass", "import os\nos.abort()"])
def test_outputs_come_back_however_the_run_ends(box: Sandbox, ending: str) -> None:
    source = f"open('out', 'w').write('kept')\n{ending}"
    limits = Limits(wall_s=0.5)
    outcome = box.run(source, scratch=MIB, outputs=["out"], limits=limits)
    assert outcome.status in ("error", "timeout", "crash")
    assert outcome.files == {"out": b"kept"}


@pytest.mark.parametrize("name", ["", ".", "..", "../x", "/x", "a/b", "a\0b", "x" * 256, "\ud800"])
def test_hostile_names_are_refused_before_anything_runs(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be the name of a file"):
        Job(source="", files={name: b""})
    with pytest.raises(ValueError, match="cannot be the name of a file"):
        Job(source="", scratch=1, outputs=[name])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"files": {"a": "text"}}, "must be bytes"),
        ({"files": {b"a": b""}}, "must be a str"),
        ({"scratch": -1}, "scratch must be an integer"),
        ({"scratch": True}, "scratch must be an integer"),
        ({"scratch": 1, "outputs": "abc"}, "list of names"),
        ({"scratch": 1, "outputs": ["a", "a"]}, "twice"),
        ({"outputs": ["a"]}, "without `scratch`"),
        ({"files": {str(n): b"" for n in range(257)}}, "256 files"),
        ({"entry": "f", "fresh_calls": True, "scratch": 1}, "fresh calls"),
    ],
)
def test_other_options_that_do_not_fit_are_refused(options: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        Job(source="", **options)


def test_where_there_is_no_mount_namespace_the_run_is_unavailable(filtered: Sandbox) -> None:
    for options in ({"files": {"a": b""}}, {"scratch": MIB}):
        outcome = filtered.run("print('ran')", **options)  # type: ignore[arg-type]
        assert (outcome.status, outcome.stdout) == ("unavailable", "")
        assert outcome.error is not None
        assert "need a mount namespace" in outcome.error.message
        assert outcome.isolation.level == "filtered"
    assert filtered.run("print('ran')").stdout == "ran\n"


def test_restricted_programs_read_their_files(restricted_box: Sandbox) -> None:
    source = """
import csv, json
with open("table.csv") as file:
    rows = [row for row in csv.reader(file)]
print(rows, json.load(open("./a.json")), open("raw", "rb").read(), [line for line in open("raw")])
for name, mode in (("absent", "r"), ("raw", "w"), ("/etc/passwd", "r"), ("../raw", "r")):
    try:
        open(name, mode)
    except OSError as error:
        print(type(error).__name__, error.errno)
"""
    files = {"table.csv": b"a,b\r\n1,2\r\n", "a.json": b'{"k": [1]}', "raw": b"x\ny"}
    outcome = restricted_box.run(source, files=files)
    assert outcome.stdout.splitlines() == [
        "[['a', 'b'], ['1', '2']] {'k': [1]} b'x\\ny' ['x\\n', 'y']",
        "FileNotFoundError 2", "PermissionError 13", "FileNotFoundError 2", "FileNotFoundError 2",
    ], outcome  # fmt: skip
    refused = restricted_box.run("open('table.csv')")
    assert refused.error is not None
    assert refused.error.type == "FileNotFoundError"
    assert "files={...}" in refused.error.message


def test_restricted_programs_cannot_write(restricted: Sandbox) -> None:
    with pytest.raises(ValueError, match="no program can write files"):
        restricted.run("pass", scratch=1)


@pytest.mark.parametrize("policy", ["python", "restricted"])
def test_calls_have_the_files_too(kernel: Sandbox, policy: str) -> None:
    source = "seen = []\ndef f(): seen.append(open('a').read()); return seen"
    with Sandbox(policy=policy) as box:
        outcome = box.call(source, "f", [(), ()], fresh_calls=True, files={"a": b"1"})
        assert [result.value for result in outcome.results] == [["1"], ["1"]], outcome
        jobs = [Job(source="print(open('a').read())", files={"a": bytes([n])}) for n in (65, 66)]
        assert [outcome.stdout for outcome in box.map(jobs)] == ["A\n", "B\n"]


def test_the_asynchronous_sandbox_has_them(kernel: Sandbox) -> None:
    async def main() -> Any:
        async with AsyncSandbox(policy="python") as box:
            copy = "open('b', 'w').write(open('a').read())"
            return await box.run(copy, files={"a": b"1"}, scratch=MIB, outputs=["b"])

    assert asyncio.run(main()).files == {"b": b"1"}


def test_nothing_leaks(kernel: Sandbox) -> None:
    with Sandbox(policy="python") as box:
        box.run("pass", scratch=MIB)
        before = ResourceSnapshot.now()
        for n in range(20):
            ending = ("pass", "1 / 0", "import os; os.abort()")[n % 3]
            box.run(f"open('x', 'w').write('y' * 9999)\n{ending}", scratch=MIB, outputs=["x"])
        with HeldNamespaces() as none:
            assert ResourceSnapshot.now().since(before, none, patience_s=2.0) == []


def test_a_zygote_that_was_killed_is_replaced(kernel: Sandbox) -> None:
    with Sandbox(policy="python") as box:
        assert box.run("pass", scratch=MIB).status == "ok"
        (worker,) = box._pool.workers
        for pid in worker.processes:
            os.kill(pid, 9)
        outcome = box.run("open('a', 'w').write('1')", scratch=MIB, outputs=["a"])
        assert outcome.files == {"a": b"1"}


def test_the_command_gives_and_saves_files(
    kernel: Sandbox, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in.txt").write_bytes(b"3\n4\n")
    program, saved = tmp_path / "p.py", tmp_path / "saved.txt"
    program.write_text(
        "print(sum(map(int, open('in.txt'))), open('again').read().split())\n"
        "open('out', 'w').write('7')\n"
    )
    given = ["--file", str(tmp_path / "in.txt"), "--file", f"again={tmp_path / 'in.txt'}"]
    words = [str(program), "--policy", "python", *given, "--scratch", "1M"]
    assert command.main([*words, "--save", f"out={saved}", "--save", "none"]) == 0
    text = capsys.readouterr().out
    assert "7 ['3', '4']" in text
    assert "file out: 1 bytes" in text
    assert "file none: missing, the program left no file of this name" in text
    assert saved.read_text() == "7"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--file", "no/such/file"], "cannot be read"),
        (["--file", "a/b=/dev/null"], "cannot be the name"),
        (["--file", "x=/dev/null", "--file", "x=/dev/null"], "twice"),
        (["--scratch", "much"], "not a size"),
        (["--save", "x"], "without `scratch`"),
        (["--scratch", "1k", "--policy", "restricted"], "--scratch needs --policy python"),
    ],
)
def test_wrong_options_of_the_command_are_usage_errors(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["/dev/null", "--policy", "python", *words]) == 2
    assert message in capsys.readouterr().err


_AS_USER = """
import json
from hallmark_rl.sandbox import Sandbox
with Sandbox(policy="python", packages=PACKAGES) as box:
    outcome = box.run(
        "import os, shutil\\nopen('a', 'a').write('x')\\nos.chmod('a', 0o600)\\n"
        "shutil.copy('a', 'b')\\nprint(oct(os.stat('b').st_mode))\\nIMPORT",
        files={"a": b"x"}, scratch=4096, outputs=["b"],
    )
files = [list(content) for content in outcome.files.values()]
print(json.dumps([outcome.status, outcome.isolation.level, outcome.stdout, *files]))
"""


@needs_root
@pytest.mark.parametrize("kind", ["user", "nobody"])
def test_a_user_without_rights_has_files_and_packages(kernel: Sandbox, kind: str) -> None:
    script = _AS_USER.replace("PACKAGES", "['numpy']").replace("IMPORT", "import numpy")
    done = subprocess.run(
        [
            sys.executable, "-m", "tests.sandbox.run_as_user", kind,
            sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{script}",
        ],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == ["ok", "kernel", "0o100600\n", [120, 120]]
