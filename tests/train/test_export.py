"""Exports match the trained model; a missing adapter or a wrong merge is noticed."""

from __future__ import annotations

import contextlib
import io
import subprocess
import traceback
from pathlib import Path
from typing import Any

import pytest
import torch

from hallmark_rl.train.config import ModelConfig
from hallmark_rl.train.exporting import export as module
from hallmark_rl.train.exporting.export import (
    check_logits,
    export,
    has_effect,
    logits_of,
)
from hallmark_rl.train.policy.model_loading import (
    character_tokenizer,
    load_model,
    tiny_model,
    with_adapter,
)
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
    """A model whose adapter has a large effect, as after training."""
    model, tokenizer = load_model(base, **options)
    model = with_adapter(model, 4, 0)
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if "lora_B" in name:
                weight.copy_(torch.randn(weight.shape, generator=generator))
    return model, tokenizer


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the fresh process does, without its imports, which take seconds."""

    def call(name: str, path: str) -> subprocess.CompletedProcess[str]:
        assert name == module.__name__
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            try:
                module._main(path)
            except Exception:
                return subprocess.CompletedProcess([], 1, "", traceback.format_exc())
        return subprocess.CompletedProcess([], 0, out.getvalue(), "")

    monkeypatch.setattr(module, "run_in_fresh_process", call)


def test_adapter_and_merge_match_in_a_fresh_process(base: Path, tmp_path: Path) -> None:
    require_matches(base, tmp_path, "16bit")


@pytest.mark.usefixtures("in_this_process")
def test_a_merge_in_32_bit_matches(base: Path, tmp_path: Path) -> None:
    require_matches(base, tmp_path, "32bit")


def require_matches(base: Path, tmp_path: Path, merge: str) -> None:
    model, tokenizer = adapted(base)
    checks = export(model, tokenizer, tmp_path, merge, PROBE)
    assert [check.kind for check in checks] == ["adapter", f"merged {merge}"]
    assert all(check.passed for check in checks), checks


@pytest.mark.usefixtures("in_this_process")
def test_a_missing_adapter_does_not_match(base: Path, tmp_path: Path) -> None:
    """The base model is checked in place of an export."""
    model, _ = adapted(base)
    reference = logits_of(model, PROBE)
    result = check_logits(base, "merged 16bit", PROBE, reference)  # the kind with the widest limit
    assert not result.passed, result
    assert result.max_logit > 1e-2
    assert "DOES NOT MATCH" in result.sentence()


def test_an_adapter_without_effect_is_noticed(base: Path) -> None:
    model, _ = load_model(base)
    assert not has_effect(with_adapter(model, 4, 0))
    assert has_effect(adapted(base)[0])


@pytest.mark.usefixtures("in_this_process")
def test_an_adapter_without_effect_is_not_usable(base: Path, tmp_path: Path) -> None:
    model, tokenizer = load_model(base)
    model = with_adapter(model, 4, 0)
    (check,) = export(model, tokenizer, tmp_path, "16bit", PROBE)
    assert not check.passed
    assert "NOT USABLE: the adapter has no effect" in check.sentence()


@pytest.mark.usefixtures("in_this_process")
def test_an_export_that_cannot_be_loaded_is_not_usable(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    check = check_logits(tmp_path / "empty", "full", PROBE, torch.zeros(len(PROBE), 4))
    assert not check.passed
    assert "NOT USABLE: it cannot be loaded in a fresh process" in check.sentence()


@pytest.mark.parametrize("merge", ["32bit", "16bit"])
def test_an_adapter_on_a_quantised_base_is_merged_into_the_dequantised_base(
    base: Path, tmp_path: Path, merge: str
) -> None:
    pytest.importorskip("bitsandbytes", reason="QLoRA needs bitsandbytes")
    model, tokenizer = adapted(base, four_bit=True)
    checks = export(model, tokenizer, tmp_path, merge, PROBE)
    assert [check.kind for check in checks] == ["adapter", f"merged {merge}"]
    assert all(check.passed for check in checks), checks
    reference = logits_of(model, PROBE)
    wrong_base = check_logits(tmp_path / "model", "adapter", PROBE, reference)
    assert not wrong_base.passed, "the adapter was trained on the quantised base"
    missing = check_logits(base, f"merged {merge}", PROBE, reference)
    assert not missing.passed, missing


def test_a_quantised_model_stays_exact_and_trainable_after_evaluation(base: Path) -> None:
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
