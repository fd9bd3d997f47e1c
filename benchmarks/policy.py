"""The run-time cost of the restricted policy: guarded and plain code, side by side.

    python benchmarks/policy.py [--rounds N]

Each task is compiled twice, plainly and under the restricted policy. The two run alternately in one
process, in reversed order every round; the result of a task is the ratio of the smallest CPU times.
Compilation is measured on a small function. There is no threshold: every result exits with 0.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

# The repository stands before this folder, whose sandbox.py would hide the package.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from results import Figure, Results, Table, numbers, publish

from hallmark_rl.sandbox.policy import compile_program, new_globals, warm

TASKS = {
    "sieve": """
def task():
    n = 60000
    is_prime = [True] * (n + 1)
    for i in range(2, int(n ** 0.5) + 1):
        if is_prime[i]:
            for j in range(i * i, n + 1, i):
                is_prime[j] = False
    return sum(is_prime)
""",
    "n queens": """
def task(n=7):
    def place(row, cols, left, right):
        if row == n:
            return 1
        total = 0
        for col in range(n):
            if col not in cols and row - col not in left and row + col not in right:
                total += place(row + 1, cols | {col}, left | {row - col}, right | {row + col})
        return total
    return place(0, frozenset(), frozenset(), frozenset())
""",
    "matrix items": """
def task(n=45):
    a = [[i * j % 7 for j in range(n)] for i in range(n)]
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * a[k][j]
    return c[n - 1][n - 1]
""",
    "private attributes": """
class Counter:
    def __init__(self):
        self._hits = 0
        self._table = {}
        self.__seen = 0
    def hit(self, key):
        self._hits += 1
        self.__seen += 1
        self._table[key] = self._table.get(key, 0) + self._hits
        return self._table[key]
def task():
    c = Counter()
    for i in range(25000):
        c.hit(i % 100)
    return c._hits
""",
    "shared private names": """
class Node:
    def __init__(self, name, value):
        self._name = name
        self._value = value
    def read(self):
        return self._value
class Tree:
    def __init__(self):
        self._root = [Node(str(i), i) for i in range(400)]
    def total(self):
        return sum(node.read() for node in self._root)
def task():
    tree = Tree()
    return [tree.total() for _ in range(60)]
""",
    "dynamic programming": """
from functools import lru_cache
def task():
    @lru_cache(maxsize=None)
    def edit(i, j):
        if i == 0 or j == 0:
            return i + j
        swap = edit(i - 1, j - 1) + (s[i - 1] != t[j - 1])
        return min(edit(i - 1, j) + 1, edit(i, j - 1) + 1, swap)
    s, t = "kitten sitting on the mat" * 3, "sitting kitten at the mat" * 3
    return edit(len(s), len(t))
""",
    "dijkstra": """
import heapq
def task(n=35):
    dist = {(0, 0): 0}
    heap = [(0, 0, 0)]
    while heap:
        d, x, y = heapq.heappop(heap)
        if d > dist[x, y]:
            continue
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            u, v = x + dx, y + dy
            if 0 <= u < n and 0 <= v < n:
                e = d + (u * v * 7919) % 13 + 1
                if e < dist.get((u, v), 1 << 60):
                    dist[u, v] = e
                    heapq.heappush(heap, (e, u, v))
    return dist[n - 1, n - 1]
""",
    "words": """
from collections import Counter, defaultdict
import re
TEXT = "the quick brown fox jumps over the lazy dog and runs away " * 300
def task():
    counts = Counter(re.findall(r"[a-z]+", TEXT))
    groups = defaultdict(list)
    for word in TEXT.split():
        groups["".join(sorted(word))].append(word)
    return counts.most_common(3), len(groups)
""",
    "dataclasses and operators": """
from dataclasses import dataclass
@dataclass(frozen=True)
class Vec:
    x: float
    y: float
    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y)
    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)
def task():
    v = Vec(0.0, 0.0)
    for i in range(6000):
        v = v + Vec(i, -i) * 0.5
    return v.x
""",
    "generators": """
from itertools import islice
def task():
    def primes():
        found = []
        n = 2
        while True:
            if all(n % p for p in found if p * p <= n):
                found.append(n)
                yield n
            n += 1
    return sum(islice(primes(), 350))
""",
    "formatting": """
def task():
    rows = []
    for i in range(8000):
        rows.append("{:>6}|{:<8.2f}|{}".format(i, i / 7, i % 3))
        rows.append(f"{i:05d} {i / 3:.3f}")
    return len("".join(rows))
""",
    "type checks": """
def flatten(x, out):
    if type(x) is list:
        for y in x:
            flatten(y, out)
    elif isinstance(x, int):
        out.append(x)
def task():
    out = []
    for _ in range(300):
        flatten([1, [2, [3, [4, 5], 6], 7], [8, [9]]] * 3, out)
    return len(out)
""",
    "numbers": """
import math
def task():
    total = 0.0
    for i in range(1, 40000):
        total += math.sqrt(i) * math.sin(i) / (1 + i % 5)
    return total
""",
}

SMALL = """
def count_words(text: str, least: int = 2) -> dict[str, int]:
    counts = {}
    for word in text.lower().split():
        counts[word] = counts.get(word, 0) + 1
    return {word: n for word, n in sorted(counts.items()) if n >= least}
"""


def _seconds(function: Callable[[], Any]) -> float:
    """The CPU time of one call."""
    start = time.thread_time()
    function()
    return time.thread_time() - start


def compare(source: str, rounds: int) -> tuple[float, float]:
    """The best CPU time of a task, plain and guarded, in seconds."""
    plain: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(source, "<plain>", "exec"), plain)
    guarded = new_globals()
    exec(compile_program(source), guarded)
    if plain["task"]() != guarded["task"]():
        raise AssertionError("plain and guarded code give different results")
    times: dict[str, list[float]] = {"plain": [], "guarded": []}
    pair = [("plain", plain["task"]), ("guarded", guarded["task"])]
    for _ in range(rounds):
        pair.reverse()
        for name, task in pair:
            times[name].append(_seconds(task))
    return min(times["plain"]), min(times["guarded"])


def measure(rounds: int) -> Results:
    """Run all tasks and the compilation."""
    warm()
    rows, ratios = [], []
    for name, source in TASKS.items():
        plain, guarded = compare(source, rounds)
        ratios.append(guarded / plain)
        rows.append([name, *numbers([plain * 1e3, guarded * 1e3, ratios[-1]])])
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    rows.append(["geometric mean", "", "", f"{mean:.2f}"])
    compilation = [
        [name, f"{median(_seconds(function) for _ in range(300)) * 1e6:.0f}"]
        for name, function in (
            ("compile, plain", lambda: compile(SMALL, "<plain>", "exec")),
            ("compile, restricted", lambda: compile_program(SMALL)),
            ("new_globals", new_globals),
        )
    ]
    return Results(
        [
            Table(["task", "plain ms", "guarded ms", "ratio"], rows),
            Table(["a small function", "us"], compilation),
        ],
        {
            "guarded / plain, geometric mean": Figure(mean),
            "guarded / plain, worst": Figure(max(ratios)),
        },
    )


def main() -> None:
    """Measure, print, and write JSON on request."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    publish(measure(options.rounds), options.json)


if __name__ == "__main__":
    main()
