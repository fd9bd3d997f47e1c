"""What is written is what was trained; a forgotten adapter or a naive merge is noticed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from hallmark_rl.train.config import ModelConfig
from hallmark_rl.train.exporting.export import check, export, logits_of, require_trained
from hallmark_rl.train.policy.model import character_tokenizer, load, tiny_model, with_adapter
from tests.train import toys

PROBE = [3, 5, 9, 4, 8, 1, 3, 6, 4, 7, 1]


@pytest.fixture
def base(tmp_path: Path) -> Path:
    tokenizer = character_tokenizer(toys.ALPHABET)
    folder = tmp_path / "base"
    tiny_model(ModelConfig(hidden=64, layers=2, heads=2), tokenizer, 0).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def adapted(base: Path, **options: Any) -> tuple[Any, Any]:
    """A model with an adapter that changes a lot, as training would."""
    model, tokenizer = load(base, **options)
    model = with_adapter(model, 4, 0)
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if "lora_B" in name:
                weight.copy_(torch.randn(weight.shape, generator=generator))
    return model, tokenizer


@pytest.mark.parametrize("merge", ["32bit", "16bit"])
def test_adapter_and_merge_match_in_a_fresh_process(base: Path, tmp_path: Path, merge: str) -> None:
    model, tokenizer = adapted(base)
    checks = export(model, tokenizer, tmp_path, merge, PROBE)
    assert [check.kind for check in checks] == ["adapter", f"merged {merge}"]
    assert all(check.passed for check in checks), checks


def test_a_forgotten_adapter_does_not_match(base: Path, tmp_path: Path) -> None:
    """The base under the name of an export, in a fresh process, like every export."""
    model, _ = adapted(base)
    reference = logits_of(model, PROBE)
    found = check(base, "merged 16bit", PROBE, reference)  # the widest of the limits
    assert not found.passed, found
    assert found.max_logit > 1e-2
    assert "DOES NOT MATCH" in found.sentence()


def test_an_adapter_that_changes_nothing_is_refused(base: Path) -> None:
    model = with_adapter(load(base)[0], 4, 0)
    with pytest.raises(ValueError, match="lora_B"):
        require_trained(model)


@pytest.mark.parametrize("merge", ["32bit", "16bit"])
def test_an_adapter_on_a_quantised_base_is_that_base_dequantised_and_merged(
    base: Path, tmp_path: Path, merge: str
) -> None:
    pytest.importorskip("bitsandbytes", reason="QLoRA needs bitsandbytes")
    model, tokenizer = adapted(base, four_bit=True)
    checks = export(model, tokenizer, tmp_path, merge, PROBE)
    assert [check.kind for check in checks] == ["adapter", f"merged {merge}"]
    assert all(check.passed for check in checks), checks
    reference = logits_of(model, PROBE)
    base_in_16_bit = check(tmp_path / "model", "adapter", PROBE, reference)
    assert not base_in_16_bit.passed, "the adapter fits the quantised base only"
    forgotten = check(base, f"merged {merge}", PROBE, reference)
    assert not forgotten.passed, forgotten


def test_a_quantised_model_computes_as_asked_and_learns_after_it_was_evaluated(base: Path) -> None:
    functional = pytest.importorskip("bitsandbytes.functional", reason="QLoRA needs bitsandbytes")
    model, _ = adapted(base, four_bit=True)
    model.train()
    trained = logits_of(model, PROBE)
    layer = model.get_base_model().model.layers[0].mlp.up_proj.base_layer
    exact = functional.dequantize_4bit(layer.weight.data, layer.weight.quant_state)
    assert exact.dtype == torch.float32
    inputs = torch.randn(3, layer.in_features, generator=torch.Generator().manual_seed(0))
    with torch.inference_mode():
        assert torch.allclose(layer.eval()(inputs), inputs @ exact.T, atol=1e-5)
    inputs.requires_grad_()
    layer(inputs).sum().backward()
    assert inputs.grad is not None
    assert torch.equal(logits_of(model, PROBE), trained)
