"""The simulation of a cluster agrees with what can be calculated."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("simpy")


@pytest.fixture(scope="module")
def model() -> ModuleType:
    path = Path(__file__).parents[1] / "benchmarks" / "scaling_simulation.py"
    spec = importlib.util.spec_from_file_location("scaling_simulation", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_many_jobs_take_their_work_divided_by_the_workers(model: ModuleType) -> None:
    cluster = model.Cluster(nodes=4, workers=4, batch=8, timeouts=0.0)
    result = model.simulate(cluster, 20_000, seed=1)
    ideal_s = 20_000 * cluster.mean_run_s / 16
    assert result.seconds == pytest.approx(ideal_s, rel=0.05)
    assert result.busy > 0.9


def test_one_dispatcher_bounds_the_rate(model: ModuleType) -> None:
    cluster = model.Cluster(nodes=500, workers=16, batch=1, timeouts=0.0, run_s=0.001)
    result = model.simulate(cluster, 20_000, seed=1)
    assert result.rate(20_000) == pytest.approx(1 / (cluster.batch_s + cluster.job_s), rel=0.05)


def test_failed_nodes_cost_their_batches_and_no_job(model: ModuleType) -> None:
    cluster = model.Cluster(nodes=10, workers=2, batch=8, mean_life_s=20.0, rejoin_s=5.0)
    result = model.simulate(cluster, 20_000, seed=1)
    assert result.failures > 3
    assert 0 < result.repeated < 20_000
    calm = model.simulate(model.Cluster(nodes=10, workers=2, batch=8), 20_000, seed=1)
    assert result.seconds > calm.seconds
