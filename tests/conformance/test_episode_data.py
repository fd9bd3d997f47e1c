"""Episodes as plain data."""

from __future__ import annotations

import json

from hallmark_rl.conformance.core.episode_data import Episode


def test_an_episode_survives_json() -> None:
    episode = Episode.of(3, [{"a": 1}], "label", episode_id="x")
    assert Episode.from_dict(json.loads(json.dumps(episode.to_dict()))) == episode
