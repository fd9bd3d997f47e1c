"""Translate the subtitles of a short scene."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..language import GLOSSARY, Cue, conveys, draw_cue
from ..lenient import IgnoresUnknownOptions
from ..models import SubtitleTranslatorAction, SubtitleTranslatorObservation

SCENES = {"short": 3, "long": 6}


@dataclass
class Scene:
    """The cues of a scene, and how many were translated well."""

    cues: list[Cue]
    at: int = 0
    accepted: int = 0
    fits: bool = True


class SubtitleTranslatorEnvironment(
    IgnoresUnknownOptions,
    VerifiedEnvironment[
        SubtitleTranslatorAction, SubtitleTranslatorObservation, VerifiedState, Scene
    ],
):
    """One subtitle for each cue; the outcome is the share of cues whose meaning is kept."""

    max_steps = 6
    step_timeout_s = 5.0
    options: ClassVar[Mapping[str, Any]] = {"scene": "short"}
    reward = Reward(
        Column("meaning", lambda t: t.facts["accepted"] / t.facts["cues"], kind="outcome"),
        Column("fits", lambda t: float(t.facts["fits"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Scene, SubtitleTranslatorObservation]:
        """Draw a scene."""
        level = 1 if setup.level is None else setup.level
        if level not in (1, 2) or setup.options["scene"] not in SCENES:
            raise SetupError("level must be 1 or 2, and scene short or long")
        count = SCENES[setup.options["scene"]]
        scene = Scene([draw_cue(rng, level) for _ in range(count)])
        return scene, _look(scene)

    def advance(
        self, scene: Scene, action: SubtitleTranslatorAction
    ) -> SubtitleTranslatorObservation:
        """Judge the subtitle of the present cue, and show the next."""
        cue = scene.cues[scene.at]
        scene.fits = 0 < len(action.text.strip()) <= cue.max_chars
        scene.accepted += conveys(cue, action.text)
        scene.at += 1
        return _look(scene)

    def facts(self, scene: Scene) -> Mapping[str, Any]:
        """How many cues were translated well."""
        return {"accepted": scene.accepted, "cues": len(scene.cues), "fits": scene.fits}


def _look(scene: Scene) -> SubtitleTranslatorObservation:
    over = scene.at == len(scene.cues)
    cue = None if over else scene.cues[scene.at]
    return SubtitleTranslatorObservation(
        cue=min(scene.at + 1, len(scene.cues)),
        cues=len(scene.cues),
        source=cue.source if cue else "",
        max_chars=cue.max_chars if cue else 0,
        glossary=dict(GLOSSARY),
        accepted=scene.accepted,
        done=over,
    )
