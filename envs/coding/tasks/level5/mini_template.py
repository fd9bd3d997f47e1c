"""Fill in a template: "{name}" is replaced by the value of that name in `values`, "{{" and
"}}" stand for single braces, and a name that is not in `values` is left as it is with its
braces. Names are one or more lower-case letters; any other single brace stays. The text is
read once, from left to right: "{{a}}" gives "{a}", and braces in a value stay as they are."""

import re

from hallmark_rl.sdk.coding.strategies import Inputs, args, st, words


def inputs() -> Inputs:
    return args(
        st.lists(
            st.sampled_from(["{a}", "{b}", "{ab}", "{{", "}}", "{", "}", "x", "{}", "a"]),
            max_size=6,
        ).map("".join),
        st.dictionaries(st.sampled_from(["a", "b"]), words("xy{", most=2, least=0)),
    )


def mini_template(text: str, values: dict[str, str]) -> str:
    def fill(match: re.Match[str]) -> str:
        found = match.group()
        if len(found) == 2:
            return found[0]
        return values.get(found[1:-1], found)

    return re.sub("\\{\\{|\\}\\}|\\{[a-z]+\\}", fill, text)


WRONG = {
    "replaces one name after the other": """
def mini_template(text, values):
    for k, v in values.items():
        text = text.replace("{" + k + "}", v)
    return text.replace("{{", "{").replace("}}", "}")
""",
    "missing names vanish": ("values.get(found[1:-1], found)", "values.get(found[1:-1], '')"),
}

EQUIVALENT = {
    "return re.sub('{\\\\{|\\\\}\\\\}|\\\\{[a-z]+\\\\}', fill, text)": "a brace before a brace stands for itself",
    "return found[1]": "both are the same brace",
    "return found[-1]": "both are the same brace",
}
