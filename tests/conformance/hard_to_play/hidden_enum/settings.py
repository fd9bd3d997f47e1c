"""The settings of the kiln."""

from enum import Enum


class Setting(Enum):
    """How hot."""

    LOW = "bisque-04"
    MIDDLE = "glaze-06"
    HIGH = "stone-10"
