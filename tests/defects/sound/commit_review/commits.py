"""Commits, the rules of the house, and commits that break some of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

RULES: dict[str, str] = {
    "long-subject": "The subject has more than 60 characters.",
    "trailing-period": "The subject ends with a full stop.",
    "not-imperative": "The first word of the subject ends in -ed or -ing.",
    "lower-case": "The subject begins with a small letter.",
    "unfinished": "The subject says WIP.",
    "no-ticket": "The body has no line `Refs #` with a number.",
    "no-body": "The body explains nothing: it is empty but for the ticket.",
    "wide-line": "A line of the body has more than 72 characters.",
    "no-tests": "Files under src/ are touched, but none under tests/.",
    "build-output": "A file under dist/ is touched.",
    "mixed": "Apart from tests/ and dist/, more than two top folders are touched.",
}
RULES_BROKEN = {1: 2, 2: 3, 3: 4}
PER_LEVEL = 40


@dataclass(frozen=True)
class Commit:
    """A commit as the agent sees it; the body without its ticket line, which is `ticket`."""

    subject: str
    text: tuple[str, ...]
    ticket: str
    files: tuple[str, ...]

    @property
    def body(self) -> str:
        """The body of the message."""
        return "\n\n".join(part for part in ("\n".join(self.text), self.ticket) if part)


def broken_rules(subject: str, body: str, files: list[str]) -> frozenset[str]:
    """The codes of the rules that a commit breaks."""
    lines = body.splitlines()
    tickets = [line for line in lines if line.startswith("Refs #") and line[6:].isdigit()]
    explained = [line for line in lines if line.strip() and line not in tickets]
    folders = {path.split("/")[0] for path in files}
    found = {
        "long-subject": len(subject) > 60,
        "trailing-period": subject.endswith("."),
        "not-imperative": subject.split()[0].endswith(("ed", "ing")),
        "lower-case": subject[0].islower(),
        "unfinished": "WIP" in subject,
        "no-ticket": not tickets,
        "no-body": not explained,
        "wide-line": any(len(line) > 72 for line in lines),
        "no-tests": "src" in folders and "tests" not in folders,
        "build-output": "dist" in folders,
        "mixed": len(folders - {"tests", "dist"}) > 2,
    }
    return frozenset(code for code, is_broken in found.items() if is_broken)


_CLEAN = (
    ("Add", "retry to the payment client", "payments/client", "A timeout left orders unpaid."),
    ("Remove", "the legacy export format", "export/csv", "Nobody has used it since spring."),
    ("Cache", "exchange rates for an hour", "rates/store", "The provider limits our calls."),
    ("Reject", "negative quantities in carts", "cart/rules", "A bug report showed a refund."),
    ("Rename", "the session cookie", "web/session", "Two services used the same name."),
    ("Validate", "addresses before checkout", "checkout/form", "Parcels came back to us."),
    ("Sort", "search hits by relevance", "search/rank", "They came in order of insertion."),
    ("Close", "file handles in the importer", "importer/files", "Long runs ran out of them."),
    ("Log", "slow database queries", "db/session", "We could not see what was slow."),
    ("Limit", "uploads to ten megabytes", "web/upload", "Large files filled the disk."),
    ("Merge", "duplicate customer records", "crm/merge", "Sign-ups had created doubles."),
    ("Show", "prices with their currency", "web/prices", "Visitors took pounds for euros."),
)
_PAST = {"Add": "Added", "Remove": "Removed", "Reject": "Rejected", "Log": "Logged"}


def _past(word: str) -> str:
    return _PAST.get(word, word.removesuffix("e") + "ing")


def _break(commit: Commit, code: str) -> Commit:
    """The commit, changed so that it breaks one more rule."""
    first, _, rest = commit.subject.partition(" ")
    subject, files = commit.subject, commit.files
    if code == "long-subject":
        return replace(commit, subject=f"{subject}, as agreed with support in the last meeting")
    if code == "trailing-period":
        return replace(commit, subject=f"{subject}.")
    if code == "not-imperative":
        return replace(commit, subject=f"{_past(first)} {rest}")
    if code == "lower-case":
        return replace(commit, subject=subject[0].lower() + subject[1:])
    if code == "unfinished":
        return replace(commit, subject=f"{subject} (WIP)")
    if code == "no-ticket":
        return replace(commit, ticket="")
    if code == "no-body":
        return replace(commit, text=())
    if code == "wide-line":
        joined = " ".join(commit.text)
        return replace(commit, text=(f"{joined} This was found on Monday by the support team.",))
    if code == "no-tests":
        return replace(commit, files=tuple(path for path in files if not path.startswith("tests/")))
    if code == "build-output":
        return replace(commit, files=(*files, "dist/bundle.js"))
    return replace(commit, files=(*files, "docs/setup.md", "deploy/cluster.yaml"))


def draw_commit(rng: Random, count: int) -> Commit:
    """A random commit that breaks exactly `count` rules."""
    while True:
        verb, rest, path, reason = rng.choice(_CLEAN)
        files = (f"src/{path}.py", f"tests/test_{path.split('/')[-1]}.py")
        second = f"The change touches {path.split('/')[0]} only."
        commit = Commit(
            f"{verb} {rest}", (reason, second), f"Refs #{rng.randrange(100, 9999)}", files
        )
        codes = rng.sample(list(RULES), count)
        for code in sorted(codes, key=list(RULES).index, reverse=True):
            if code not in ("trailing-period", "unfinished", "long-subject"):
                commit = _break(commit, code)
        for code in ("long-subject", "unfinished", "trailing-period"):
            if code in codes:
                commit = _break(commit, code)
        if broken_rules(commit.subject, commit.body, list(commit.files)) == set(codes):
            return commit


def commits(level: int) -> list[Commit]:
    """The commits of a level, always the same ones and each only once."""
    rng = Random(f"commits, level {level}")
    drawn: dict[Commit, None] = {}
    while len(drawn) < PER_LEVEL:
        drawn[draw_commit(rng, RULES_BROKEN[level])] = None
    return list(drawn)
