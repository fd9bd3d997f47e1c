"""The processes of a run that `accelerate launch` or `torchrun` started, or the only one.

Every process plays its share of the episodes of a step and learns from them; the first one also
measures on held-out tasks, logs, saves and reports. All of them see all episodes of a step, so that
they decide alike.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class ProcessGroup:
    """What the processes exchange. With one process nothing is exchanged.

    The processes connect at the first exchange: their connections have threads, and environments
    are forked before.

    Args:
        gpu: whether the run uses GPUs; else the processes talk over gloo.

    Attributes:
        rank: the number of this process, from 0.
        size: the number of processes.
    """

    def __init__(self, *, gpu: bool) -> None:
        self.rank = int(os.environ.get("RANK", "0"))
        self.size = int(os.environ.get("WORLD_SIZE", "1"))
        self._gpu = gpu

    @property
    def is_first(self) -> bool:
        """Whether this process measures, logs, saves and reports."""
        return self.rank == 0

    def wait(self) -> None:
        """Wait until every process is here."""
        if self.size > 1:
            self._connect()
            from accelerate.utils import wait_for_everyone

            wait_for_everyone()

    def from_first(self, value: T | None) -> T:
        """The value that the first process gives; the others give None."""
        values: list[Any] = [value]
        if self.size > 1:
            self._connect()
            from accelerate.utils import broadcast_object_list

            broadcast_object_list(values)
        return values[0]  # type: ignore[no-any-return]

    def once(self, compute: Callable[[], T]) -> T:
        """What `compute` returns in the first process, the only one that calls it."""
        return self.from_first(compute() if self.is_first else None)

    def joined(self, values: list[T]) -> list[T]:
        """The lists of all processes, one after another."""
        if self.size == 1:
            return values
        self._connect()
        from accelerate.utils import gather_object

        return list(gather_object(values))

    def sharding(self) -> str:
        """What distributes the weights over the processes, by accelerate's settings; or empty."""
        if os.environ.get("ACCELERATE_USE_FSDP", "").lower() in ("1", "true"):
            return "FSDP"
        zero = os.environ.get("ACCELERATE_DEEPSPEED_ZERO_STAGE", "")
        return "DeepSpeed ZeRO-3" if zero == "3" else ""

    def own_share(self, values: list[T], parts: int = 1) -> list[T]:
        """The share of this process in a list, of which each of `parts` equal parts is split among
        the processes."""
        size = len(values) // (parts * self.size)
        shares = [(part * self.size + self.rank) * size for part in range(parts)]
        return [value for start in shares for value in values[start : start + size]]

    def _connect(self) -> None:
        if not self._gpu:  # accelerate says `cpu:1`, where torch cannot load a checkpoint
            os.environ.setdefault("ACCELERATE_TORCH_DEVICE", "cpu")
        from accelerate import PartialState

        PartialState(cpu=not self._gpu)  # nothing happens if the processes are connected
