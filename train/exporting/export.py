"""Export the trained policy and check in a fresh process that the files hold what was trained.

A full model is saved as it is. With LoRA the adapter is saved and, on request, a merge: the base
model in float32 plus the adapter, cast to the requested type at the end. A 4-bit base is never
merged directly, because rounding to 4 bits would lose what was learned. An adapter that was trained
on a 4-bit base is checked on that base, quantised again; its merge is a normal model.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch

from hallmark_rl.train.environments.rollout_env import RolloutEpisode
from hallmark_rl.train.exporting.reload_check import play_reloaded
from hallmark_rl.train.metrics.evaluation import Score
from hallmark_rl.train.policy.model_loading import is_adapter, load_model
from hallmark_rl.train.runtime import last_line, run_in_fresh_process

MAX_LOGIT_DIFFERENCE = {"full": 1e-5, "adapter": 1e-5, "merged 32bit": 1e-4}
"""The largest difference of a logit that passes, by kind of export."""
MAX_KL = 1e-3
"""The largest mean KL divergence that passes for a merge in 16 bit, whose logits are rounded."""


@dataclass(frozen=True)
class ExportCheck:
    """How an exported model, reloaded in a fresh process, compares with the trained one.

    Attributes:
        path: folder of the exported model.
        kind: `full`, `adapter`, `merged 16bit` or `merged 32bit`.
        max_logit: largest difference of a logit over a probe sequence.
        kl: mean KL divergence over the probe sequence.
        passed: whether everything that was compared is within its limit.
        replayed: how held-out episodes compare, in words.
        error: why nothing could be compared; None if it could.
    """

    path: str
    kind: str
    max_logit: float | None
    kl: float | None
    passed: bool
    replayed: str = "not replayed"
    error: str | None = None

    @classmethod
    def failed(cls, path: Path, kind: str, error: str) -> ExportCheck:
        """An export that cannot be compared."""
        return cls(str(path), kind, None, None, passed=False, error=error)

    def sentence(self) -> str:
        """The result in words."""
        if self.error is not None:
            return f"{self.path} ({self.kind}) NOT USABLE: {self.error}"
        result = "matches the trained model" if self.passed else "DOES NOT MATCH: not usable"
        return (
            f"{self.path} ({self.kind}) {result}: logits differ by at most {self.max_logit:.1e}, "
            f"KL {self.kl:.1e}; {self.replayed}"
        )


def export(
    model: Any, tokenizer: Any, folder: Path, merge: str, probe: list[int]
) -> list[ExportCheck]:
    """Write the model to `folder/model` and a merge to `folder/merged`; reload and compare each.

    Args:
        model: the trained model, full or with an adapter.
        tokenizer: written beside each model.
        folder: where the folders are created.
        merge: `none`, `16bit` or `32bit`; ignored for a full model.
        probe: token ids of the sequence on which logits are compared.
    """
    reference = logits_of(model, probe)
    trained = folder / "model"
    model.save_pretrained(trained)
    tokenizer.save_pretrained(trained)
    if not is_adapter(model):
        return [check_logits(trained, "full", probe, reference)]
    quantised = bool(getattr(model.get_base_model(), "is_quantized", False))
    checks = [check_logits(trained, "adapter", probe, reference, four_bit=quantised)]
    if not has_effect(model):
        return [ExportCheck.failed(trained, "adapter", "the adapter has no effect: lora_B is zero")]
    if merge != "none":
        merged = folder / "merged"
        dtype = torch.float32 if merge == "32bit" else torch.bfloat16
        merge_adapter(trained, merged, dtype, quantised=quantised)
        tokenizer.save_pretrained(merged)
        checks.append(check_logits(merged, f"merged {merge}", probe, reference))
    return checks


def merge_adapter(adapter: Path, target: Path, dtype: torch.dtype, *, quantised: bool) -> None:
    """Write the base model in float32 plus the adapter, cast to `dtype` at the end.

    With `quantised`, the base is quantised as in training and dequantised first: the adapter was
    trained on those weights, not on the ones on disk.
    """
    from peft import PeftModel

    config = json.loads((adapter / "adapter_config.json").read_text(encoding="utf-8"))
    path = config["base_model_name_or_path"]
    base, _ = load_model(path, dtype=torch.float32, four_bit=quantised)
    if quantised:
        base = base.dequantize().to(torch.float32)
    merged = PeftModel.from_pretrained(base, adapter).merge_and_unload(safe_merge=True)
    merged.to(dtype).save_pretrained(target)


def has_effect(model: Any) -> bool:
    """Whether an adapter changes its base model: one of its B matrices is not zero."""
    return any("lora_B" in name and bool(w.any()) for name, w in model.named_parameters())


def logits_of(model: Any, probe: list[int]) -> torch.Tensor:
    """The logits over a sequence (tokens x vocabulary), in float32 on the CPU."""
    was_training = model.training
    model.eval()
    with torch.inference_mode():
        ids = torch.tensor([probe], device=next(model.parameters()).device)
        logits: torch.Tensor = model(input_ids=ids, use_cache=False).logits[0].float().cpu()
    model.train(was_training)
    return logits


def compare_logits(reference: torch.Tensor, other: torch.Tensor) -> tuple[float, float]:
    """The largest difference of a logit, and the mean KL divergence of `other`."""
    kl = torch.nn.functional.kl_div(
        other.log_softmax(-1), reference.log_softmax(-1), log_target=True, reduction="none"
    )
    return float((reference - other).abs().max()), float(kl.sum(-1).mean())


def check_logits(
    path: Path, kind: str, probe: list[int], reference: torch.Tensor, *, four_bit: bool = False
) -> ExportCheck:
    """Reload a model in a fresh process and compare its logits.

    Args:
        path: folder of the exported model.
        kind: see `ExportCheck`; it sets the limits.
        probe: token ids of the sequence.
        reference: the trained model's logits over it.
        four_bit: load the base of an adapter in 4 bit.
    """
    request = path / "probe.pt"
    torch.save({"probe": probe, "logits": reference, "four_bit": four_bit}, request)
    done = run_in_fresh_process("hallmark_rl.train.exporting.export", str(path))
    request.unlink()
    if done.returncode != 0:
        reason = f"it cannot be loaded in a fresh process: {last_line(done.stderr)}"
        return ExportCheck.failed(path, kind, reason)
    max_logit, kl = json.loads(last_line(done.stdout))
    limit = MAX_LOGIT_DIFFERENCE.get(kind)
    passed = kl < MAX_KL if limit is None else max_logit < limit
    return ExportCheck(str(path), kind, max_logit, kl, passed)


def check_episodes(
    check: ExportCheck, out: Path, episodes: list[RolloutEpisode], *, exact: bool
) -> ExportCheck:
    """Repeat held-out episodes with the exported model in a fresh process.

    Args:
        check: the result for the logits, which is extended.
        out: the run's folder.
        episodes: the first held-out episodes of one level, played by the trained model.
        exact: every episode must be repeated word for word. Otherwise (a merge, or on a GPU) the
            success rate must lie within the 95% interval of `episodes`.
    """
    level = episodes[0].task.level
    try:
        rows = play_reloaded(out, Path(check.path), level, len(episodes))
    except RuntimeError as error:
        return replace(check, passed=False, error=str(error))
    completions = [[turn["completion"] for turn in row["turns"]] for row in rows]
    same = sum(
        texts == [turn.completion for turn in episode.turns]
        for texts, episode in zip(completions, episodes, strict=True)
    )
    before, wins = Score.of(episodes), sum(bool(row["success"]) for row in rows)
    rate = wins / max(1, sum(row["failure"] is None for row in rows))
    low, high = before.interval
    equal = same == len(episodes) if exact else low <= rate <= high
    text = (
        f"held-out success when reloaded {rate:.1%}, before {before.success:.1%} "
        f"({same} of {len(episodes)} episodes word for word)"
    )
    return replace(check, passed=check.passed and equal, replayed=text)


def _main(path: str) -> None:
    """In the fresh process: compare the model at `path` with the request in its folder."""
    request = torch.load(Path(path) / "probe.pt", weights_only=True)
    config_file = Path(path) / "config.json"  # an adapter has none
    config = json.loads(config_file.read_text()) if config_file.is_file() else {}
    dtype = torch.bfloat16 if config.get("dtype") == "bfloat16" else torch.float32
    model, _ = load_model(path, dtype=dtype, four_bit=request["four_bit"])
    print(json.dumps(compare_logits(request["logits"], logits_of(model, request["probe"]))))


if __name__ == "__main__":
    torch.set_num_threads(1)
    _main(sys.argv[1])
