"""Write a Python script that plays an episode again and checks its property."""

from __future__ import annotations

from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.short_text import python_source


def reproduction_script(
    episode: Episode,
    property_id: str,
    spec: str,
    *,
    proof: str = "",
    env_args: str = "",
    profile: str = "quick",
    seed: int = 0,
    folder: str = "",
    headers: str = "",
    inside: bool = False,
) -> str:
    """The text of a script that plays the episode, prints each response and checks the property.

    Args:
        episode: the calls; each session becomes a variable `env`, `env1`, `env2`...
        property_id: id of the property in the catalogue.
        spec: the subject as given to `--env`: folder, `module:Class` or address.
        proof: path of the file given to `--proof`, if any.
        env_args: the constructor arguments as Python source of a dict, if any.
        profile: the profile in which the property failed.
        seed: seed of the suite's own choices in that run.
        folder: path of the folder given to `--folder`, if any.
        headers: names of the headers given to `--header`, as Python source of a dict, if any. The
            values are left out: they may be secrets.
        inside: whether the environment works only when its own folder is the working directory.
    """
    sessions = sorted({call.session for call in episode.calls}) or [0]
    extra = f", proof={proof!r}" if proof else ""
    extra += f", env_args={env_args}" if env_args else ""
    extra += f", profile={profile!r}" if profile != "quick" else ""
    extra += f", seed={seed}" if seed else ""
    extra += f", folder={folder!r}" if folder else ""
    extra += f", headers={headers}" if headers else ""
    lines = ["import os", "", f"os.chdir({spec!r})"] if inside else []
    lines += [
        "from hallmark_rl.conformance.engine.replay import Replay",
        "",
        f"replay = Replay({property_id!r}, {spec!r}{extra})",
    ]
    variables = {session: f"env{session or ''}" for session in sessions}
    lines += [f"{variable} = replay.open()" for variable in variables.values()]
    for call in episode.calls:
        variable = variables[call.session]
        if call.op == "reset":
            options = ", ".join(f"{k}={python_source(v)}" for k, v in call.options.items())
            lines.append(f"print({variable}.reset({options}))")
        elif call.op == "step":
            lines.append(f"print({variable}.step({python_source(call.action)}))")
        else:
            lines.append(f"print({variable}.state())")
    return "\n".join([*lines, "print(replay.check())"]) + "\n"
