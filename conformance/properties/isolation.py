"""Isolation: other sessions, other processes, and the machine around them."""

from __future__ import annotations

import contextlib
import datetime
import gc
import itertools
import locale
import os
import random
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from conformance.compare import content_difference
from conformance.driver import Local, Seen
from conformance.episode import Call, Episode
from conformance.lab import Lab, Plain
from conformance.registry import check, each_episode
from conformance.verdict import Broken, Excluded


@check("isolation.fresh_instances")
def fresh_instances(lab: Lab) -> None:
    made = [lab.local().env for _ in range(3)]
    if len({id(env) for env in made}) < len(made):
        raise Broken("the factory returns the same instance twice")
    server = lab.subject.server
    if server is not None:
        served = [server._env_factory() for _ in range(2)]
        if served[0] is served[1]:
            raise Broken("the server's factory returns the same instance twice")


@each_episode("isolation.sessions", clean=True)
def sessions(lab: Lab, episode: Episode) -> None:
    """Two episodes, call by call in turn, against each alone."""
    lab.require_deterministic()
    for shift in (1, 0):
        _require_apart(lab, episode, shift)


def _require_apart(lab: Lab, episode: Episode, shift: int) -> None:
    other = Episode.of((episode.seed or 0) + shift, _partner(lab, episode), "beside")
    alone = [lab.pristine(episode), lab.pristine(other)]
    drivers = [lab.local(), lab.local()]
    seen: list[list[Seen]] = [[], []]
    calls: list[Call] = []
    for place in range(max(len(episode.calls), len(other.calls))):
        for session, one in enumerate((episode, other)):
            if place < len(one.calls) and not (seen[session] and _over(seen[session][-1])):
                call = one.calls[place]
                calls.append(Call(call.op, call.action, call.options, session))
                seen[session].append(lab.call(drivers[session], call))
    shown = Episode(tuple(calls), "interleaved")
    for session, one in enumerate((episode, other)):
        lab.require_same(
            one,
            alone[session],
            [message.plain() for message in seen[session]],
            f"session {session} interleaved against alone",
            show=shown,
        )


def _partner(lab: Lab, episode: Episode) -> list[dict[str, Any]]:
    solved = [one.actions for one in lab.survey.solutions if not one.error]
    return solved[0] if solved and episode.label != "solution" else episode.actions


def _over(seen: Seen) -> bool:
    return seen.done or seen.data is None


@check("isolation.threads", clean=True)
def threads(lab: Lab) -> None:
    lab.require_deterministic()
    lab.require_capability_absent("single_session", "one session at a time")
    if not getattr(lab.subject.env_class, "SUPPORTS_CONCURRENT_SESSIONS", False):
        raise Excluded("SUPPORTS_CONCURRENT_SESSIONS is False")
    episodes = lab.corpus()[:6]
    alone = [lab.pristine(episode) for episode in episodes]
    rounds = 1 if lab.survey.step_s > 0.05 else 5
    for _ in range(rounds):
        seen: list[Plain] = [[] for _ in episodes]
        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-5)

        def work(place: int, into: list[Plain]) -> None:
            into[place] = lab.plain(episodes[place])

        try:
            workers = [
                threading.Thread(target=work, args=(place, seen)) for place in range(len(episodes))
            ]
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join(30)
        finally:
            sys.setswitchinterval(interval)
        for episode, expected, found in zip(episodes, alone, seen, strict=True):
            lab.require_same(episode, expected, found, "in parallel threads against alone")


def _require_portable(lab: Lab, blame: Callable[[Episode], str]) -> None:
    """Compare with the traces that another process made; `blame` says if this cause explains it."""
    lab.require_deterministic()
    traces, problem = lab.extra.get("traces"), lab.extra.get("problem")
    episodes = [Episode.from_dict(data) for data in lab.extra.get("episodes", ())]
    if traces is None:
        cause = blame(episodes[0]) if episodes else ""
        if cause:
            raise Broken(f"{cause}: {problem}")
        raise Excluded(f"it cannot be loaded elsewhere: {problem}")
    for episode, other in zip(episodes, traces, strict=True):
        here = lab.pristine(episode)
        found = content_difference(here, other)
        if found is not None:
            if content_difference(here, lab.pristine(episode)) is not None:
                raise Excluded("the same episode differs under the same conditions")
            cause = blame(episode)
            if cause:
                raise Broken(f"{cause}: message{found}", episode)
            raise Excluded("the difference between the processes has another cause")


def _differs_when(lab: Lab, episode: Episode, change: Callable[[], Any]) -> bool:
    from conformance.forked import Death, in_fork

    def play() -> Plain:
        change()
        return lab.plain(episode)

    result = in_fork(play)
    return (
        isinstance(result, Death) or content_difference(lab.pristine(episode), result) is not None
    )


def _elsewhere() -> None:
    os.chdir(tempfile.mkdtemp(prefix="hallmark-"))


def _other_variables() -> None:
    for name in ("HOME", "USER", "LOGNAME", "SHELL", "EDITOR", "LANG", "PWD", "HOSTNAME"):
        os.environ.pop(name, None)
    os.environ.update(
        {"HOME": "/nonexistent", "LANG": "C", "TZ": "Asia/Kolkata", "HALLMARK_PROBE": "1"}
    )
    time.tzset()


def _cause(lab: Lab, episode: Episode) -> str:
    problem = str(lab.extra.get("problem") or "")
    if (
        "No such file" in problem
        or "FileNotFound" in problem
        or "file that is not there" in problem
    ):
        return "directory"
    if _differs_when(lab, episode, _elsewhere):
        return "directory"
    if _differs_when(lab, episode, _other_variables):
        return "variables"
    return "hash"


@check("isolation.hash_seed", clean=True)
def hash_seed(lab: Lab) -> None:
    text = "in a process with another PYTHONHASHSEED"
    _require_portable(lab, lambda episode: text if _cause(lab, episode) == "hash" else "")


@check("isolation.working_directory", clean=True)
def working_directory(lab: Lab) -> None:
    lab.require_deterministic()
    text = "started in another directory"
    root = lab.subject.root
    for episode in lab.corpus()[:2]:
        changes = [_elsewhere, *([lambda: os.chdir(root)] if root is not None else [])]
        for change in changes:
            if _differs_when(lab, episode, change):
                raise Broken("after a change of directory the episode differs", episode)
    _require_portable(lab, lambda episode: text if _cause(lab, episode) == "directory" else "")


@check("isolation.environment_variables", clean=True)
def environment_variables(lab: Lab) -> None:
    lab.require_deterministic()
    text = "with other environment variables"
    for episode in lab.corpus()[:2]:
        if _differs_when(lab, episode, _other_variables):
            raise Broken(f"{text} the episode differs", episode)
    _require_portable(lab, lambda episode: text if _cause(lab, episode) == "variables" else "")


@check("isolation.clock", clean=True)
def clock(lab: Lab) -> None:
    lab.require_deterministic()
    lab.local().close()
    for episode in lab.within(lab.corpus()[:6], least=4):
        expected = lab.pristine(episode)
        for shift in (86_400.0 * 37 + 12_345.6, 1_000_003.0):
            with _shifted_clock(lab, shift):
                seen = lab.plain(episode)
            lab.require_same(episode, expected, seen, f"{shift / 3600:.0f} hours later")
        with _shifted_clock(lab, 0.0, pace=1.7):
            seen = lab.plain(episode)
        lab.require_same(episode, expected, seen, "when every look at the clock is 1.7 s later")


@contextlib.contextmanager
def _shifted_clock(lab: Lab, shift: float, pace: float = 0.0) -> Iterator[None]:
    """Move `time` and `datetime` for everything that runs meanwhile in this process."""
    names = ("time", "monotonic", "perf_counter", "time_ns", "monotonic_ns", "perf_counter_ns")
    originals = {name: getattr(time, name) for name in names}
    looks = 0

    def moved(name: str) -> Callable[[], Any]:
        def now() -> Any:
            nonlocal looks
            looks += 1
            extra = shift + looks * pace
            value = originals[name]()
            return value + (int(extra * 1e9) if name.endswith("_ns") else extra)

        return now

    class Moved(datetime.datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return super().now(tz) + datetime.timedelta(seconds=shift)

        @classmethod
        def utcnow(cls) -> Any:
            return datetime.datetime.now(datetime.UTC).replace(tzinfo=None) + datetime.timedelta(
                seconds=shift
            )

    root = str(lab.subject.root or "")
    replaced: list[tuple[Any, str, Any]] = []
    for name in names:
        replaced.append((time, name, originals[name]))
    swaps: dict[int, Any] = {id(original): moved(name) for name, original in originals.items()}
    replaced.append((datetime, "datetime", datetime.datetime))
    swaps[id(datetime.datetime)] = Moved
    own = getattr(lab.subject.env_class, "__module__", "")
    for name, module in list(sys.modules.items()):
        path = str(getattr(module, "__file__", "") or "")
        if (root and path.startswith(root)) or name == own:
            for key, value in list(vars(module).items()):
                if id(value) in swaps:
                    replaced.append((module, key, value))
    try:
        for module, key, value in replaced:
            setattr(module, key, swaps[id(value)])
        yield
    finally:
        for module, key, value in replaced:
            setattr(module, key, value)


@check("isolation.global_rng", clean=True)
def global_rng(lab: Lab) -> None:
    lab.require_capability_absent("stochastic", "chance is meant")
    if not lab.survey.accepts.get("seed", True):
        raise Excluded("reset() takes no seed")
    lab.local().close()
    for episode in lab.within(lab.corpus()[:6], least=4):
        traces = []
        for state in (11, 22, 11):
            _seed_global(state)
            traces.append(lab.plain(episode))
        if content_difference(traces[0], traces[2]) is None:
            found = content_difference(traces[0], traces[1])
            if found is not None:
                raise Broken(f"after random.seed(11) and random.seed(22): message{found}", episode)


def _seed_global(state: int) -> None:
    random.seed(state)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(state)


@check("isolation.global_rng_kept")
def global_rng_kept(lab: Lab) -> None:
    lab.local().close()
    for episode in lab.within(lab.corpus()[:4], least=3):
        _seed_global(33)
        before = _global_state()
        lab.play(episode)
        for name, state in _global_state().items():
            if state != before[name]:
                raise Broken(f"the state of {name} changed during an episode", episode)


def _global_state() -> dict[str, Any]:
    found: dict[str, Any] = {"random": random.getstate()}
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        kind, keys, *rest = numpy.random.get_state()
        found["numpy.random"] = (kind, keys.tobytes(), *rest)
    return found


@check("isolation.process_globals")
def process_globals(lab: Lab) -> None:
    first = _process_state()
    lab.local().close()
    lab.play(lab.walk(lab.seeds[0], 2))
    before = _process_state()
    for name in ("the working directory", "os.environ", "signal handlers", "the locale"):
        if before[name] != first[name]:
            raise Broken(f"{name} changed during an episode", lab.walk(lab.seeds[0], 2))
    for episode in lab.within(lab.corpus()[:4], least=2):
        lab.play(episode)
        for name, value in _process_state().items():
            if value != before[name]:
                raise Broken(f"{name} changed during an episode", episode)


def _process_state() -> dict[str, Any]:
    names = (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)
    return {
        "the working directory": os.getcwd(),
        "os.environ": {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")},
        "sys.path": list(sys.path),
        "the recursion limit": sys.getrecursionlimit(),
        "the locale": locale.setlocale(locale.LC_ALL),
        "signal handlers": [signal.getsignal(name) for name in names],
        "sys.stdout": id(sys.stdout),
    }


def _episodes_for_leaks(lab: Lab, count: int) -> None:
    solved = [one.episode("solution") for one in lab.survey.solutions[:1]]
    plays = [lab.walk(lab.seeds[0], 4), *solved]
    for number in range(count):
        driver = lab.new()
        lab.play(plays[number % len(plays)], driver)
        driver.close()


def _affordable(lab: Lab, most: int, seconds: float) -> int:
    cost = lab.survey.reset_s + 5 * lab.survey.step_s
    return max(4, min(most, int(seconds / max(cost, 1e-4))))


@check("runtime.resource_bounds")
def resource_bounds(lab: Lab) -> None:
    """The same number of episodes twice: what grows by the same amount again is a leak."""
    lab.local().close()
    count = _affordable(lab, 20, 3.0)
    _episodes_for_leaks(lab, 4)
    counts = [_resources()]
    for _ in range(2):
        _episodes_for_leaks(lab, count)
        gc.collect()
        counts.append(_resources())
    for name in counts[0]:
        first, second, third = (one[name] for one in counts)
        enough = max(2, count // 4)
        if second - first >= enough and third - second >= enough:
            raise Broken(
                f"{name}: {first} at first, {second} after {count} episodes, "
                f"{third} after {2 * count}",
                lab.walk(lab.seeds[0], 4),
            )
    driver = lab.local()
    before = _resources()
    for _ in range(count):
        driver.reset()
    gc.collect()
    after = _resources()
    for name, value in after.items():
        if value - before[name] >= max(3, count // 2):
            resets = Episode(tuple(Call("reset") for _ in range(4)), "resets, and so on")
            raise Broken(f"{name}: {before[name]} before, {value} after {count} resets", resets)


def _resources() -> dict[str, int]:
    import psutil

    process = psutil.Process()
    return {
        "descriptors": process.num_fds(),
        "threads": threading.active_count(),
        "child processes": len(process.children(recursive=True)),
    }


@check("isolation.memory")
def memory(lab: Lab) -> None:
    import psutil

    lab.local().close()
    count = _affordable(lab, 200, 3.0)
    if count < 10:
        raise Excluded("episodes are too slow to measure growth")
    process = psutil.Process()
    _episodes_for_leaks(lab, max(5, count // 4))
    sizes = []
    for _ in range(4):
        _episodes_for_leaks(lab, count // 2)
        gc.collect()
        sizes.append(process.memory_info().rss)
    growth = [later - earlier for earlier, later in itertools.pairwise(sizes)]
    per_episode = min(growth) / max(1, count // 2)
    if per_episode > 40_000:
        raise Broken(
            f"memory grows by {per_episode / 1000:.0f} kB an episode, steadily",
            lab.walk(lab.seeds[0], 4),
        )


@check("isolation.files")
def files(lab: Lab) -> None:
    lab.local().close()
    _episodes_for_leaks(lab, 2)
    usual = Path(tempfile.gettempdir())
    here = Path(tempfile.mkdtemp(prefix="hallmark-cwd-"))
    own = Path(tempfile.mkdtemp(prefix="hallmark-tmp-"))
    os.chdir(here)
    tempfile.tempdir = str(own)
    os.environ["TMPDIR"] = str(own)
    before = _snapshot(lab, usual)
    count = _affordable(lab, 10, 2.0)
    _episodes_for_leaks(lab, count)
    gc.collect()
    left = list(own.rglob("*"))
    if len(left) >= max(2, count // 2):
        raise Broken(f"{len(left)} temporary files are left after {count} episodes: {left[0].name}")
    written = list(here.rglob("*"))
    if written:
        raise Broken(f"{written[0].name} was written to the working directory")
    for path, stamp in _snapshot(lab, usual).items():
        if before.get(path) != stamp:
            raise Broken(f"{path} was written during an episode")


def _snapshot(lab: Lab, usual: Path) -> dict[str, tuple[int, int]]:
    """Files of the environment, the home directory and /tmp, with size and time of change."""
    found = {}
    places = [(lab.subject.root, 4), (Path.home(), 1), (Path("/tmp"), 1), (usual, 1)]
    for place, depth in places:
        if place is None or not place.is_dir():
            continue
        for path in place.rglob("*") if depth > 1 else place.glob("*"):
            if "__pycache__" in path.parts or path.suffix == ".pyc" or path.is_dir():
                continue
            if path.name.startswith(("hallmark-", "pytest-", "tmp", ".", "bash")) and depth == 1:
                continue
            with contextlib.suppress(OSError):
                status = path.stat()
                if depth > 1 or status.st_uid == os.getuid():
                    found[str(path)] = (status.st_size, status.st_mtime_ns)
    return found


@check("runtime.network_policy")
def network_policy(lab: Lab) -> None:
    lab.require_capability_absent("network", "the network is needed")
    tried: list[str] = []
    original_connect, original_lookup = socket.socket.connect, socket.getaddrinfo

    def connect(self: socket.socket, address: Any) -> Any:
        if self.family in (socket.AF_INET, socket.AF_INET6) and not _is_local(address):
            tried.append(str(address))
            raise OSError("the network is unreachable (conformance)")
        return original_connect(self, address)

    def lookup(host: Any, *args: Any, **kwargs: Any) -> Any:
        if not _is_local((host,)):
            tried.append(str(host))
            raise socket.gaierror("the network is unreachable (conformance)")
        return original_lookup(host, *args, **kwargs)

    driver: Local | None = None
    socket.socket.connect = connect  # type: ignore[method-assign,assignment]
    socket.getaddrinfo = lookup
    try:
        driver = lab.local()
        for episode in lab.corpus()[:3]:
            trace = lab.play(episode, driver)
            if tried:
                failed = "" if trace[-1].data is not None else f", and raises {trace[-1]}"
                raise Broken(f"it connects to {tried[0]}{failed}", episode)
    finally:
        socket.socket.connect = original_connect  # type: ignore[method-assign]
        socket.getaddrinfo = original_lookup


def _is_local(address: Any) -> bool:
    host = address[0] if isinstance(address, tuple) else address
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    return (
        host is None
        or str(host) in ("", "localhost", "::1", "0.0.0.0")
        or str(host).startswith("127.")
    )
