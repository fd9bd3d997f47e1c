"""Split a line of comma-separated values into its fields. A field may be in double quotes;
inside them commas do not separate, and "" stands for one double quote. The line is well
formed: quotes begin only at the start of a field and close before the next comma or the
end."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st, words


def inputs() -> Inputs:
    return args(
        st.lists(
            st.one_of(
                words("ab ", most=3, least=0),
                words('a,"', most=4, least=0).map(lambda w: '"' + w.replace('"', '""') + '"'),
            ),
            min_size=1,
            max_size=4,
        ).map(",".join)
    )


def parse_csv_line(line: str) -> list[str]:
    fields = [""]
    quoted = False
    for i, char in enumerate(line):
        if char == '"':
            if not quoted and i and line[i - 1] == '"':
                fields[-1] += char
            quoted = not quoted
        elif char == "," and not quoted:
            fields.append("")
        else:
            fields[-1] += char
    return fields


WRONG = {
    "splits everywhere": """
def parse_csv_line(line):
    return [f.strip('"').replace('""', '"') for f in line.split(",")]
""",
    "drops doubled quotes": """
def parse_csv_line(line):
    out, quoted = [""], False
    for c in line:
        if c == '"':
            quoted = not quoted
        elif c == "," and not quoted:
            out.append("")
        else:
            out[-1] += c
    return out
""",
}


def valid(line: str) -> bool:
    return line.count('"') == 0
