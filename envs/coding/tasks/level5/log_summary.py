"""`lines` are log lines "LEVEL SERVICE MESSAGE" (the message may hold spaces or be missing).
Return for each service, sorted, [service, number of lines, last error message], where the
last is the message of its last line of level ERROR, or "" if there is none. Lines with
fewer than two words are ignored."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.lists(
            st.tuples(
                st.sampled_from(["ERROR", "INFO", "ERROR"]),
                st.sampled_from([" db", " web", "", " db"]),
                st.sampled_from(["", " x", " x y", " z"]),
            ).map("".join),
            max_size=8,
        )
    )


def log_summary(lines: list[str]) -> list[list[str | int]]:
    counts: dict[str, int] = {}
    errors: dict[str, str] = {}
    for line in lines:
        parts = line.split(" ", 2)
        if len(parts) < 2:
            continue
        service = parts[1]
        counts[service] = counts.get(service, 0) + 1
        if parts[0] == "ERROR":
            errors[service] = parts[2] if len(parts) > 2 else ""
    return [[name, counts[name], errors.get(name, "")] for name in sorted(counts)]


WRONG = {
    "first error": (
        "errors[service] = parts[2] if len(parts) > 2 else ''",
        "errors.setdefault(service, parts[2] if len(parts) > 2 else '')",
    ),
    "first word of the message": ("line.split(' ', 2)", "line.split(' ')"),
    "last message of any level": ("if parts[0] == 'ERROR':", "if parts[0]:"),
}
