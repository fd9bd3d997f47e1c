"""What is written is what was trained; a forgotten adapter or a naive merge is noticed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from tests.train import toys
from train.config import ModelConfig
from train.export import compare, export, logits_of, require_trained
from train.model import character_tokenizer, load, tiny_model, with_adapter

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


def test_a_forgotten_adapter_does_not_match(base: Path) -> None:
    model, _ = adapted(base)
    plain, _ = load(base)
    far, kl = compare(logits_of(model, PROBE), logits_of(plain, PROBE))
    assert far > 1e-2
    assert kl > 1e-3


def test_an_adapter_that_changes_nothing_is_refused(base: Path) -> None:
    model = with_adapter(load(base)[0], 4, 0)
    with pytest.raises(ValueError, match="lora_B"):
        require_trained(model)


def test_a_quantised_base_is_dequantised_before_the_merge(base: Path, tmp_path: Path) -> None:
    pytest.importorskip("bitsandbytes", reason="QLoRA needs bitsandbytes")
    model, tokenizer = adapted(base, four_bit=True)
    checks = export(model, tokenizer, tmp_path, "32bit", PROBE)
    assert checks[1].passed, checks[1].sentence()
