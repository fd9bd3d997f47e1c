"""Note which lines and branches of the sandbox run in its zygotes and in their runs.

Coverage.py cannot measure these processes: they start with an empty environment, and a run can
neither open nor write a file. So a zygote maps a file before it isolates itself, and its runs
inherit the mapping. The file has a byte for each arc: for two lines of a module that ran one after
the other, and for a line on which a function returned, with the first line of that function.

As a pytest plugin (`-p zygote_trace`, with this folder on the path) it lets every zygote that the
test process starts begin with `begin`. `python .ci/zygote_trace.py FILE` adds what FILE holds to
the data of coverage.py.
"""

from __future__ import annotations

import mmap
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LONGEST = 400
"""Lines of a module, at most."""
ROOT = Path(__file__).resolve().parents[1]
NOTES = ROOT / "out" / "coverage" / "zygotes"
_ARCS = LONGEST * LONGEST
_SIZE = 2 * _ARCS  # of a module: pairs of lines, then returns


def traced_modules() -> dict[str, int]:
    """The modules of the sandbox that zygotes may import, with their places in the file."""
    inside = ("child", "isolation", "policy", "protocol", "zygote")
    files = sorted(path for name in inside for path in (ROOT / "sandbox" / name).rglob("*.py"))
    names = (".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files)
    return {f"hallmark_rl.{name.removesuffix('.__init__')}": at for at, name in enumerate(names)}


def begin(path: str) -> None:
    """Trace this process and its forks into the file `path`."""
    modules = traced_modules()
    with open(path, "r+b") as file:
        notes = mmap.mmap(file.fileno(), 0)

    def trace_call(frame: Any, event: str, argument: object) -> Any:
        place = modules.get(frame.f_globals.get("__name__"))
        if place is None:
            return None
        start, before, raised = place * _SIZE, 0, False

        def trace_line(frame: Any, event: str, argument: object) -> Any:
            nonlocal before, raised
            if event == "line":
                notes[start + before * LONGEST + frame.f_lineno] = 1
                before = frame.f_lineno
            elif event == "return" and not raised:
                notes[start + _ARCS + before * LONGEST + frame.f_code.co_firstlineno] = 1
            raised = event == "exception"
            return trace_line

        return trace_line

    sys.settrace(trace_call)


def pytest_configure() -> None:
    """Let the zygotes of this process begin with `begin`."""
    from hallmark_rl.sandbox.host import launch, prewarm

    NOTES.parent.mkdir(parents=True, exist_ok=True)
    with NOTES.open("ab") as file:
        file.truncate(len(traced_modules()) * _SIZE)
    first = f"import sys; sys.path.append({str(Path(__file__).parent)!r}); import zygote_trace; "
    first += f"sys.path.pop(); zygote_trace.begin({str(NOTES)!r}); "
    for module in (launch, prewarm):
        module._BOOT = first + module._BOOT  # type: ignore[attr-defined]


def arcs_of(notes: bytes) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Each traced file, with its arcs as coverage.py numbers them."""
    for name, place in traced_modules().items():
        path = ROOT.joinpath(*name.split(".")[1:])
        source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        start = place * _SIZE
        seen = [at - start for at in _nonzero(notes, start, start + _SIZE)]
        pairs = [divmod(at, LONGEST) for at in seen if at < _ARCS]
        returns = [divmod(at - _ARCS, LONGEST) for at in seen if at >= _ARCS]
        arcs = [(before or -1, line) for before, line in pairs]
        yield str(source), arcs + [(line, -first) for line, first in returns]


def _nonzero(notes: bytes, start: int, end: int) -> Iterator[int]:
    return (match.start() for match in re.compile(rb"[^\0]").finditer(notes, start, end))


def main(path: Path) -> None:
    """Write the arcs into a data file of coverage.py, beside those of other processes."""
    from coverage import CoverageData

    data = CoverageData(str(path.with_name("data")), suffix="zygotes")
    data.add_arcs(dict(arcs_of(path.read_bytes())))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
