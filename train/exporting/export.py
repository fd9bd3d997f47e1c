"""Write the trained policy and prove, in a fresh process, that what is written is what was trained.

A full model is saved as it is. With LoRA the adapter is saved, and if asked for a merge: the base
is dequantised and the adapter added in float32, then cast. A 4-bit base is never merged as it
stands: that loses what was learned to rounding. An adapter that was trained on a 4-bit base is
compared on that base, quantised again; its merge needs none.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch

from hallmark_rl.train.environments.rollout_env import Episode
from hallmark_rl.train.exporting.reload_check import fresh_process, replay
from hallmark_rl.train.metrics.evaluation import Score
from hallmark_rl.train.policy.model import load

ADAPTER_LOGITS = 1e-5
MERGED_LOGITS = 1e-4
HALF_KL = 1e-3


@dataclass(frozen=True)
class Check:
    """How a reloaded model compares with the live one."""

    path: str
    kind: str
    max_logit: float
    kl: float
    passed: bool
    replayed: str = "not replayed"

    def sentence(self) -> str:
        """The result in words."""
        verdict = "matches the trained model" if self.passed else "DOES NOT MATCH: not usable"
        return (
            f"{self.path} ({self.kind}) {verdict}: logits differ by at most {self.max_logit:.1e}, "
            f"KL {self.kl:.1e}; {self.replayed}"
        )


def is_adapter(model: Any) -> bool:
    """Whether the model is a base with LoRA on top."""
    return hasattr(model, "peft_config")


def export(model: Any, tokenizer: Any, folder: Path, merge: str, probe: list[int]) -> list[Check]:
    """Save, merge if asked for, reload each in a fresh process and compare on `probe`."""
    reference = logits_of(model, probe)
    trained = folder / "model"
    model.save_pretrained(trained)
    tokenizer.save_pretrained(trained)
    if not is_adapter(model):
        return [check(trained, "full", probe, reference)]
    quantised = bool(getattr(model.get_base_model(), "is_quantized", False))
    checks = [check(trained, "adapter", probe, reference, four_bit=quantised)]
    require_trained(model)
    if merge != "none":
        merged = folder / "merged"
        dtype = torch.float32 if merge == "32bit" else torch.bfloat16
        merge_into(trained, merged, dtype, quantised=quantised)
        tokenizer.save_pretrained(merged)
        checks.append(check(merged, f"merged {merge}", probe, reference))
    return checks


def merge_into(adapter: Path, target: Path, dtype: torch.dtype, *, quantised: bool) -> None:
    """Base in float32 plus adapter, cast at the very end.

    An adapter that was trained on a 4-bit base fits that base: it is quantised again as it was,
    dequantised, and then merged. The base as it is on disk would be another one.
    """
    from peft import PeftModel

    source = json.loads((adapter / "adapter_config.json").read_text(encoding="utf-8"))
    base, _ = load(source["base_model_name_or_path"], dtype=torch.float32, four_bit=quantised)
    if quantised:
        base = base.dequantize().to(torch.float32)
    merged = PeftModel.from_pretrained(base, adapter).merge_and_unload(safe_merge=True)
    merged.to(dtype).save_pretrained(target)


def require_trained(model: Any) -> None:
    """An adapter whose B matrices are all zero is the base under another name."""
    if not any("lora_B" in name and bool(w.any()) for name, w in model.named_parameters()):
        raise ValueError("the adapter changes nothing: every lora_B is zero")


def logits_of(model: Any, probe: list[int]) -> torch.Tensor:
    """The model's logits over a probe sequence, in float32 on the CPU."""
    was_training = model.training
    model.eval()
    with torch.inference_mode():
        ids = torch.tensor([probe], device=next(model.parameters()).device)
        logits: torch.Tensor = model(input_ids=ids, use_cache=False).logits[0].float().cpu()
    model.train(was_training)
    return logits


def compare(reference: torch.Tensor, other: torch.Tensor) -> tuple[float, float]:
    """Largest difference of logits, and mean KL divergence."""
    kl = torch.nn.functional.kl_div(
        other.log_softmax(-1), reference.log_softmax(-1), log_target=True, reduction="none"
    )
    return float((reference - other).abs().max()), float(kl.sum(-1).mean())


def check(
    path: Path, kind: str, probe: list[int], reference: torch.Tensor, *, four_bit: bool = False
) -> Check:
    """Reload `path` in a process of its own and compare; an adapter may need a 4-bit base."""
    wanted = path / "probe.pt"
    torch.save({"probe": probe, "logits": reference, "four_bit": four_bit}, wanted)
    done = fresh_process("hallmark_rl.train.exporting.export", str(path))
    wanted.unlink()
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise RuntimeError(f"{path} cannot be loaded in a fresh process: {last}")
    far, kl = json.loads(done.stdout.strip().splitlines()[-1])
    limits = {"adapter": ADAPTER_LOGITS, "full": ADAPTER_LOGITS, "merged 32bit": MERGED_LOGITS}
    passed = far < limits[kind] if kind in limits else kl < HALF_KL
    return Check(str(path), kind, far, kl, passed)


def play_again(one: Check, out: Path, episodes: list[Episode], *, exact: bool) -> Check:
    """The same held-out tasks again, in a fresh process, with the model that was written.

    With `exact` every episode must come back word for word. Otherwise (a merge, a GPU) the success
    must lie within the interval of what was measured.
    """
    level = episodes[0].task.level
    rows = replay(out, Path(one.path), level, len(episodes))
    said = [[turn["said"] for turn in row["turns"]] for row in rows]
    same = sum(
        words == [turn.said for turn in episode.turns]
        for words, episode in zip(said, episodes, strict=True)
    )
    before, wins = Score.of(episodes), sum(bool(row["success"]) for row in rows)
    rate = wins / max(1, sum(row["failure"] is None for row in rows))
    low, high = before.interval
    equal = same == len(episodes) if exact else low <= rate <= high
    text = (
        f"held-out success when reloaded {rate:.1%}, before {before.success:.1%} "
        f"({same} of {len(episodes)} episodes word for word)"
    )
    return replace(one, passed=one.passed and equal, replayed=text)


def _fresh_process(path: str) -> None:
    saved = torch.load(Path(path) / "probe.pt", weights_only=True)
    raw = json.loads((Path(path) / "config.json").read_text()) if _is_full(path) else {}
    dtype = torch.bfloat16 if raw.get("dtype") == "bfloat16" else torch.float32
    model, _ = load(path, dtype=dtype, four_bit=saved["four_bit"])
    print(json.dumps(compare(saved["logits"], logits_of(model, saved["probe"]))))


def _is_full(path: str) -> bool:
    return (Path(path) / "config.json").is_file()


if __name__ == "__main__":
    torch.set_num_threads(1)
    _fresh_process(sys.argv[1])
