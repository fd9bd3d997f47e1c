"""The script that reproduces a failure."""

from __future__ import annotations

from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.reproduce import reproduction_script


def test_the_script_compiles_and_shortens_long_texts() -> None:
    episode = Episode.of(3, [{"text": "x" * 5000}], option=True)
    compile(reproduction_script(episode, "a.b", "envs/wordle", proof="p.py"), "<script>", "exec")
    assert len(reproduction_script(episode, "a.b", "envs/wordle")) < 1000
